"""Bulk work on a cluster of Ray: columns of a Dataset, files of Parquet, large Merkle trees, batches of signatures, nonce searches.

Ray schedules, retries and moves data; nothing here does. Functions are pure, because a task whose worker dies runs again. Start the
cluster yourself (`ray.init(...)`); this module is an extra: `pip install lanesmith[ray]`.

`map_column(dataset, sha256_column("message"))` adds a column to a Dataset. `map_parquet("in", "out", sha256_column("message"))` does so
to files, and goes on where it stopped when the driver has died.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import pyarrow as pa
import ray
from ray.exceptions import RayActorError

from . import curl, merkle, sha256_many
from ._errors import LengthError, SearchError
from ._ray_files import Done, map_parquet
from .bls import ETHEREUM, Scheme

__all__ = [
    "Done",
    "Map",
    "curl_column",
    "map_column",
    "map_parquet",
    "merkle_root",
    "search",
    "sha256_column",
    "subtree_roots",
    "verify_column",
]

_ARROW: dict[str, Any] = {"batch_format": "pyarrow", "batch_size": None, "zero_copy_batch": True}

Map = Callable[[pa.Table], pa.Table]
"""What `Dataset.map_batches(function, batch_format="pyarrow")` takes."""


def _put(table: pa.Table, name: str, column: Any) -> pa.Table:
    at = table.schema.get_field_index(name)
    return table.append_column(name, column) if at < 0 else table.set_column(at, name, column)


def _named(function: Map, name: str) -> Map:
    """The function under a name that says all that its results depend on: what `map_parquet` knows a job by."""
    function.__qualname__ = name
    return function


def sha256_column(column: str, out: str = "sha256", *, threads: int = 1) -> Map:
    """A function for `map_batches` that adds the SHA-256 of a column."""

    def sha256(table: pa.Table) -> pa.Table:
        return _put(table, out, sha256_many(table.column(column), threads=threads))

    return _named(sha256, f"sha256_column({column!r}, {out!r})")


def curl_column(column: str, out: str = "curl", *, rounds: Any = 81, threads: int = 1) -> Map:
    """A function for `map_batches` that adds the Curl-P hash of a column of trytes."""

    def curl_hash(table: pa.Table) -> pa.Table:
        return _put(table, out, curl.hash_many(table.column(column), rounds=rounds, threads=threads))

    return _named(curl_hash, f"curl_column({column!r}, {out!r}, rounds={rounds})")


def verify_column(
    key: str, message: str, signature: str, out: str = "valid", *, scheme: Scheme = ETHEREUM, threads: int = 1
) -> Map:
    """A function for `map_batches` that adds a verdict for each row: whether the signature is of the message and the key; null where
    one of them is. A batch costs much less than its rows one by one."""

    def verify(table: pa.Table) -> pa.Table:
        columns = [table.column(name) for name in (key, message, signature)]
        return _put(table, out, scheme.verify_batch(*columns, threads=threads))

    what = f"{key!r}, {message!r}, {signature!r}, {out!r}, scheme={scheme}, tag={scheme.tag!r}"
    return _named(verify, f"verify_column({what})")


def map_column(dataset: Any, function: Map, **options: Any) -> Any:
    """`dataset.map_batches(function)` on Arrow batches without copies; `options` go to `map_batches` (`concurrency`, `num_cpus`, ...)."""
    return dataset.map_batches(function, **{**_ARROW, **options})


def subtree_roots(column: str, height: int, out: str = "root") -> Map:
    """A function for `map_batches` that makes a table of the roots of subtrees of `2**height` leaves each, of a column of leaves.

    Its batches must be whole subtrees, so the blocks of the Dataset must be: `2**height` leaves or a multiple of it each, but for none. Keep
    their order (`preserve_order`). A batch that is not is an error, never another root.
    """

    def roots(table: pa.Table) -> pa.Table:
        nodes = merkle.subtree_roots(_leaves(table.column(column)), height)
        return pa.table({out: pa.FixedSizeBinaryArray.from_buffers(pa.binary(32), len(nodes) // 32, [None, pa.py_buffer(nodes)])})

    return _named(roots, f"subtree_roots({column!r}, {height}, {out!r})")


def _leaves(part: Any) -> Any:
    """The memory of leaves: of a column of Arrow, of a table with one column, or of any other object that has memory. A copy only where
    a column has several chunks."""
    if isinstance(part, (pa.Table, pa.RecordBatch)):
        if part.num_columns != 1:
            raise LengthError(f"a part of leaves is one column, not {part.num_columns}: select it first")
        part = part.column(0)
    if not isinstance(part, (pa.Array, pa.ChunkedArray)):
        return part
    if part.type != pa.binary(32) or part.null_count:
        raise LengthError(f"leaves are fixed-size binary of 32 bytes without nulls, not {part.type} with {part.null_count} nulls")
    chunks = part.chunks if isinstance(part, pa.ChunkedArray) else [part]
    memory = [memoryview(c.buffers()[1])[32 * c.offset : 32 * (c.offset + len(c))] for c in chunks if len(c)]
    return memory[0] if len(memory) == 1 else b"".join(memory)


@ray.remote
def _subtree(part: Any) -> tuple[int, bytes]:
    leaves = _leaves(part)
    return memoryview(leaves).nbytes // 32, merkle.root(leaves)


def merkle_root(parts: Sequence[Any], *, limit: int | None = None, max_retries: int = 3, num_cpus: float = 1) -> bytes:
    """The root of a Merkle tree whose leaves lie in parts: each an object with memory, a column of Arrow (fixed-size binary of 32 bytes) or a
    table with one, or the reference of one (`ray.put`, what a task returned, `Dataset.to_arrow_refs`). All but the last have the
    same number of leaves, a power of two. A part is hashed where it lies.

    A worker that dies in the middle costs its part again, `max_retries` times. `num_cpus` is what a part takes of the cluster's.
    """
    if not parts:
        return merkle.root(b"", limit=limit)
    task = _subtree.options(max_retries=max_retries, num_cpus=num_cpus)
    done = ray.get([task.remote(part) for part in parts])
    sizes, roots = [size for size, _ in done], [root for _, root in done]
    count, size = sum(sizes), sizes[0]
    if len(parts) == 1:
        size = 1 << max(size - 1, 0).bit_length()
    elif size.bit_count() != 1 or any(n != size for n in sizes[:-1]) or sizes[-1] > size:
        raise LengthError(f"parts have {sizes} leaves: all but the last must have the same power of two")
    if limit is not None and count > limit:
        raise LengthError(f"{count} leaves do not fit a tree limited to {limit}")
    # The last may be a smaller tree.
    roots[-1] = merkle.combine(roots[-1:], max(sizes[-1] - 1, 0).bit_length(), limit=size)
    return merkle.combine(roots, size.bit_length() - 1, limit=count if limit is None else limit)


class _Searcher:
    """Searches one range at a time; `cancel` comes in beside it."""

    def __init__(self) -> None:
        self._search: curl.Search | None = None
        self._cancelled = False

    def ready(self) -> bool:
        """That the process runs."""
        return True

    def run(self, transaction: str, weight: int, start: int, stop: int) -> tuple[str, int, int] | None:
        self._search = curl.Search(transaction, weight, start=start, stop=stop)
        if self._cancelled:
            return None
        try:
            found = self._search.run()
        except SearchError:
            return None
        return found.nonce, found.weight, found.batch

    def cancel(self) -> None:
        # First the flag: a search that begins after this looks at it.
        self._cancelled = True
        if self._search is not None:
            self._search.cancel()


def search(
    transaction: str,
    weight: int,
    *,
    workers: int = 2,
    batches: int = 1 << 21,
    start: int = 0,
    stop: int | None = None,
    restarts: int = 16,
    searcher: type[_Searcher] = _Searcher,
) -> dict[str, Any]:
    """The nonce of a transaction, searched by a pool of actors: disjoint ranges of `batches` times 64 attempts each, handed out in
    order, from batch `start` to batch `stop` (all). The first that is found ends the search and cancels the others; an actor that dies
    is replaced, and its range searched again. Gives `nonce`, `weight`, `batch`, `restarts`, and in `stopped` the seconds after which the others had stopped."""
    for name, value in (("workers", workers), ("batches", batches)):
        if value < 1:
            raise LengthError(f"{name} is {value}: it must be at least 1")
    # Ray's types know no `max_concurrency`.
    remote: Any = ray.remote
    actor = remote(max_concurrency=2, max_restarts=0)(searcher)
    next_start, limit = curl.Search(transaction, weight, start=start, stop=stop).range
    left = restarts
    pool: dict[Any, tuple[Any, int]] = {}

    def begin(one: Any, start: int) -> None:
        run = one.run.remote(transaction, weight, start, min(start + batches, limit))
        pool[run] = (one, start)

    # Together, not one after the other.
    actors = [actor.remote() for _ in range(workers)]
    ray.get([one.ready.remote() for one in actors])
    for one in actors:
        if next_start < limit:
            begin(one, next_start)
            next_start += batches
    while pool:
        (done,), _ = ray.wait(list(pool), num_returns=1)
        one, start = pool.pop(done)
        try:
            found = ray.get(done)
        except RayActorError:
            if left == 0:
                raise
            left -= 1
            begin(actor.remote(), start)
            continue
        if found is None:
            if next_start < limit:
                begin(one, next_start)
                next_start += batches
            continue
        ended = time.monotonic()
        for other, _ in pool.values():
            other.cancel.remote()
        if pool:
            ray.wait(list(pool), num_returns=len(pool), timeout=10)
        nonce, reached, batch = found
        return {
            "nonce": nonce,
            "weight": reached,
            "batch": batch,
            "restarts": restarts - left,
            "stopped": time.monotonic() - ended,
        }
    raise SearchError("no nonce in the whole range is good enough")
