"""Engines: listing and choosing them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from types import TracebackType

from . import _native


@dataclass(frozen=True)
class Engine:
    """One implementation of one operation."""

    op: str
    """The operation, such as `sha256.nodes`."""
    name: str
    """Instruction sets, such as `avx2`."""
    lanes: int
    """How many independent units of work one pass carries."""
    summary: str
    """One line for people."""
    reason: str | None
    """Why this machine cannot run it; `None` where it can."""
    chosen: bool
    """Whether a caller gets it who names none. Where the count decides, no engine is."""

    @property
    def available(self) -> bool:
        """Whether this machine can run it."""
        return self.reason is None


def engines(op: str | None = None) -> list[Engine]:
    """The engines of one operation (`sha256.nodes`) or family (`sha256`), or of all.

    >>> import lanesmith
    >>> [e.name for e in lanesmith.engines("sha256.nodes")][-1]
    'scalar'
    """
    rows = [Engine(*row) for row in _native.engine_rows()]
    if op is None:
        return rows
    found = [row for row in rows if row.op == op or row.op.split(".")[0] == op]
    if not found:
        known = sorted({row.op for row in rows})
        from ._errors import EngineError

        raise EngineError(f"no operation or family {op!r}; there are {', '.join(known)}")
    return found


class use:
    """Chooses the engine of an operation, for the whole process: from now on, or for a `with` block.

    `op` may be a family (`sha256.*`) or `*`; `auto` takes a choice back.

    >>> import lanesmith
    >>> with lanesmith.use("sha256.nodes", "scalar"):
    ...     root = lanesmith.sha256_nodes(bytes(64))
    >>> _ = lanesmith.use("sha256.nodes", "auto")
    """

    def __init__(self, op: str, engine: str) -> None:
        self._before = [
            (name, chosen if origin == "configured" else "auto") for name, chosen, origin in _native.operation_rows()
        ]
        self.op = op
        """The operation, family or `*`."""
        self.engine = engine
        """The engine that was chosen."""
        _native.configure(f"{op}={engine}")

    def __enter__(self) -> use:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        _native.restore(self._before)

    def __repr__(self) -> str:
        return f"lanesmith.use({self.op!r}, {self.engine!r})"


def load_profile(path: str | os.PathLike[str]) -> None:
    """Applies a profile that `lanesmith tune -o FILE` measured on this machine: as a whole, or not at all."""
    _native.load_profile(os.fspath(path))
