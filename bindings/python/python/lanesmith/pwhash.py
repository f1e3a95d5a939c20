"""Passwords: Argon2, yescrypt, scrypt, Lyra2 and TwoCats.

`PasswordHasher` takes what argon2-cffi's takes and has its methods: a program that moves changes its imports.

**Memory** has two names, because it has two units: `memory` is in bytes, or a text with its unit (`"64MiB"`); `memory_cost` is in KiB, as
argon2-cffi's is. A number of bytes below 1 MiB is most likely meant as KiB, and gives a `CostWarning`; so do costs of new hashes below what
OWASP recommends as the least.

>>> from lanesmith import pwhash
>>> hasher = pwhash.PasswordHasher(memory="64MiB", time_cost=1, parallelism=1)
>>> stored = hasher.hash("correct horse")
>>> hasher.verify(stored, "correct horse")
True
>>> hasher.check_needs_rehash(stored)
False
"""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterable, Mapping
from typing import Any, overload

from ._errors import CostWarning, InvalidHash, PasswordError, WrongPassword
from ._native import argon2_tag as argon2
from ._native import password_calibrate as _calibrate
from ._native import password_hash as _hash
from ._native import password_hash_many as _hash_many
from ._native import password_inspect as inspect
from ._native import password_limit_memory as _limit_memory
from ._native import password_needs_rehash as _needs_rehash
from ._native import password_remarks as _remarks
from ._native import password_verify as _verify
from ._native import password_verify_and_upgrade as _verify_and_upgrade
from ._native import password_verify_many as verify_many
from ._native import release_memory
from ._native import scrypt_key as scrypt
from ._types import Buffer, Memory, Older, Secret, Service

__all__ = [
    "CostWarning",
    "InvalidHash",
    "InvalidHashError",
    "PasswordHasher",
    "VerificationError",
    "VerifyMismatchError",
    "argon2",
    "calibrate",
    "hash",
    "hash_many",
    "inspect",
    "limit_memory",
    "needs_rehash",
    "release_memory",
    "scrypt",
    "verify",
    "verify_and_upgrade",
    "verify_many",
]

VerifyMismatchError = WrongPassword
"""argon2-cffi's name of `WrongPassword`."""

VerificationError = WrongPassword
"""argon2-cffi's name of what its `VerifyMismatchError` is a kind of: here they are one."""

InvalidHashError = InvalidHash
"""argon2-cffi's other name of `InvalidHash`."""

_UNITS = {"B": 1, "KIB": 1 << 10, "MIB": 1 << 20, "GIB": 1 << 30}
_SIZE = re.compile(r"\s*([0-9]+)\s*(B|KiB|MiB|GiB)\s*", re.IGNORECASE)




def _bytes(memory: Memory | None, memory_cost: int | None, level: int) -> int | None:
    """The memory in bytes. `level`: how many calls above this one the user's line is, for the warning."""
    if memory_cost is not None:
        if memory is not None:
            raise TypeError("memory (bytes) and memory_cost (KiB) are two names of one cost: give one of them")
        return memory_cost << 10
    if isinstance(memory, str):
        found = _SIZE.fullmatch(memory)
        if found is None:
            raise PasswordError(f'memory is {memory!r}: write a number and its unit, as "64MiB" (B, KiB, MiB, GiB)')
        return int(found[1]) * _UNITS[found[2].upper()]
    if memory is not None and 0 < memory < 1 << 20:
        warnings.warn(
            f"memory={memory} is in bytes: a hash would use {memory / 1024:.4g} KiB. If KiB are meant, as in other libraries, write "
            f'memory_cost={memory}; if bytes are, memory="{memory}B"',
            CostWarning,
            stacklevel=level + 1,
        )
    return memory


def _costs(
    scheme: str,
    memory: Memory | None,
    memory_cost: int | None,
    time_cost: int | None,
    parallelism: int | None,
    *,
    new: bool = True,
) -> dict[str, Any]:
    """The costs as the library takes them, for the function that the user called. `new`: hashes are made of them."""
    costs: dict[str, Any] = {
        "scheme": scheme,
        "memory": _bytes(memory, memory_cost, 3),
        "time_cost": time_cost,
        "parallelism": parallelism,
    }
    for remark in _remarks(**costs) if new else ():
        said = ", ".join(f"{name}={value}" for name, value in costs.items() if value is not None)
        warnings.warn(f"{said}: {remark}", CostWarning, stacklevel=3)
    return costs


