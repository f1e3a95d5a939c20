"""Exceptions. All of ours are a `ValueError` with the row they speak of and the reason."""

from __future__ import annotations


class LanesmithError(ValueError):
    """What all exceptions of Lanesmith are."""

    code: str = "INPUT"
    """What is wrong, for programs: `LENGTH`, `RANGE`, `TREE` ..., the words that C, Node and npm give for the same."""

    def __init__(self, reason: str = "", index: int | None = None) -> None:
        super().__init__(reason, index)
        self.reason = reason
        """What is wrong."""
        self.index = index
        """The row (message, key, leaf ...) that is meant, from 0; `None` if it is the whole."""

    def __str__(self) -> str:
        return self.reason if self.index is None else f"row {self.index}: {self.reason}"


class LengthError(LanesmithError):
    """A length, shape or count that does not fit."""


class InputError(LanesmithError):
    """Content that is malformed, such as a character that is no tryte."""


class EngineError(LanesmithError):
    """An operation or engine that does not exist, or that this CPU cannot run."""


class ProfileError(LanesmithError):
    """A measured profile that is damaged, or of another machine or version."""


class ProofError(LanesmithError):
    """A proof or snapshot that cannot be one of the tree."""


class SignatureError(LanesmithError):
    """A key or signature that is refused."""


class PasswordError(LanesmithError):
    """A stored password or keystore that is malformed or asks for too much, or costs that cannot be."""


class InvalidHash(PasswordError):
    """A stored string that is malformed, of an unknown scheme, or asks for more than the limits allow."""


class WrongPassword(PasswordError):
    """The password is another than the one that was stored."""


class CostWarning(UserWarning):
    """Costs of a new password hash that are most likely not what is meant: memory in another unit, or less than is safe."""


class SearchError(LanesmithError):
    """A search that ended without a nonce."""

    next: int | None = None
    """After a cancellation, the batch at which to go on."""
