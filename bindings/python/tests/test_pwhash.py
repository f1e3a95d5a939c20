import hashlib
import pickle

import lanesmith
import pytest
from argon2 import PasswordHasher as TheirHasher
from argon2.low_level import Type, hash_secret_raw
from lanesmith import pwhash

CHEAP = {"memory": 1 << 20, "time_cost": 1, "parallelism": 1}
SCHEMES = ["argon2id", "argon2i", "argon2d", "scrypt", "yescrypt", "lyra2", "twocats"]


def costs(scheme):
    return {"scheme": scheme, "memory": 4 << 20} if scheme in ("yescrypt", "twocats") else {"scheme": scheme, **CHEAP}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_string_verifies_with_its_password_only(scheme):
    stored = pwhash.hash("correct horse", **costs(scheme))
    assert pwhash.verify(stored, b"correct horse") and not pwhash.verify(stored, "battery staple")
    assert pwhash.hash("correct horse", **costs(scheme)) != stored
    assert not pwhash.needs_rehash(stored, **costs(scheme))
    report = pwhash.inspect(stored)
    assert report["scheme"] == scheme and report["salt_bytes"] == 16 and report["memory"] > 1_000_000


def test_strings_are_those_of_argon2_cffi():
    theirs = TheirHasher(time_cost=2, memory_cost=512, parallelism=2)
    ours = pwhash.PasswordHasher(memory="512KiB", time_cost=2, parallelism=2)
    assert theirs.verify(ours.hash("password"), "password")
    stored = theirs.hash("password")
    assert ours.verify(stored, "password") and not ours.check_needs_rehash(stored)
    assert pwhash.PasswordHasher().check_needs_rehash(stored)
    with pytest.raises(lanesmith.WrongPassword, match="wrong password"):
        ours.verify(stored, "another")


@pytest.mark.parametrize("lanes, threads", [(1, 1), (4, 1), (4, 2), (4, 0), (3, 8)])
@pytest.mark.parametrize("variant, theirs", [("d", Type.D), ("i", Type.I), ("id", Type.ID)])
def test_tags_are_those_of_argon2_cffi(variant, theirs, lanes, threads):
    expected = hash_secret_raw(b"password", b"somesalt", 2, 256, lanes, 40, theirs)
    tag = pwhash.argon2(
        b"password", b"somesalt", variant=variant, memory=256, passes=2, lanes=lanes, length=40, threads=threads
    )
    assert tag == expected


@pytest.mark.parametrize("threads", [0, 2, 3, 64])
def test_a_hash_is_the_same_whoever_computes_it(threads):
    costs = {"memory": 8 << 20, "time_cost": 2, "parallelism": 4}
    stored = pwhash.hash("correct horse", salt=bytes(16), **costs)
    assert pwhash.hash("correct horse", salt=bytes(16), threads=threads, **costs) == stored
    assert pwhash.verify(stored, "correct horse", threads=threads)
    assert not pwhash.verify(stored, "battery staple", threads=threads)
    assert pwhash.verify_and_upgrade(stored, "correct horse", threads=threads, **costs) == (True, None)
    hasher = pwhash.PasswordHasher(threads=threads, **costs)
    assert hasher.hash("correct horse", salt=bytes(16)) == stored and hasher.verify(stored, "correct horse")
    copied = pickle.loads(pickle.dumps(hasher))
    assert copied.hash("correct horse", salt=bytes(16)) == stored
    ours = pwhash.argon2(b"password", b"somesalt", memory=8192, passes=2, lanes=4, threads=threads)
    assert ours == hash_secret_raw(b"password", b"somesalt", 2, 8192, 4, 32, Type.ID)


@pytest.mark.parametrize("call", ["hash", "verify", "verify_and_upgrade", "PasswordHasher"])
def test_numbers_of_threads_that_cannot_be_are_refused(call):
    stored = pwhash.hash("x", **CHEAP)
    calls = {
        "hash": lambda n: pwhash.hash("x", threads=n, **CHEAP),
        "verify": lambda n: pwhash.verify(stored, "x", threads=n),
        "verify_and_upgrade": lambda n: pwhash.verify_and_upgrade(stored, "x", threads=n, **CHEAP),
        "PasswordHasher": lambda n: pwhash.PasswordHasher(threads=n, **CHEAP).hash("x"),
    }
    for threads in (-1, 1025, 1 << 70):
        with pytest.raises(lanesmith.LengthError, match="threads is"):
            calls[call](threads)


def test_scrypt_is_that_of_hashlib():
    expected = hashlib.scrypt(b"password", salt=b"salt", n=1024, r=8, p=2, dklen=64)
    assert pwhash.scrypt("password", b"salt", n=1024, p=2, length=64) == expected