def hash(
    password: Secret,
    *,
    scheme: str = "argon2id",
    memory: Memory | None = None,
    memory_cost: int | None = None,
    time_cost: int | None = None,
    parallelism: int | None = None,
    salt: Buffer | None = None,
    secret: Secret | None = None,
    data: Secret | None = None,
    key_id: Secret | None = None,
    threads: int = 1,
) -> str:
    """A string to store for a password: scheme, costs, salt and hash.

    `memory` is in bytes or a text (`"64MiB"`), `memory_cost` in KiB; what is not given is the scheme's usual cost. The salt is random
    unless given. `secret` (a key of the service, a "pepper") and `data` (such as a user's number) go into the hash and not into the string;
    `key_id` names the secret, in at most 8 bytes, and a string of Argon2 holds it. So many `threads` (0: all) compute the lanes of Argon2
    and the parts of TwoCats, which does not change the hash.

    >>> from lanesmith import pwhash
    >>> stored = pwhash.hash("correct horse", memory="64MiB", time_cost=1, parallelism=1)
    >>> stored[:31]
    '$argon2id$v=19$m=65536,t=1,p=1$'
    >>> pwhash.verify(stored, "correct horse"), pwhash.verify(stored, "battery staple")
    (True, False)
    """
    costs = _costs(scheme, memory, memory_cost, time_cost, parallelism)
    return _hash(password, salt=salt, service=_service(secret, data, key_id), threads=threads, **costs)


def verify(
    stored: str,
    password: Secret,
    *,
    secret: Secret | None = None,
    data: Secret | None = None,
    key_id: Secret | None = None,
    older: Older = (),
    max_memory: int | None = None,
    threads: int = 1,
) -> bool:
    """Whether the password is the one that was stored. A malformed string, or one that asks for more than `max_memory` bytes or for more work
    than the limits allow, raises `InvalidHash` before anything is computed. `threads` as in `hash`.

    `older` are secrets that strings of before were made with: names and secrets (`{"2025": b"..."}`), or secrets without names. A string that
    names its secret is tried with that one, others with all, the current one first; `b""` among them is none at all, as in strings made before
    there was a secret, and in those of other libraries.

    >>> from lanesmith import pwhash
    >>> stored = pwhash.hash("correct horse", secret=b"the key of 2025", key_id="2025")
    >>> pwhash.verify(stored, "correct horse", secret=b"the key of 2026", key_id="2026", older={"2025": b"the key of 2025"})
    True
    """
    service = _service(secret, data, key_id, older)
    return _verify(stored, password, service=service, max_memory=max_memory, threads=threads)


def _service(secret: Secret | None, data: Secret | None, key_id: Secret | None, older: Older = ()) -> Service:
    if isinstance(older, Mapping):
        return secret, data, key_id, list(older.items())
    if isinstance(older, (str, bytes, bytearray, memoryview)):
        raise TypeError("older is a list or a dictionary of secrets, not a single one")
    return secret, data, key_id, [(b"", one) for one in older]


def hash_many(
    passwords: Iterable[Secret],
    *,
    scheme: str = "argon2id",
    memory: Memory | None = None,
    memory_cost: int | None = None,
    time_cost: int | None = None,
    parallelism: int | None = None,
    threads: int = 1,
) -> list[str]:
    """Strings for many passwords, on several threads (`threads=0`: all), each of which makes a string of its own: a list. Costs as `hash` takes
    them."""
    return _hash_many(passwords, threads=threads, **_costs(scheme, memory, memory_cost, time_cost, parallelism))


def needs_rehash(
    stored: str,
    *,
    scheme: str = "argon2id",
    memory: Memory | None = None,
    memory_cost: int | None = None,
    time_cost: int | None = None,
    parallelism: int | None = None,
) -> bool:
    """Whether a new string of these costs would be better: dearer, of another scheme, with other parameters, a longer salt or hash. A string
    that costs more is not made cheaper."""
    return _needs_rehash(stored, **_costs(scheme, memory, memory_cost, time_cost, parallelism, new=False))


