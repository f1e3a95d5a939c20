"""Measurements that decide on engines."""

from __future__ import annotations

import datetime
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass

from . import _native


@dataclass(frozen=True)
class Gain:
    """How many times as fast something is in one case."""

    case: str
    """The case."""
    ratio: float
    """The median of paired ratios."""
    interval: tuple[float, float]
    """Its 95 % interval."""


@dataclass(frozen=True)
class Tuned:
    """What was found for one operation."""

    op: str
    """The operation, such as `sha256.nodes`."""
    built_in: str
    """What is chosen without a measurement: an engine, or `costs`, by which engines are chosen for each count."""
    here: str
    """What is best here."""
    differs: bool
    """Whether that is something else."""
    gains: list[Gain]
    """How many times as fast that is, case by case."""


@dataclass(frozen=True)
class Profile:
    """What `tune` found on this machine. Nothing is chosen by it before it is saved and loaded."""

    cpu: str
    """The CPU, as people call it."""
    operations: list[Tuned]
    """What was found, operation by operation."""
    text: str
    """The profile, as its file has it (TOML): what differs from the built-in choice, and nothing else."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file that `lanesmith tune -o FILE` writes, for `load_profile` and `LANESMITH_PROFILE`, or nothing."""
        path = os.path.abspath(os.fspath(path))
        number, hidden = tempfile.mkstemp(prefix=".lanesmith-", dir=os.path.dirname(path))
        try:
            with open(number, "w", encoding="utf-8", newline="\n") as file:
                file.write(self.text)
                file.flush()
                os.fsync(number)
            if os.name == "posix":
                # As for any new file, which `mkstemp` keeps from others.
                mask = os.umask(0)
                os.umask(mask)
                os.chmod(hidden, 0o666 & ~mask)
            os.replace(hidden, path)
        except BaseException:
            os.unlink(hidden)
            raise

    def __str__(self) -> str:
        lines = [f"{len(self.operations)} operations on {self.cpu}"]
        for row in self.operations:
            best = max(row.gains, key=lambda gain: gain.ratio, default=None) if row.differs else None
            found = f"{row.built_in} -> {row.here}, {best.ratio:.3f}x in {best.case}" if best else "the same"
            lines.append(f"{row.op:18} {found}")
        return "\n".join(lines)


def tune(
    op: str | None = None, *, seconds: float = 60.0, progress: Callable[[float, str], object] | None = None
) -> Profile:
    """Measures which engines are best on this machine, for one operation, one family or all, as `lanesmith tune` does.

    An engine replaces what is chosen without a profile only if it is faster by more than 1 % in some case and slower in
    none, as 95 % intervals of paired ratios say. `seconds` is for everything together, after a check of the engines;
    `progress` is called now and then with the seconds so far and what is done. Ctrl-C ends it, and so does what
    `progress` raises. What `use` and `configure` chose is in force again afterwards; a profile that was loaded has to be
    loaded again.

    >>> import lanesmith, os, tempfile
    >>> profile = lanesmith.tune("sha256.stream", seconds=0.2)
    >>> [row.op for row in profile.operations]
    ['sha256.stream']
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     profile.save(os.path.join(folder, "here.toml"))
    """
    date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    cpu, rows, text = _native.tune_rows(op, seconds, date, progress)
    operations = [
        Tuned(name, built_in, here, differs, [Gain(*gain) for gain in gains])
        for name, built_in, here, differs, gains in rows
    ]
    return Profile(cpu, operations, text)


@dataclass(frozen=True)
class Worth:
    """What a feature of the CPU is worth in one case."""

    feature: str
    """The feature, such as `SHA-NI`, or those that engines only use together."""
    op: str
    """The operation."""
    case: str
    """On which input."""
    without: str
    """The best engine without the feature."""
    below: str
    """What that engine runs on."""
    with_: str
    """The best engine with the feature."""
    ratio: float
    """How many times as fast the engine with the feature is."""
    interval: tuple[float, float]
    """The 95 % interval of the ratio."""
    sentence: str | None
    """The same in words, where the case stands for its operation."""


@dataclass(frozen=True)
class Measured:
    """What the features of this CPU are worth."""

    worth: list[Worth]
    """A row for each feature in each case."""
    unmeasured: dict[str, str]
    """Features that engines need and this machine does not give, with the reason."""


def measure(
    op: str | None = None, *, seconds: float = 30.0, progress: Callable[[float, str], object] | None = None
) -> Measured:
    """Measures what each feature of this CPU is worth, for one operation, one family or all: `lanesmith cpu --measure`.

    Engines are forced: the best one that needs a feature against the best one that needs only older features.
    `seconds` is for everything together; `progress` is as that of `tune`. Ctrl-C ends it.

    >>> import lanesmith
    >>> measured = lanesmith.measure("sha256.stream", seconds=0.2)
    >>> {row.op for row in measured.worth} <= {"sha256.stream"}
    True
    """
    rows, lacking = _native.measure_rows(op, seconds, progress)
    return Measured([Worth(*row) for row in rows], dict(lacking))