def test_a_secret_and_data_of_the_service_are_needed_again():
    service = {"secret": b"pepper", "data": "user 4711"}
    stored = pwhash.hash("password", **CHEAP, **service)
    assert pwhash.verify(stored, "password", **service)
    assert not pwhash.verify(stored, "password") and not pwhash.verify(stored, "password", **{**service, "data": "1"})
    hasher = pwhash.PasswordHasher(**CHEAP, secret=b"pepper")
    assert hasher.verify(hasher.hash("password"), "password") and "pepper" not in repr(hasher)


@pytest.mark.parametrize("threads", [1, 2])
def test_many_at_once(threads):
    passwords = [f"password {i}" for i in range(9)]
    stored = pwhash.hash_many(passwords, **CHEAP, threads=threads)
    assert len(set(stored)) == 9
    assert pwhash.verify_many(stored, passwords, threads=threads) == [True] * 9
    assert pwhash.verify_many(stored, ["x", *passwords[1:]], threads=threads) == [False] + [True] * 8
    with pytest.raises(lanesmith.PasswordError, match="row 4") as caught:
        pwhash.verify_many([*stored[:4], "$argon2id$", *stored[5:]], passwords, threads=threads)
    assert caught.value.index == 4
    with pytest.raises(lanesmith.LengthError):
        pwhash.verify_many(stored, passwords[1:])


@pytest.mark.parametrize(
    "call, said",
    [
        (lambda: pwhash.verify("", "x"), "known scheme"),
        (lambda: pwhash.verify("$argon2id$v=19$m=1024", "x"), "malformed string at byte"),
        (lambda: pwhash.verify("$argon2id$v=19$m=4194304,t=1,p=1$c29tZXNhbHQ$" + "A" * 43, "x"), "more than the limit"),
        (lambda: pwhash.hash("x", scheme="md5"), "argon2id, argon2i"),
        (lambda: pwhash.hash("x", memory="1B"), "KiB of memory"),
        (lambda: pwhash.hash("x", time_cost=0), "passes"),
        (lambda: pwhash.hash("x", salt=b"short", **CHEAP), "salt has 5 bytes"),
        (lambda: pwhash.PasswordHasher(memory="1B"), "KiB of memory"),
        (lambda: pwhash.argon2(b"x", b"somesalt", memory=8, lanes=4), "at least 8 for each lane"),
        (lambda: pwhash.argon2(b"x", b"somesalt", variant="x"), "'id', 'i' or 'd'"),
        (lambda: pwhash.scrypt(b"x", b"salt", n=15), "N"),
        (lambda: pwhash.calibrate(-1.0, 1 << 20), "positive"),
    ],
)
def test_what_is_refused_is_named(call, said):
    with pytest.raises(lanesmith.PasswordError, match=said):
        call()


def test_a_higher_limit_may_be_given_and_a_lower_one():
    stored = pwhash.hash("password", **CHEAP)
    assert pwhash.verify(stored, "password", max_memory=1 << 20)
    with pytest.raises(lanesmith.PasswordError, match="more than the limit of 1000"):
        pwhash.verify(stored, "password", max_memory=1000)


def test_calibrated_costs_stay_within_the_memory():
    found, seconds = pwhash.calibrate(0.01, 16 << 20, parallelism=1)
    assert found["memory"] <= 16 << 20 and found["scheme"] == "argon2id" and 0 < seconds < 1
    hasher = pwhash.PasswordHasher.calibrated(0.01, 16 << 20, parallelism=1)
    assert hasher.verify(hasher.hash("password"), "password")
    pwhash.release_memory()


def test_memory_that_cannot_be_had_is_a_memory_error():
    with pytest.raises((MemoryError, lanesmith.PasswordError)):
        pwhash.scrypt(b"x", b"salt", n=1 << 50)


def test_a_hasher_verifies_its_own_strings_however_dear_they_are():
    hasher = pwhash.PasswordHasher(memory="300MiB", time_cost=1, parallelism=1)
    stored = hasher.hash("password")
    assert hasher.verify(stored, "password")
    assert hasher.verify_and_upgrade(stored, "password") is None
    with pytest.raises(pwhash.InvalidHash, match="257 MiB"):
        pwhash.verify(stored, "password")


def test_a_raw_tag_needs_a_salt_of_eight_bytes():
    with pytest.raises(lanesmith.PasswordError, match="salt"):
        pwhash.argon2("password", b"7 bytes", memory=64, passes=1, lanes=1)
