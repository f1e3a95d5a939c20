"""What users of argon2-cffi type, the units of memory, and secrets that do not leave the process."""

import contextlib
import copy
import pickle
import warnings

import argon2
import lanesmith
import pytest
from lanesmith import pwhash

CHEAP = {"memory_cost": 1024, "time_cost": 1, "parallelism": 1}


def costs_of(stored):
    return pwhash.inspect(stored)["parameters"]


@pytest.mark.parametrize(
    "call",
    [
        lambda: pwhash.PasswordHasher(memory=65536),
        lambda: pwhash.hash("x", memory=65536, time_cost=1),
        lambda: pwhash.hash_many(["x"], memory=65536, time_cost=1),
        lambda: pwhash.needs_rehash(pwhash.hash("x", **CHEAP), memory=65536),
        lambda: pwhash.verify_and_upgrade(pwhash.hash("x", **CHEAP), "x", memory=65536),
        lambda: pwhash.calibrate(0.001, 65536, parallelism=1),
        lambda: pwhash.PasswordHasher.calibrated(0.001, 65536, parallelism=1),
    ],
    ids=["hasher", "hash", "hash_many", "needs_rehash", "verify_and_upgrade", "calibrate", "calibrated"],
)
def test_bytes_that_look_like_kib_are_a_warning_at_the_line_that_gave_them(call):
    with pytest.warns(lanesmith.CostWarning, match="64 KiB.*memory_cost=65536") as caught:
        # So little may be refused besides.
        with contextlib.suppress(lanesmith.PasswordError):
            call()
    (one,) = [w for w in caught if "memory_cost=65536" in str(w.message)]
    assert (one.filename, one.lineno) == (__file__, call.__code__.co_firstlineno)


def test_memory_says_its_unit_or_is_of_a_plausible_size_without_a_warning_of_units():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="(?!memory=).*", category=lanesmith.CostWarning)
        for memory in ("64MiB", " 65536 kib ", "67108864B", 64 << 20):
            assert pwhash.PasswordHasher(memory=memory).costs["memory"] == 64 << 20
        assert pwhash.PasswordHasher(memory_cost=65536).costs["memory"] == 64 << 20
        assert pwhash.PasswordHasher(memory="512KiB").costs["memory"] == 512 << 10


@pytest.mark.parametrize("memory", ["", "64", "64MB", "-1MiB", "1.5GiB", "64 MiB each"])
def test_a_text_that_is_no_size_says_how_one_is_written(memory):
    with pytest.raises(lanesmith.PasswordError, match="write a number and its unit"):
        pwhash.PasswordHasher(memory=memory)


@pytest.mark.parametrize(
    "call",
    [
        lambda: pwhash.PasswordHasher(memory="18MiB", time_cost=2),
        lambda: pwhash.hash("x", memory="18MiB", time_cost=2),
        lambda: pwhash.hash_many(["x"], memory="18MiB", time_cost=2),
        lambda: pwhash.hash("x", scheme="scrypt", memory="4MiB"),
    ],
    ids=["hasher", "hash", "hash_many", "scrypt"],
)
def test_new_hashes_below_the_floor_are_a_warning_at_the_line_that_asks_for_them(call):
    with pytest.warns(lanesmith.CostWarning, match="OWASP") as caught:
        call()
    assert [w.lineno for w in caught] == [call.__code__.co_firstlineno]


def test_usual_costs_and_the_least_of_owasp_are_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for scheme in ("argon2id", "scrypt", "yescrypt", "lyra2", "twocats"):
            pwhash.PasswordHasher(scheme)
        pwhash.PasswordHasher(2, 19 << 10, 1)
        pwhash.needs_rehash(pwhash.hash("x"), memory="1MiB", time_cost=1)


def test_two_names_of_one_cost_are_refused():
    for call in (
        lambda: pwhash.PasswordHasher(memory="64MiB", memory_cost=65536),
        lambda: pwhash.PasswordHasher(3, time_cost=2),
        lambda: pwhash.PasswordHasher("scrypt", type=argon2.Type.ID),
    ):
        with pytest.raises(TypeError, match="twice|two names"):
            call()


@pytest.mark.parametrize(
    "args, kwargs",
    [
        ((2, 1024, 2), {}),
        ((2,), {"memory_cost": 1024, "parallelism": 2, "hash_len": 32, "salt_len": 24}),
        ((), {"time_cost": 2, "memory_cost": 1024, "parallelism": 2, "type": argon2.Type.ID}),
        ((), {"time_cost": 2, "memory_cost": 1024, "parallelism": 2, "type": argon2.Type.D}),
    ],
)
def test_arguments_of_argon2_cffi_mean_what_they_mean_there(args, kwargs):
    ours, theirs = pwhash.PasswordHasher(*args, **kwargs), argon2.PasswordHasher(*args, **kwargs)
    stored = ours.hash("password")
    assert argon2.extract_parameters(stored) == argon2.extract_parameters(theirs.hash("password"))
    assert theirs.verify(stored, "password") and not theirs.check_needs_rehash(stored)


def test_lengths_that_strings_do_not_have_are_refused():
    for short in ({"hash_len": 16}, {"salt_len": 8}):
        with pytest.raises(lanesmith.PasswordError, match=f"{next(iter(short))} is"):
            pwhash.PasswordHasher(**short)


