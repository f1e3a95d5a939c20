"""Whole programs in turn over one file: lanesmith tree, veritysetup format, fsverity digest, libtorrent.

    python3 docs/benchmarks/trees.py target/release/lanesmith [--gib 4] [--rounds 5] [--folder /var/tmp]

Prints for each task and program the median time, its ratio to lanesmith's (median over rounds), and the most memory in MiB. Programs that are not
there are left out. libtorrent is that of the interpreter that runs this.
"""

import argparse
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

LIBTORRENT = """
import sys, os, libtorrent as lt
path = sys.argv[1]
torrent = lt.create_torrent(lt.list_files(path), 1 << 20, lt.create_torrent.v2_only)
lt.set_piece_hashes(torrent, os.path.dirname(path))
"""


def high_water(process):
    """MiB that a program had at most so far; what wait4 tells is that of this interpreter, where that is more."""
    try:
        with open(f"/proc/{process}/status") as file:
            lines = dict(line.split(":", 1) for line in file if ":" in line)
        return int(lines["VmHWM"].split()[0]) / 1024
    except (OSError, KeyError):
        return 0.0


def run(command):
    """Seconds and MiB of a program."""
    started = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    most = 0.0
    while child.poll() is None:
        most = max(most, high_water(child.pid))
        time.sleep(0.002)
    if child.returncode != 0:
        sys.exit(f"{command}: status {child.returncode}")
    return time.perf_counter() - started, most


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("lanesmith")
    arguments.add_argument("--gib", type=float, default=4)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--folder", default=None)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        path, tree = os.path.join(folder, "data"), os.path.join(folder, "tree")
        part = random.Random(1).randbytes(16 << 20)
        with open(path, "wb") as file:
            for _ in range(int(given.gib * 64)):
                file.write(part)
        ours = [given.lanesmith, "tree", "write", "-o", tree, path, "--format"]
        veritysetup = shutil.which("veritysetup") or shutil.which("veritysetup", path="/usr/sbin")
        fsverity = shutil.which("fsverity")
        try:
            import libtorrent  # noqa: F401

            has_libtorrent = True
        except ImportError:
            has_libtorrent = False
        tasks = {
            "dm-verity, 4 KiB": {
                "lanesmith": [*ours, "dm-verity"],
                "lanesmith, 1 thread": [*ours, "dm-verity", "--threads", "1"],
                "veritysetup format": [veritysetup, "format", path, tree] if veritysetup else None,
            },
            "fsverity, 4 KiB": {
                "lanesmith": [given.lanesmith, "tree", "root", "--format", "fsverity", path],
                "lanesmith, 1 thread": [given.lanesmith, "tree", "root", "--format", "fsverity", "--threads", "1", path],
                "fsverity digest": [fsverity, "digest", path] if fsverity else None,
            },
            "btv2, pieces of 1 MiB": {
                "lanesmith": [given.lanesmith, "torrent", "create", "--piece-length", "1MiB", "-o", tree, path],
                "lanesmith, 1 thread": [given.lanesmith, "torrent", "create", "--threads", "1", "--piece-length", "1MiB", "-o", tree, path],
                "libtorrent": [sys.executable, "-c", LIBTORRENT, path] if has_libtorrent else None,
            },
        }
        for task, programs in tasks.items():
            programs = {name: command for name, command in programs.items() if command}
            times = {name: [] for name in programs}
            memory = dict.fromkeys(programs, 0.0)
            for number in range(given.rounds + 1):
                order = list(programs)
                random.Random(number).shuffle(order)
                for name in order:
                    seconds, mib = run(programs[name])
                    memory[name] = max(memory[name], mib)
                    # The first round brings the file into memory.
                    if number > 0:
                        times[name].append(seconds)
            print(task)
            for name in programs:
                ratio = statistics.median(a / b for a, b in zip(times[name], times["lanesmith"]))
                median = statistics.median(times[name])
                print(f"  {name:20} {median:8.3f} s  {ratio:6.2f} times lanesmith's  {memory[name]:7.1f} MiB")


resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
main()
