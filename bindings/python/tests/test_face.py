"""Small promises of the package's face."""

import hashlib
import pickle
import subprocess
import sys

import lanesmith
import pytest
from lanesmith import bls, merkle


def test_a_scheme_equals_one_that_does_the_same():
    assert bls.Scheme() == bls.ETHEREUM and hash(bls.Scheme()) == hash(bls.ETHEREUM)
    assert pickle.loads(pickle.dumps(bls.ETHEREUM)) == bls.ETHEREUM
    assert bls.Scheme(tag=bls.ETHEREUM.tag) == bls.ETHEREUM
    others = [bls.Scheme("min_sig"), bls.Scheme(mode="basic"), bls.Scheme(tag=b"mine"), None, "Scheme"]
    assert all(other != bls.ETHEREUM for other in others)


def test_a_network_of_drand_equals_one_of_the_same_key():
    again = pickle.loads(pickle.dumps(bls.DRAND_QUICKNET))
    assert again == bls.DRAND_QUICKNET and hash(again) == hash(bls.DRAND_QUICKNET)
    assert bls.DRAND_QUICKNET != bls.DRAND_DEFAULT and bls.DRAND_QUICKNET != None  # noqa: E711


def test_the_message_may_be_named():
    assert lanesmith.sha256_digest(data=b"abc") == hashlib.sha256(b"abc").digest()


@pytest.mark.parametrize(
    "roots, height, limit, said",
    [
        ([bytes(31), bytes(33)], 0, None, "row 0: roots: 31 bytes, expected 32"),
        ([bytes(32), b"a"], 0, None, "row 1: roots: 1 byte, expected 32"),
        ([b"a"], 0, None, "row 0: roots: 1 byte, expected 32"),
        ([bytes(32)], 200, None, "height is 200"),
        ([bytes(32)], -1, None, "height is -1"),
        ([bytes(32)], 0, -1, "limit is -1"),
        ([bytes(32)] * 3, 1, 4, "do not fit"),
    ],
)
def test_roots_that_are_none_are_not_combined(roots, height, limit, said):
    with pytest.raises(lanesmith.LengthError, match=said):
        merkle.combine(roots, height, limit=limit)


def test_roots_are_combined_from_any_memory():
    leaves = b"".join(bytes([i]) * 32 for i in range(4))
    rows = [bytearray(leaves[:32]), memoryview(leaves)[32:64], leaves[64:96], leaves[96:]]
    assert merkle.combine(rows, 0) == merkle.root(leaves)


def test_the_module_tells_its_version():
    done = subprocess.run([sys.executable, "-m", "lanesmith", "--version"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, f"lanesmith {lanesmith.__version__}\n")
