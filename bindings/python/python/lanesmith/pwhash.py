"""Passwords: Argon2, yescrypt, scrypt, Lyra2 and TwoCats.

`PasswordHasher` has the methods of argon2-cffi's.

>>> from lanesmith import pwhash
>>> hasher = pwhash.PasswordHasher(memory=1 << 20, time_cost=1, parallelism=1)
>>> stored = hasher.hash("correct horse")
>>> hasher.verify(stored, "correct horse")
True
>>> hasher.check_needs_rehash(stored)
False
"""

from __future__ import annotations

from typing import Any

from ._errors import WrongPassword
from ._native import argon2_tag as argon2
from ._native import password_calibrate as _calibrate
from ._native import password_hash as hash
from ._native import password_hash_many as hash_many
from ._native import password_inspect as inspect
from ._native import password_needs_rehash as needs_rehash
from ._native import password_verify as verify
from ._native import password_verify_many as verify_many
from ._native import release_memory
from ._native import scrypt_key as scrypt
from ._types import Secret

__all__ = [
    "PasswordHasher",
    "argon2",
    "calibrate",
    "hash",
    "hash_many",
    "inspect",
    "needs_rehash",
    "release_memory",
    "scrypt",
    "verify",
    "verify_many",
]


class PasswordHasher:
    """Costs that belong together: what a service makes new strings with, and holds old ones against.

    `memory` is in bytes; what is not given is the scheme's usual cost (Argon2id: 64 MiB, 3 passes, 4 lanes).
    """

    def __init__(
        self,
        scheme: str = "argon2id",
        *,
        memory: int | None = None,
        time_cost: int | None = None,
        parallelism: int | None = None,
        secret: Secret | None = None,
    ) -> None:
        self._costs: dict[str, Any] = {
            "scheme": scheme,
            "memory": memory,
            "time_cost": time_cost,
            "parallelism": parallelism,
        }
        self._secret = secret
        # Costs that cannot be are told now, not at the first login.
        needs_rehash("$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$" + "A" * 43, **self._costs)

    @classmethod
    def calibrated(
        cls, seconds: float = 0.1, memory: int = 64 << 20, *, scheme: str = "argon2id", parallelism: int | None = None
    ) -> PasswordHasher:
        """Costs that take about so many seconds on one thread of this machine, and at most so many bytes."""
        costs, _ = calibrate(seconds, memory, scheme=scheme, parallelism=parallelism)
        return cls(**costs)

    @property
    def costs(self) -> dict[str, Any]:
        """The costs, as keywords of `hash` take them."""
        return dict(self._costs)

    def hash(self, password: Secret, *, salt: bytes | None = None) -> str:
        """A string to store for a password."""
        return hash(password, salt=salt, secret=self._secret, **self._costs)

    def verify(self, stored: str, password: Secret) -> bool:
        """`True` if the password is the one that was stored; raises `WrongPassword` if not."""
        if verify(stored, password, secret=self._secret):
            return True
        raise WrongPassword("wrong password")

    def check_needs_rehash(self, stored: str) -> bool:
        """Whether a new string would have other costs."""
        return needs_rehash(stored, **self._costs)

    def __repr__(self) -> str:
        costs = ", ".join(f"{name}={value!r}" for name, value in self._costs.items() if value is not None)
        return f"PasswordHasher({costs})"


def calibrate(
    seconds: float, memory: int, *, scheme: str = "argon2id", parallelism: int | None = None
) -> tuple[dict[str, Any], float]:
    """Costs that take about `seconds` on one thread of this machine and at most `memory` bytes.

    Gives keywords for `hash`, and the seconds expected.
    """
    return _calibrate(seconds, memory, scheme=scheme, parallelism=parallelism)
