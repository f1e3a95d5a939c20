"""What users write, for the type checkers: `pyright tests/types/user.py` and `mypy --strict tests/types/user.py` find nothing. It is not run."""

import hashlib
import hmac
from typing import Any

import lanesmith
from lanesmith import bls, curl, merkle, pwhash
from typing_extensions import assert_type


def hashing(messages: list[bytes], column: lanesmith.Column, unknown: Any, path: str) -> None:
    assert_type(hmac.new(b"k", b"m", lanesmith.sha256).hexdigest(), str)
    assert_type(hmac.digest(b"k", b"m", lanesmith.sha256), bytes)
    with open(path, "rb") as file:
        assert_type(hashlib.file_digest(file, lanesmith.sha256).digest(), bytes)
    assert_type(lanesmith.sha256(b"abc").digest_size, int)
    assert_type(lanesmith.sha256_digest(data=memoryview(b"abc")), bytes)

    assert_type(lanesmith.sha256_many(messages), list[bytes])
    assert_type(lanesmith.sha256_many(column), lanesmith.Column)
    assert_type(lanesmith.sha256_many(messages, out=bytearray(64)), bytearray)
    # pyarrow has no types: its arrays come back as arrays, so nothing may be said of the result.
    lanesmith.sha256_many(unknown).to_pylist()
    curl.hash_many(unknown).to_pylist()
    bls.ETHEREUM.verify_batch(unknown, unknown, unknown).to_pylist()


def trees(leaves: bytes) -> None:
    assert_type(merkle.root(leaves, limit=2**40), bytes)
    proof = merkle.prove(leaves, 0)
    assert_type(merkle.verify(leaves[:32], proof, 0, merkle.root(leaves), limit=1), bool)


def signatures(keys: list[bls.PublicKey], messages: list[bytes], signatures: list[bls.Signature]) -> None:
    assert_type(bls.ETHEREUM.verify_batch(keys, messages, signatures), list[bool | None])
    assert_type(bls.ETHEREUM.verify(keys[0], messages[0], signatures[0]), bool)
    assert_type(bls.ETHEREUM == bls.Scheme(), bool)


def passwords(stored: str, password: str) -> str | None:
    hasher = pwhash.PasswordHasher(time_cost=3, memory_cost=65536, parallelism=4, hash_len=32, salt_len=16)
    assert_type(pwhash.PasswordHasher(3, 65536, 4), pwhash.PasswordHasher)
    assert_type(pwhash.PasswordHasher("yescrypt", memory="64MiB", secret=b"pepper").hash(password), str)
    assert_type(pwhash.verify(stored, password), bool)
    try:
        hasher.verify(stored, password)
    except pwhash.VerifyMismatchError as error:
        assert_type(error.reason, str)
        return None
    except pwhash.InvalidHash:
        return None
    return hasher.verify_and_upgrade(stored, password)


def ternary(trytes: list[str]) -> None:
    assert_type(curl.hash("ABC"), str)
    assert_type(curl.hash(b"ABC"), bytes)
    assert_type(curl.hash_many(trytes), list[str])


def measurements(path: str) -> None:
    profile = lanesmith.tune("sha256", seconds=1, progress=print)
    assert_type(profile, lanesmith.Profile)
    assert_type(profile.operations[0].gains, list[lanesmith.Gain])
    profile.save(path)
    assert_type(lanesmith.measure().worth[0].ratio, float)
