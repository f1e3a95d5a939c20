"""Bulk work on a cluster of Ray: columns of a Dataset, large Merkle trees, batches of signatures, nonce searches.

Ray schedules, retries and moves data; nothing here does. Functions are pure, because a task whose worker dies runs again. Start the
cluster yourself (`ray.init(...)`); this module is an extra: `pip install lanesmith[ray]`.
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
from .bls import ETHEREUM, Scheme

__all__ = [
    "Map",
    "curl_column",
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


def sha256_column(column: str, out: str = "sha256", *, threads: int = 1) -> Map:
    """A function for `map_batches` that adds the SHA-256 of a column."""

    def sha256(table: pa.Table) -> pa.Table:
        return _put(table, out, sha256_many(table.column(column), threads=threads))

    return sha256


def curl_column(column: str, out: str = "curl", *, rounds: Any = 81, threads: int = 1) -> Map:
    """A function for `map_batches` that adds the Curl-P hash of a column of trytes."""

    def curl_hash(table: pa.Table) -> pa.Table:
        return _put(table, out, curl.hash_many(table.column(column), rounds=rounds, threads=threads))

    return curl_hash


def verify_column(
    key: str, message: str, signature: str, out: str = "valid", *, scheme: Scheme = ETHEREUM, threads: int = 1
) -> Map:
    """A function for `map_batches` that adds a verdict for each row: whether the signature is of the message and the key; null where
    one of them is. A batch costs much less than its rows one by one."""

    def verify(table: pa.Table) -> pa.Table:
        columns = [table.column(name) for name in (key, message, signature)]
        return _put(table, out, scheme.verify_batch(*columns, threads=threads))

    return verify


def map_column(dataset: Any, function: Map, **options: Any) -> Any:
    """`dataset.map_batches(function)` on Arrow batches without copies; `options` go to `map_batches`."""
    return dataset.map_batches(function, **{**_ARROW, **options})


def subtree_roots(column: str, height: int, out: str = "root") -> Map:
    """A function for `map_batches` that makes a table of the roots of subtrees of `2**height` leaves each, of a column of leaves.

    Give it `batch_size=2**height` times a whole number, and keep the order of the Dataset (`preserve_order`).
    """

    def roots(table: pa.Table) -> pa.Table:
        leaves = _leaves(table.column(column))
        nodes = merkle.subtree_roots(leaves, height)
        return pa.table({out: pa.FixedSizeBinaryArray.from_buffers(pa.binary(32), len(nodes) // 32, [None, pa.py_buffer(nodes)])})

    return roots


def _leaves(column: pa.ChunkedArray) -> bytes:
    if column.type != pa.binary(32) or column.null_count:
        raise LengthError(f"leaves are fixed-size binary of 32 bytes without nulls, not {column.type}")
    parts = []
    for chunk in column.chunks:
        values = chunk.buffers()[1]
        if len(chunk):
            parts.append(bytes(values[32 * chunk.offset : 32 * (chunk.offset + len(chunk))]))
    return b"".join(parts)


@ray.remote
def _subtree(leaves: Any, size: int) -> bytes:
    return merkle.root(leaves, limit=size)


def merkle_root(parts: Sequence[Any], *, limit: int | None = None, max_retries: int = 3) -> bytes:
    """The root of a Merkle tree whose leaves lie in parts: each an object with memory, or the reference of one (`ray.put`, or what a
    task returned). All but the last have the same number of leaves, a power of two. A part is hashed where it lies.

    A worker that dies in the middle costs its part again, `max_retries` times.
    """
    if not parts:
        return merkle.root(b"", limit=limit)
    sizes = ray.get([_count.remote(part) for part in parts])
    size = sizes[0]
    if size & (size - 1) or any(n != size for n in sizes[:-1]) or sizes[-1] > size:
        if len(parts) > 1:
            raise LengthError(f"parts have {sizes} leaves: all but the last must have the same power of two")
    if len(parts) == 1:
        size = 1 << max(size - 1, 0).bit_length()
    count = sum(sizes)
    if limit is not None and count > limit:
        raise LengthError(f"{count} leaves do not fit a tree limited to {limit}")
    task = _subtree.options(max_retries=max_retries)
    roots = ray.get([task.remote(part, size) for part in parts])
    return merkle.combine(roots, size.bit_length() - 1, limit=count if limit is None else limit)


@ray.remote
def _count(leaves: Any) -> int:
    return memoryview(leaves).nbytes // 32


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
    restarts: int = 16,
    searcher: type[_Searcher] = _Searcher,
) -> dict[str, Any]:
    """The nonce of a transaction, searched by a pool of actors: disjoint ranges of `batches` times 64 attempts each, handed out in
    order. The first that is found ends the search and cancels the others; an actor that dies is replaced, and its range searched
    again. Gives `nonce`, `weight`, `batch`, `restarts`, and in `stopped` the seconds after which the others had stopped."""
    # Ray's types know no `max_concurrency`.
    remote: Any = ray.remote
    actor = remote(max_concurrency=2, max_restarts=0)(searcher)
    limit = curl.Search(transaction, weight).range[1]
    next_start, left = 0, restarts
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
