"""Files of Parquet on a cluster of Ray, one output file for each input file, with a list of what is done."""

from __future__ import annotations

import fcntl
import glob
import json
import os
import uuid
from collections.abc import Callable, Iterable
from typing import IO, Any, TypedDict

import pyarrow as pa
import pyarrow.parquet as pq
import ray

from ._errors import InputError, LengthError

MANIFEST = "manifest.jsonl"


class Done(TypedDict):
    """What `map_parquet` did: numbers of files and of rows."""

    written: int
    """Files that were made now."""
    skipped: int
    """Files that were there already, of the same job and input."""
    rows: int
    """Rows of all of them."""


class _Manifest:
    """A line for the job, and one for each file that is done; a line is written whole or left out when it is read."""

    def __init__(self, folder: str, job: str) -> None:
        self.path = os.path.join(folder, MANIFEST)
        self.done: dict[str, dict[str, Any]] = {}
        self._file: IO[bytes] = open(self.path, "a+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            raise InputError(f"{self.path} is in use: another process writes to this folder") from error
        try:
            self._read(job)
        except BaseException:
            self._file.close()
            raise

    def _read(self, job: str) -> None:
        self._file.seek(0)
        text = self._file.read()
        whole = text.rfind(b"\n") + 1
        # What a driver that died in the middle of a line has left.
        self._file.truncate(whole)
        lines = text[:whole].splitlines()
        if not lines:
            self.add({"job": job})
            return
        try:
            first, *rest = map(json.loads, lines)
            found, self.done = first["job"], {entry["input"]: entry for entry in rest}
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"{self.path} is no list of files that are done: give another folder, or delete it") from error
        if found != job:
            raise InputError(f"{self.path} is of another job, {found}, and this one is {job}: give another folder, or delete it")

    def add(self, entry: dict[str, Any]) -> None:
        self._file.write(json.dumps(entry).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()


def _state(path: str) -> dict[str, Any]:
    """What tells one version of a file from another."""
    status = os.stat(path)
    return {"bytes": status.st_size, "changed": status.st_mtime_ns}


def _is_done(entry: dict[str, Any] | None, source: str, target: str) -> bool:
    if entry is None or entry.get("of") != _state(source):
        return False
    return os.path.isfile(target) and os.path.getsize(target) == entry.get("bytes")


def _one_file(function: Callable[[pa.Table], pa.Table], source: str, target: str, batch_rows: int) -> dict[str, Any]:
    """Maps a file batch by batch into a hidden file, which gets its name when it is whole."""
    of, rows = _state(source), 0
    folder, name = os.path.split(target)
    hidden = os.path.join(folder, f".{name}.{uuid.uuid4().hex}.part")
    try:
        with pq.ParquetFile(source) as file:
            batches = (pa.Table.from_batches([batch]) for batch in file.iter_batches(batch_rows))
            first = function(next(batches, file.schema_arrow.empty_table()))
            with pq.ParquetWriter(hidden, first.schema) as writer:
                writer.write_table(first)
                rows += len(first)
                for batch in batches:
                    table = function(batch)
                    writer.write_table(table)
                    rows += len(table)
        with open(hidden, "rb") as written:
            os.fsync(written.fileno())
        size = os.path.getsize(hidden)
        os.replace(hidden, target)
    finally:
        if os.path.exists(hidden):
            os.unlink(hidden)
    return {"input": source, "of": of, "bytes": size, "rows": rows}


def _sources(inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], output: str) -> dict[str, str]:
    """Each input with its output."""
    if isinstance(inputs, (str, os.PathLike)):
        found: list[str] = sorted(glob.glob(os.path.join(glob.escape(os.fspath(inputs)), "*.parquet")))
        if not found:
            raise InputError(f"{os.fspath(inputs)} is no folder with files named *.parquet")
    else:
        found = [os.fspath(path) for path in inputs]
    by_target: dict[str, str] = {}
    for source in map(os.path.abspath, found):
        target = os.path.join(output, os.path.basename(source))
        if target == source:
            raise InputError(f"{source} lies in the folder that is written to: give another one")
        if by_target.setdefault(target, source) != source:
            raise InputError(f"{by_target[target]} and {source} have the same name: both would become {target}")
    return {source: target for target, source in by_target.items()}


def map_parquet(
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    function: Callable[[pa.Table], pa.Table],
    *,
    job: str | None = None,
    workers: int | None = None,
    batch_rows: int = 1 << 16,
    max_retries: int = 3,
    progress: Callable[[int, int], object] | None = None,
) -> Done:
    """Maps files of Parquet (a list, or all of a folder) into files of the same names in the folder `output`, on a cluster, and goes
    on where it stopped: after the driver died, was interrupted or met a bad file, the same call does the rest.

    A file gets its name when it is whole, and is then noted in `output/manifest.jsonl`, which also names the job. A file that is noted,
    and whose input is as it was, is not done again. The folders must be seen by all workers under the same paths.

    `function` is one of this module's or yours: it gets tables of up to `batch_rows` rows. `job` names what it does, where its own name does
    not say all. `workers` files are in work at a time (all CPUs of the cluster); a task whose worker dies is run again `max_retries` times.
    `progress(done, all)` is called after each file. A file that fails is named in a note of the exception; those in work are waited for.
    """
    if workers is None:
        # Without types in Ray.
        cluster: Any = ray
        workers = max(1, int(cluster.cluster_resources().get("CPU", 1)))
    for name, value in (("workers", workers), ("batch_rows", batch_rows)):
        if value < 1:
            raise LengthError(f"{name} is {value}: it must be at least 1")
    output = os.path.abspath(os.fspath(output))
    targets = _sources(inputs, output)
    os.makedirs(output, exist_ok=True)
    manifest = _Manifest(output, job or _name_of(function))
    try:
        for left in glob.glob(os.path.join(glob.escape(output), ".*.part")):
            os.unlink(left)
        return _run(function, targets, manifest, workers, batch_rows, max_retries, progress)
    finally:
        manifest.close()


def _name_of(function: Any) -> str:
    known = getattr(function, "__qualname__", None) or type(function).__qualname__
    return f"{getattr(function, '__module__', None)}.{known}"


def _run(
    function: Callable[[pa.Table], pa.Table],
    targets: dict[str, str],
    manifest: _Manifest,
    workers: int,
    batch_rows: int,
    max_retries: int,
    progress: Callable[[int, int], object] | None,
) -> Done:
    waiting = {s: t for s, t in targets.items() if not _is_done(manifest.done.get(s), s, t)}
    skipped = len(targets) - len(waiting)
    rows = sum(manifest.done[source]["rows"] for source in targets if source not in waiting)
    done: Done = {"written": 0, "skipped": skipped, "rows": rows}
    task = ray.remote(_one_file).options(max_retries=max_retries)
    mapper, rest = ray.put(function), iter(waiting.items())
    running: dict[Any, str] = {}
    failed: BaseException | None = None
    try:
        while True:
            while failed is None and len(running) < workers and (pair := next(rest, None)) is not None:
                running[task.remote(mapper, *pair, batch_rows)] = pair[0]
            if not running:
                break
            (ready,), _ = ray.wait(list(running), num_returns=1)
            source = running.pop(ready)
            try:
                entry = ray.get(ready)
            except Exception as error:
                error.add_note(f"in {source}")
                failed = failed or error
                continue
            manifest.add(entry)
            done["written"] += 1
            done["rows"] += entry["rows"]
            if progress is not None:
                progress(done["written"] + skipped, len(targets))
    finally:
        # Only an interruption leaves some.
        for one in running:
            ray.cancel(one)
    if failed is not None:
        raise failed
    return done
