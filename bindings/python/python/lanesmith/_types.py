"""Names of types that several modules use."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypedDict, Union

if TYPE_CHECKING:
    if sys.version_info >= (3, 12):
        from collections.abc import Buffer as Buffer
    else:
        from typing_extensions import Buffer as Buffer

    Trytes: TypeAlias = Union[str, Buffer]
    Secret: TypeAlias = Union[str, Buffer]
    # Bytes, or a text with its unit: "64MiB".
    Memory: TypeAlias = Union[int, str]
    # Secrets of before, with or without names.
    Older: TypeAlias = Union[Mapping[str, Secret], Iterable[Secret]]
    # Secret, data, the secret's name, names and secrets of before.
    Service: TypeAlias = tuple[Secret | None, Secret | None, Secret | None, Sequence[tuple[Secret, Secret]]]
else:
    Buffer = Trytes = Secret = Memory = Older = Service = object


class DepositSnapshot(TypedDict):
    """What stands for finalized deposits: the fields of EIP-4881."""

    finalized: list[bytes]
    deposit_root: bytes
    deposit_count: int
    execution_block_hash: bytes
    execution_block_height: int


class ArrowArray(Protocol):
    """Anything with one Arrow array."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...


class ArrowStream(Protocol):
    """Anything with a stream of Arrow arrays."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


Arrow: TypeAlias = Union[ArrowArray, ArrowStream]