def verify_and_upgrade(
    stored: str,
    password: Secret,
    *,
    scheme: str = "argon2id",
    memory: Memory | None = None,
    memory_cost: int | None = None,
    time_cost: int | None = None,
    parallelism: int | None = None,
    secret: Secret | None = None,
    data: Secret | None = None,
    key_id: Secret | None = None,
    older: Older = (),
    max_memory: int | None = None,
    threads: int = 1,
) -> tuple[bool, str | None]:
    """Verifies, and makes a new string where the stored one is cheaper, of another scheme or library, or made with an older secret: whether the
    password is right, and what to store instead, `None` where the string may stay. What a login does, in one call.

    >>> from lanesmith import pwhash
    >>> old = pwhash.hash("correct horse", scheme="scrypt")
    >>> right, new = pwhash.verify_and_upgrade(old, "correct horse")
    >>> right, new[:10]
    (True, '$argon2id$')
    >>> pwhash.verify_and_upgrade(new, "correct horse"), pwhash.verify_and_upgrade(old, "battery staple")
    ((True, None), (False, None))
    """
    costs = _costs(scheme, memory, memory_cost, time_cost, parallelism)
    service = _service(secret, data, key_id, older)
    return _verify_and_upgrade(stored, password, service=service, max_memory=max_memory, threads=threads, **costs)


class PasswordHasher:
    """Costs that belong together: what a service makes new strings with, and holds old ones against.

    `memory` is in bytes or a text (`"64MiB"`), `memory_cost` in KiB; what is not given is the scheme's usual cost (Argon2id: 64 MiB, 3
    passes, 4 lanes). Arguments may also be those of argon2-cffi, in its order: `PasswordHasher(3, 65536, 4)`, and `type` in the place of
    `scheme`. `secret` is a key of the service (a pepper), `key_id` its name and `older` those of before, as `verify` takes them: an object
    that has a secret can neither be pickled nor shows it. So many `threads` (0: all) compute each hash, as far as it has lanes: for a service
    with few logins at a time.
    """

    __slots__ = ("_costs", "_salt_len", "_service", "_threads")

    @overload
    def __init__(
        self,
        scheme: str = "argon2id",
        *,
        memory: Memory | None = None,
        memory_cost: int | None = None,
        time_cost: int | None = None,
        parallelism: int | None = None,
        hash_len: int = 32,
        salt_len: int = 16,
        type: Any = None,
        secret: Secret | None = None,
        key_id: Secret | None = None,
        older: Older = (),
        threads: int = 1,
    ) -> None: ...
    @overload
    def __init__(
        self,
        time_cost: int,
        /,
        memory_cost: int | None = None,
        parallelism: int | None = None,
        hash_len: int = 32,
        salt_len: int = 16,
        *,
        type: Any = None,
        memory: Memory | None = None,
        secret: Secret | None = None,
        key_id: Secret | None = None,
        older: Older = (),
        threads: int = 1,
    ) -> None: ...
    def __init__(
        self,
        scheme: str | int | None = None,
        memory_cost: int | None = None,
        parallelism: int | None = None,
        hash_len: int = 32,
        salt_len: int = 16,
        *,
        memory: Memory | None = None,
        time_cost: int | None = None,
        type: Any = None,
        secret: Secret | None = None,
        key_id: Secret | None = None,
        older: Older = (),
        threads: int = 1,
    ) -> None:
        if isinstance(scheme, int):
            if time_cost is not None:
                raise TypeError("time_cost was given twice: as the first argument, and by its name")
            scheme, time_cost = None, scheme
        if type is not None:
            if scheme is not None:
                raise TypeError('scheme and type are two names of one choice: give one of them (type="ID" is scheme="argon2id")')
            # An item of argon2-cffi's enumeration, or its name.
            scheme = f"argon2{str(getattr(type, 'name', type)).lower()}"
        if hash_len != 32:
            raise PasswordError(f"hash_len is {hash_len}: the hash in a string has 32 bytes")
        if salt_len < 16:
            raise PasswordError(f"salt_len is {salt_len}: a salt has at least 16 bytes")
        self._costs = _costs(scheme or "argon2id", memory, memory_cost, time_cost, parallelism)
        self._salt_len = salt_len
        self._service = _service(secret, None, key_id, older)
        self._threads = threads
        # Costs that cannot be are told now, not at the first login.
        _needs_rehash("$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$" + "A" * 43, **self._costs)

    @classmethod
    def calibrated(
        cls,
        seconds: float = 0.1,
        memory: Memory = 64 << 20,
        *,
        scheme: str = "argon2id",
        parallelism: int | None = None,
        secret: Secret | None = None,
        key_id: Secret | None = None,
        older: Older = (),
        threads: int = 1,
    ) -> PasswordHasher:
        """Costs that take about so many seconds on so many threads of this machine, and at most so many bytes."""
        size = _bytes(memory, None, 2)
        costs, _ = _calibrate(seconds, size or 0, scheme=scheme, parallelism=parallelism, threads=threads)
        # Bytes that were measured, not typed.
        costs = {**costs, "memory": f"{costs['memory']}B"}
        return cls(**costs, secret=secret, key_id=key_id, older=older, threads=threads)

    @property
    def costs(self) -> dict[str, Any]:
        """The costs, as keywords of `hash` take them."""
        return dict(self._costs)

    def hash(self, password: Secret, *, salt: bytes | None = None) -> str:
        """A string to store for a password."""
        salt = self._salt() if salt is None else salt
        return _hash(password, salt=salt, service=self._service, threads=self._threads, **self._costs)

    def verify(self, stored: str, password: Secret) -> bool:
        """`True` if the password is the one that was stored; raises `WrongPassword` if not, `InvalidHash` if the string is malformed
        or asks for more than usual and than the hasher's own costs."""
        if _verify(stored, password, service=self._service, threads=self._threads, **self._costs):
            return True
        raise WrongPassword("wrong password")

    def verify_and_upgrade(self, stored: str, password: Secret) -> str | None:
        """Verifies as `verify` does, and gives the string to store instead where the old one is cheaper, of another scheme or library, or
        made with an older secret; `None` where it may stay.

        >>> from lanesmith import pwhash
        >>> hasher = pwhash.PasswordHasher()
        >>> hasher.verify_and_upgrade(pwhash.hash("correct horse", scheme="scrypt"), "correct horse")[:10]
        '$argon2id$'
        """
        right, new = _verify_and_upgrade(
            stored, password, salt=self._salt(), service=self._service, threads=self._threads, **self._costs
        )
        if right:
            return new
        raise WrongPassword("wrong password")

    def check_needs_rehash(self, stored: str) -> bool:
        """Whether a new string would be better: dearer, of another scheme, with other parameters."""
        return _needs_rehash(stored, **self._costs)

    def _salt(self) -> bytes:
        return os.urandom(self._salt_len)

    def __copy__(self) -> PasswordHasher:
        return self

    def __deepcopy__(self, memo: object) -> PasswordHasher:
        # Nothing in it changes.
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        secret, _, _, older = self._service
        if secret is not None or older:
            raise TypeError("cannot pickle a PasswordHasher with a secret: make it where it is used, and bring the secret there by other ways")
        return _again, (self._costs, self._salt_len, self._threads)

    def __repr__(self) -> str:
        costs = ", ".join(f"{name}={value!r}" for name, value in self._costs.items() if value is not None)
        return f"PasswordHasher({costs})"


