"""What password hashes leave in memory: nothing of theirs, and not much of it."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")

LOOK = """
import resource
from lanesmith import pwhash

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()

def kept():
    # Of memory of 60 MiB and more that is the process's own: whether its middle is zeros.
    for line in open("/proc/self/maps"):
        (place, mode), rest = line.split()[:2], line.split()[5:]
        start, end = (int(part, 16) for part in place.split("-"))
        if end - start >= 60 << 20 and mode == "rw-p" and not rest:
            with open("/proc/self/mem", "rb", 0) as memory:
                memory.seek((start + end) // 2)
                yield not any(memory.read(1 << 16))
"""


def in_a_process(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", LOOK + code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_what_a_hash_leaves_is_wiped():
    in_a_process("""
pwhash.argon2(b"password", b"somesalt", memory=65536, passes=1, lanes=1)
found = list(kept())
assert found and all(found), found
""")


def test_memory_is_kept_for_the_next_hash_up_to_a_bound():
    in_a_process("""
before = resident()
pwhash.argon2(b"password", b"somesalt", memory=65536, passes=1, lanes=1)
assert resident() - before > 40 << 20
pwhash.argon2(b"password", b"somesalt", memory=400 << 10, passes=1, lanes=1)
assert resident() - before < 100 << 20, resident() - before
pwhash.release_memory()
assert resident() - before < 20 << 20, resident() - before
""")


def test_a_string_over_the_limit_is_refused_before_memory_is_asked_for():
    in_a_process("""
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + (128 << 20),) * 2)
for costs, said in (("m=4294967295,t=1", "of memory"), ("m=1048576,t=4294967", "of work")):
    try:
        pwhash.verify(f"$argon2id$v=19${costs},p=1$c29tZXNhbHQ$" + "A" * 43, "password", max_memory=1 << 30)
    except ValueError as error:
        assert said in str(error), error
    else:
        raise AssertionError("it was taken")
""")


def test_sixty_four_verifications_at_once_stay_within_the_limit_and_all_are_answered():
    in_a_process("""
from concurrent.futures import ThreadPoolExecutor
pwhash.limit_memory("256MiB")
hasher = pwhash.PasswordHasher(memory="64MiB", time_cost=1, threads=4)
stored = hasher.hash("correct horse")
def verify(number):
    return pwhash.verify(stored, "wrong" if number % 4 == 0 else "correct horse", threads=4)
with ThreadPoolExecutor(64) as pool:
    answers = list(pool.map(verify, range(64)))
assert answers == [number % 4 != 0 for number in range(64)], answers
peak = next(int(line.split()[1]) << 10 for line in open("/proc/self/status") if line.startswith("VmHWM"))
assert peak < 300 << 20, peak >> 20
""")


def test_a_service_that_does_not_let_wait_is_told_that_it_is_busy():
    in_a_process("""
import threading, time
from concurrent.futures import ThreadPoolExecutor
stored = pwhash.hash("x", memory="64MiB", time_cost=1)
pwhash.limit_memory("100MiB", wait=False)
def verify(_):
    try:
        return pwhash.verify(stored, "x")
    except MemoryError as error:
        return str(error)
with ThreadPoolExecutor(8) as pool:
    answers = list(pool.map(verify, range(32)))
assert True in answers and any("in use" in str(answer) for answer in answers), answers
pwhash.limit_memory("32MiB")
try:
    pwhash.verify(stored, "x")
    raise SystemExit("32 MiB are not enough")
except MemoryError as error:
    assert "budget" in str(error), error
pwhash.limit_memory(None)
assert pwhash.verify(stored, "x")
""")


def test_whoever_waits_for_memory_can_be_interrupted_and_a_handler_that_hashes_is_refused_rather_than_stuck():
    in_a_process("""
import os, signal, threading
stored = pwhash.hash("x", memory="8MiB", time_cost=1)
pwhash.limit_memory("100MiB")
seen = []
def handler(*_):
    # The hash that this interrupts has the memory, and does not go on before this ends.
    try:
        pwhash.hash("x", memory="64MiB", time_cost=1)
    except MemoryError as error:
        seen.append(error)
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.2)
try:
    pwhash.argon2(b"p", b"somesalt", memory=65536, passes=2000)
    raise SystemExit("it ended")
except KeyboardInterrupt:
    assert len(seen) == 1
# Somebody else has the memory: the main thread waits, and hears the signal.
begun = threading.Event()
def long():
    begun.set()
    try:
        pwhash.argon2(b"p", b"somesalt", memory=65536, passes=400)
    except BaseException:
        pass
thread = threading.Thread(target=long)
thread.start()
begun.wait()
import time
time.sleep(0.3)
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.2)
start = time.monotonic()
try:
    pwhash.hash("x", memory="64MiB", time_cost=1)
    raise SystemExit("it did not wait")
except KeyboardInterrupt:
    assert time.monotonic() - start < 2, time.monotonic() - start
thread.join()
assert pwhash.hash("x", memory="64MiB", time_cost=1)
""")


def test_a_child_of_fork_has_the_limit_of_its_parent():
    in_a_process("""
import os
pwhash.limit_memory("32MiB")
pwhash.hash("x", memory="8MiB", time_cost=1, threads=2)
child = os.fork()
if child == 0:
    try:
        pwhash.hash("x", memory="64MiB", time_cost=1)
    except MemoryError:
        pwhash.hash("x", memory="8MiB", time_cost=1, threads=2)
        os._exit(0)
    os._exit(1)
assert os.waitpid(child, 0)[1] == 0
""")
