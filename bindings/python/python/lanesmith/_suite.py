"""Vectors and races on the machine at hand."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _native

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Check:
    """How the published vectors of one operation came out on one engine."""

    op: str
    """The operation, such as `sha256.nodes`."""
    engine: str
    """The engine, such as `avx2`."""
    vectors: int
    """How many came out right."""
    failure: str | None
    """The first that came out wrong, if any did."""
    reason: str | None
    """Why the engine cannot run here, if it cannot."""

    @property
    def ok(self) -> bool:
        """Whether nothing came out wrong."""
        return self.failure is None


def check(op: str | None = None, engine: str | None = None, *, full: bool = False) -> list[Check]:
    """Runs the published vectors on every engine that this CPU can run: of one operation, one family, or all.

    >>> import lanesmith
    >>> all(c.ok for c in lanesmith.check("sha256.stream"))
    True
    """
    return [Check(*row) for row in _native.check_rows(op, engine, full)]


class Race:
    """What a race gave: `str(race)` is a table, `race.frame()` a DataFrame, `race.plot()` a picture."""

    def __init__(self, record: dict[str, Any], text: str) -> None:
        self.record = record
        """The whole record, as `lanesmith race --json` writes it."""
        self._text = text

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A dictionary for each contender of each case: `ns` for a unit of work with its 95 % interval, `speed` against the
        case's baseline (above 1: faster)."""
        return [
            {
                "op": e["op"],
                "case": e["case"],
                "contender": e["contender"],
                "kind": e["kind"],
                "unit": e["unit"],
                "ns": e["median"],
                "low": e["low"],
                "high": e["high"],
                "baseline": e["baseline"],
                "speed": 1.0 if e["contender"] == e["baseline"] else e["ratio"].get(e["baseline"]),
                "noisy": e["noisy"],
            }
            for e in self.record["results"]
        ]

    def frame(self) -> pandas.DataFrame:
        """The rows as a DataFrame of pandas."""
        import pandas

        return pandas.DataFrame(self.rows)

    def plot(self) -> Any:
        """Draws the speed of each contender against its baseline, a panel for each operation; gives matplotlib's figure."""
        import matplotlib.pyplot as plt

        rows = [row for row in self.rows if row["speed"] is not None]
        ops = list(dict.fromkeys(row["op"] for row in rows))
        heights = [max(1, sum(row["op"] == op for row in rows)) for op in ops]
        figure, axes = plt.subplots(
            len(ops), 1, squeeze=False, figsize=(9, 0.9 * len(ops) + 0.22 * sum(heights)), height_ratios=heights
        )
        for op, axis in zip(ops, axes[:, 0], strict=True):
            mine = [row for row in rows if row["op"] == op]
            labels = [f"{row['case']}  {row['contender']}" for row in mine]
            colours = ["#4269d0" if row["kind"] == "engine" else "#9a9a9a" for row in mine]
            axis.barh(range(len(mine)), [row["speed"] for row in mine], color=colours)
            axis.set_yticks(range(len(mine)), labels, fontsize=7)
            axis.invert_yaxis()
            axis.axvline(1.0, color="black", linewidth=0.8)
            axis.set_title(op, fontsize=9, loc="left")
        axes[-1, 0].set_xlabel("speed against the baseline of the case (above 1: faster)")
        figure.suptitle(self.record["cpu"], fontsize=9)
        figure.tight_layout()
        return figure

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<lanesmith.Race of {len(self.record['results'])} contenders on {self.record['cpu']}>"

    def _repr_html_(self) -> str:
        import html

        return f"<pre>{html.escape(self._text)}</pre>"


def race(op: str | None = None, *, seconds: float = 20.0, case: str | None = None) -> Race:
    """Races the engines of one operation, one family or all, on this machine: interleaved, outputs compared first.

    `seconds` is for everything together; `case` is one key and value such as `n=16`. Ctrl-C ends it.
    """
    record, text = _native.race_record(op, seconds, case)
    return Race(json.loads(record), text)
