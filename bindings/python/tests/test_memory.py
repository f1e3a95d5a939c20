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
