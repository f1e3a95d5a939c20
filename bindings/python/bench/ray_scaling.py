"""How work on Ray grows with workers: prints a table of seconds, and how many times one worker's speed that is.

    python bench/ray_scaling.py [--workers 1 2 4] [--seconds 4] [--runs 3]

Ray runs each job with so many workers and no more, one thread each; data lie in its object store before the clock
starts. `alone` is the same work in this process, without Ray. Numbers of workers alternate, the least time of `--runs` counts. A search starts its
processes in the time that is told. A machine with fewer
CPUs than workers shows what sharing them costs: nothing more can be got there.
"""

import argparse
import logging
import os
import sys
import time
from collections.abc import Callable
from typing import Any

os.environ.update(RAY_USAGE_STATS_ENABLED="0", RAY_DISABLE_DOCKER_CPU_WARNING="1")

import lanesmith
import lanesmith.ray
import pyarrow as pa
import ray
import ray.data
from lanesmith import bls, curl, merkle

# Bytes of a job's data: the process, Ray's store and its workers hold some copies.
MOST = 1 << 30
TRANSACTION = "SCALING" + "9" * 2666


def fixed(data: bytes, width: int) -> pa.Array:
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), len(data) // width, [None, pa.py_buffer(data)])


def blocks(table: pa.Table, parts: int) -> Any:
    """A dataset of so many blocks, in the object store."""
    size = -(-len(table) // parts)
    return ray.data.from_arrow([table.slice(at, size).combine_chunks() for at in range(0, len(table), size)])


class Job:
    """Work of one kind: alone, and on workers."""

    def __init__(self, name: str, unit: str, count: int, size: int, make: Callable[[int], Any], alone: Callable[[Any], Any], ours: Any) -> None:
        self.name, self.unit, self.count, self.size, self.make, self.alone, self.ours = name, unit, count, size, make, alone, ours

    def fit(self, seconds: float) -> None:
        """So much work that it takes this process about so many seconds, or is as much as stays well within memory."""
        most = MOST // self.size
        while self.count < most:
            data = self.make(self.count)
            start = time.perf_counter()
            self.alone(data)
            took = time.perf_counter() - start
            if took > seconds / 4:
                # Powers of two, as trees want them.
                self.count = min(1 << int(self.count * seconds / took).bit_length(), most)
                return
            self.count = min(self.count * 4, most)


def jobs() -> list[Job]:
    secret = bls.SecretKey.generate(bytes(32))
    signed = [(b"m%d" % i, bytes(bls.ETHEREUM.sign(secret, b"m%d" % i))) for i in range(64)]

    def messages(count: int) -> pa.Table:
        return pa.table({"m": fixed(os.urandom(1 << 20) * (count >> 14), 64)})

    def signatures(count: int) -> pa.Table:
        rows = [signed[i % 64] for i in range(count)]
        keys = pa.array([bytes(secret.public_key())] * count, pa.binary(48))
        return pa.table({"k": keys, "m": [m for m, _ in rows], "s": pa.array([s for _, s in rows], pa.binary(96))})

    def mapped(function: Any) -> Any:
        def run(table: pa.Table, workers: int) -> Any:
            dataset = blocks(table, 16)
            dataset.context.enable_progress_bars = False
            start = time.perf_counter()
            lanesmith.ray.map_column(dataset, function, compute=ray.data.TaskPoolStrategy(size=workers)).materialize()
            return time.perf_counter() - start

        return run

    def tree(leaves: bytes, workers: int) -> float:
        size = 1 << (len(leaves) // 32 // 16 - 1).bit_length()
        parts = [ray.put(leaves[at : at + 32 * size]) for at in range(0, len(leaves), 32 * size)]
        start = time.perf_counter()
        # A task asks for so much of the cluster that no more of them run at a time.
        lanesmith.ray.merkle_root(parts, num_cpus=ray.cluster_resources()["CPU"] / workers)
        return time.perf_counter() - start

    def search(batches: int, workers: int) -> float:
        start = time.perf_counter()
        try:
            lanesmith.ray.search(TRANSACTION, 243, workers=workers, batches=batches // 16 + 1, stop=batches)
        except lanesmith.SearchError:
            pass
        return time.perf_counter() - start

    def search_alone(batches: int) -> None:
        try:
            curl.Search(TRANSACTION, 243, stop=batches).run()
        except lanesmith.SearchError:
            pass

    sha, verify = lanesmith.ray.sha256_column("m"), lanesmith.ray.verify_column("k", "m", "s")
    return [
        Job("SHA-256 of a column of 64 bytes", "rows", 1 << 16, 64, messages, sha, mapped(sha)),
        Job("verdicts of BLS signatures", "rows", 64, 256, signatures, verify, mapped(verify)),
        Job("root of a tree", "leaves", 1 << 16, 32, lambda n: os.urandom(32 * n), merkle.root, tree),
        Job("search without a nonce", "batches", 1 << 12, 1, lambda n: n, search_alone, search),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--seconds", type=float, default=4.0, help="of each job, alone (4)")
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    # As many as are asked for, whatever the machine has.
    ray.init(num_cpus=max(args.workers), include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    print(f"{lanesmith.cpu()['model']}, {os.cpu_count()} CPUs, Ray {ray.__version__}")
    head = "".join(f" {n} worker{'s' * (n > 1)} |" for n in args.workers)
    print(f"\n| job | alone |{head}\n| --- | ---: |{' ---: |' * len(args.workers)}", flush=True)
    for job in jobs():
        job.fit(args.seconds)
        data = job.make(job.count)
        alone: list[float] = []
        least: dict[int, list[float]] = {n: [] for n in args.workers}
        for run in range(args.runs + 1):
            start = time.perf_counter()
            job.alone(data)
            took = time.perf_counter() - start
            times = {n: job.ours(data, n) for n in args.workers}
            if run:  # the first starts Ray's processes
                alone.append(took)
                for n, seconds in times.items():
                    least[n].append(seconds)
        one = min(least[args.workers[0]])
        cells = "".join(f" {min(t):.2f} s, {one / min(t):.2f} |" for t in least.values())
        print(f"| {job.name} ({job.count:,} {job.unit}) | {min(alone):.2f} s |{cells}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