def _again(costs: dict[str, Any], salt_len: int, threads: int = 1) -> PasswordHasher:
    """A hasher that was pickled: its costs were looked at before."""
    hasher = PasswordHasher(costs["scheme"], salt_len=salt_len, threads=threads)
    hasher._costs = costs
    return hasher


def calibrate(
    seconds: float, memory: Memory, *, scheme: str = "argon2id", parallelism: int | None = None, threads: int = 1
) -> tuple[dict[str, Any], float]:
    """Costs that take about `seconds` on so many threads of this machine (0: all) and at most `memory` (bytes, or a text such as `"64MiB"`).

    Gives keywords for `hash`, and the seconds expected.
    """
    return _calibrate(seconds, _bytes(memory, None, 2) or 0, scheme=scheme, parallelism=parallelism, threads=threads)


def limit_memory(memory: Memory | None, *, wait: bool = True) -> None:
    """At most so much memory (bytes, or a text such as `"256MiB"`; `None`: no limit) for all hashes of this process at one time: what a service
    says once, before the first login.

    A hash for which there is no memory now waits until others are done; with `wait=False` it raises `MemoryError`, so that the service can
    answer that it is busy. One that needs more than the limit alone always raises it. A child of `fork` has the limit of its parent, for itself.

    >>> from lanesmith import pwhash
    >>> pwhash.limit_memory("256MiB")
    >>> pwhash.verify(pwhash.hash("correct horse"), "correct horse")
    True
    >>> pwhash.limit_memory(None)
    """
    _limit_memory(_bytes(memory, None, 2), wait)