def test_exceptions_are_told_apart_as_those_of_argon2_cffi():
    hasher = pwhash.PasswordHasher(**CHEAP)
    stored = hasher.hash("password")
    with pytest.raises(pwhash.VerifyMismatchError) as wrong:
        hasher.verify(stored, "another")
    assert isinstance(wrong.value, pwhash.VerificationError) and not isinstance(wrong.value, pwhash.InvalidHash)
    too_much = "$argon2id$v=19$m=4194304,t=1,p=1$c29tZXNhbHQ$" + "A" * 43
    for string in (stored[:20], "", "md5", too_much):
        with pytest.raises(pwhash.InvalidHashError) as invalid:
            hasher.verify(string, "password")
        assert not isinstance(invalid.value, pwhash.VerificationError)
    with pytest.raises(lanesmith.PasswordError) as costs:
        pwhash.hash("x", scheme="md5")
    assert not isinstance(costs.value, pwhash.InvalidHash)


def test_an_old_string_is_verified_and_replaced_in_one_call():
    hasher = pwhash.PasswordHasher(**CHEAP, secret=b"pepper")
    old = pwhash.hash("password", scheme="argon2i", **CHEAP, secret=b"pepper")
    new = hasher.verify_and_upgrade(old, "password")
    assert new.startswith("$argon2id$v=19$m=1024,t=1,p=1$") and hasher.verify(new, "password")
    assert hasher.verify_and_upgrade(new, "password") is None
    with pytest.raises(lanesmith.WrongPassword):
        hasher.verify_and_upgrade(old, "another")
    right, again = pwhash.verify_and_upgrade(old, "password", **CHEAP, secret=b"pepper")
    assert right and again != new and hasher.verify(again, "password")
    assert pwhash.verify_and_upgrade(old, "another", **CHEAP) == (False, None)


def test_a_hasher_with_a_secret_is_not_pickled_and_shows_it_nowhere():
    hasher = pwhash.PasswordHasher(secret=b"PEPPER")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError, match="cannot pickle"):
            pickle.dumps(hasher, protocol)
    with pytest.raises(TypeError, match="__dict__"):
        vars(hasher)
    assert "PEPPER" not in repr(hasher) and "PEPPER" not in str(hasher.costs)
    assert copy.copy(hasher) is hasher and copy.deepcopy({"h": hasher})["h"] is hasher


def test_a_hasher_without_a_secret_travels_and_warns_of_nothing_on_its_way():
    hasher = pwhash.PasswordHasher(memory="512KiB", time_cost=1, salt_len=20)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = pickle.loads(pickle.dumps(hasher))
    assert again.costs == hasher.costs and pwhash.inspect(again.hash("x"))["salt_bytes"] == 20


@pytest.mark.parametrize(
    "stored",
    [
        "$2b$04$abcdefghijklmnopqrstu.utqifOaYVU3C7488gLW7DiF2.D.avTW",
        "$5$saltstring$OH4IDuTlsuTYPdED1gsuiRMyTAwNlRWyA6Xr3I4/dQ5",
    ],
)
def test_strings_of_other_libraries_are_verified_and_raised(stored):
    assert pwhash.verify(stored, "password") and not pwhash.verify(stored, "passw0rd")
    assert pwhash.needs_rehash(stored, scheme="scrypt")
    hasher = pwhash.PasswordHasher(**CHEAP, secret=b"pepper", older=[b""])
    new = hasher.verify_and_upgrade(stored, "password")
    assert new.startswith("$argon2id$") and hasher.verify_and_upgrade(new, "password") is None
    assert not pwhash.verify(new, "password")
    with pytest.raises(lanesmith.WrongPassword):
        hasher.verify(stored, "passw0rd")


def test_a_string_that_is_known_and_not_verified_is_named_for_what_it_is():
    with pytest.raises(pwhash.InvalidHash, match="(?i)md5"):
        pwhash.verify("$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/", "password")


def test_a_secret_is_replaced_one_login_after_the_other():
    before = pwhash.PasswordHasher(**CHEAP, secret=b"the key of 2025", key_id="2025")
    now = pwhash.PasswordHasher(**CHEAP, secret=b"the key of 2026", key_id="2026", older={"2025": b"the key of 2025"})
    old = before.hash("password")
    assert ",keyid=" in old and now.verify(old, "password")
    new = now.verify_and_upgrade(old, "password")
    assert new is not None and now.verify_and_upgrade(new, "password") is None
    with pytest.raises(lanesmith.PasswordError, match="needs a secret that was not given"):
        before.verify(new, "password")
    unnamed = pwhash.hash("password", **CHEAP, secret=b"the key of 2025")
    assert pwhash.verify(unnamed, "password", secret=b"the key of 2026", older=[b"the key of 2024", b"the key of 2025"])
    for wrong in (b"the key of 2025", "the key of 2025"):
        with pytest.raises(TypeError, match="not a single one"):
            pwhash.verify(unnamed, "password", older=wrong)
    with pytest.raises(TypeError, match="cannot pickle"):
        pickle.dumps(pwhash.PasswordHasher(older=[b"the key of 2025"]))
