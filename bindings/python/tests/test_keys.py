"""Keys shared among many, and keystores."""

import itertools
import json
import pathlib
import pickle
import unicodedata

import lanesmith
import pytest
from lanesmith import bls

ROOT = next(p for p in pathlib.Path(__file__).parents if (p / "testkit").is_dir())
KEYSTORES = json.loads((ROOT / "testkit/vectors/bls/eip2335/keystores.json").read_text())
SECRET = bls.SecretKey.generate(bytes(range(32)))


@pytest.mark.parametrize("variant", ["min_pk", "min_sig"])
def test_any_three_of_five_shares_are_the_key_and_two_are_not(variant):
    scheme = bls.Scheme(variant)
    shares, commitments = bls.split(SECRET, 3, 5, variant=variant)
    assert [index for index, _ in shares] == [1, 2, 3, 4, 5]
    signature, key = scheme.sign(SECRET, b"message"), scheme.public_key(SECRET)
    for some in itertools.combinations(shares, 3):
        assert bytes(bls.recover_key(some)) == bytes(SECRET)
        parts = [(index, scheme.sign(share, b"message")) for index, share in some]
        assert bls.recover_signature(parts, variant) == signature
        assert bls.recover_signature([(i, bytes(s)) for i, s in parts], variant=variant) == signature
        assert bytes(bls.recover_key(some[:2])) != bytes(SECRET)
        assert not scheme.verify(key, b"message", bls.recover_signature(parts[1:], variant))


@pytest.mark.parametrize("variant", ["min_pk", "min_sig"])
def test_commitments_tell_right_shares_from_wrong_ones(variant):
    shares, commitments = bls.split(SECRET, 2, 4, variant=variant)
    for copied in (commitments, pickle.loads(pickle.dumps(commitments)), bls.Commitments(commitments.points, variant)):
        assert copied.threshold == 2 and copied.variant == variant and len(copied.points) == 2
        assert copied.public_key() == SECRET.public_key(variant)
        for index, share in shares:
            assert copied.verify(index, share) and copied.verify(index, bytes(share))
            assert copied.share_key(index) == share.public_key(variant)
            assert not copied.verify(index % 4 + 1, share) and not copied.verify(index, SECRET)


def test_each_split_is_another():
    one, other = (bls.split(SECRET, 2, 2) for _ in range(2))
    assert bytes(one[0][0][1]) != bytes(other[0][0][1]) and one[1].points[1] != other[1].points[1]
    assert one[1].points[0] == other[1].points[0] == bytes(SECRET.public_key())
    # Shares of two splits do not belong together.
    assert bytes(bls.recover_key([one[0][0], other[0][1]])) != bytes(SECRET)


@pytest.mark.parametrize(
    "call, said",
    [
        (lambda: bls.split(SECRET, 0, 3), "0 of 3 shares"),
        (lambda: bls.split(SECRET, 4, 3), "4 of 3 shares"),
        (lambda: bls.split(SECRET, 2, 1 << 31), "at most 4096"),
        (lambda: bls.split(SECRET, 2, 3, variant="small"), "'min_pk' or 'min_sig'"),
        (lambda: bls.split(bytes(32), 2, 3), "zero"),
        (lambda: bls.recover_key([]), "no share"),
        (lambda: bls.recover_key([(1, SECRET), (1, SECRET)]), "two shares have index 1"),
        (lambda: bls.recover_key([(1, SECRET), (0, SECRET)]), "row 1: a share has number 0"),
        (lambda: bls.recover_signature([]), "no share"),
        (lambda: bls.recover_signature([(1, bytes(96))]), "row 0: "),
        (lambda: bls.Commitments([]), "no commitments"),
        (lambda: bls.Commitments([bytes(48)]), "public key"),
        (lambda: bls.split(SECRET, 1, 1)[1].share_key(0), "number 0"),
    ],
)
def test_what_is_no_share_is_named(call, said):
    with pytest.raises(lanesmith.SignatureError, match=said):
        call()


@pytest.mark.parametrize("pairs", [[1], [(1,)], [("1", SECRET)], [(1, "key")], 7])
def test_shares_that_are_no_pairs_are_refused(pairs):
    with pytest.raises((TypeError, ValueError)):
        bls.recover_key(pairs)
    with pytest.raises((TypeError, ValueError)):
        bls.recover_signature(pairs)


@pytest.mark.parametrize("vector", KEYSTORES, ids=lambda v: v["keystore"]["crypto"]["kdf"]["function"])
def test_keystores_of_the_eip_open_with_their_password_in_any_form(vector):
    keystore = bls.Keystore(json.dumps(vector["keystore"]))
    normal = bytes.fromhex(vector["password_nfkd_utf8_hex"])
    for password in (vector["password"], normal.decode() + "\n", normal):
        assert bytes(keystore.decrypt(password)).hex() == vector["secret"]
    assert unicodedata.normalize("NFKD", vector["password"]).encode() == normal != vector["password"].encode()
    fields = vector["keystore"]
    assert (keystore.pubkey, keystore.path, keystore.uuid) == (fields["pubkey"], fields["path"], fields["uuid"])
    assert keystore.description == fields.get("description", "") and fields["crypto"]["kdf"]["function"] in keystore.kdf
    assert json.loads(keystore.to_json())["crypto"] == fields["crypto"]


@pytest.mark.parametrize("kdf", ["scrypt", "pbkdf2"])
def test_a_new_keystore_opens_with_its_password_only(kdf):
    path = "m/12381/3600/0/0/0"
    make = {"kdf": kdf, "cost": 16, "path": path, "description": "of a test"}
    keystore = bls.Keystore.encrypt(SECRET, "correct horse", **make)
    for copied in (keystore, bls.Keystore(keystore.to_json().encode()), pickle.loads(pickle.dumps(keystore))):
        assert bytes(copied.decrypt("correct horse")) == bytes(SECRET)
        assert (copied.path, copied.description, copied.pubkey) == (path, "of a test", SECRET.public_key().hex())
        with pytest.raises(lanesmith.WrongPassword, match="wrong password"):
            copied.decrypt("battery staple")
    # Never the same salt twice, and nothing of the secret.
    assert bls.Keystore.encrypt(SECRET, "correct horse", **make).to_json() != keystore.to_json()
    assert bytes(SECRET).hex() not in keystore.to_json() and bytes(SECRET).hex() not in repr(keystore)


def changed(**fields):
    keystore = json.loads(bls.Keystore.encrypt(SECRET, "p", cost=16).to_json())
    for place, value in fields.items():
        *way, last = place.split("_")
        inner = keystore
        for name in way:
            inner = inner[name]
        inner[last] = value
    return json.dumps(keystore)


@pytest.mark.parametrize(
    "kind, call, said",
    [
        (lanesmith.PasswordError, lambda: bls.Keystore("{"), "no JSON"),
        (lanesmith.PasswordError, lambda: bls.Keystore(b"\xff"), "no JSON"),
        (lanesmith.PasswordError, lambda: bls.Keystore("[" * 100_000), "no JSON"),
        (lanesmith.PasswordError, lambda: bls.Keystore("{}"), "of the keystore is not"),
        (lanesmith.PasswordError, lambda: bls.Keystore(changed(version=3)), "version"),
        (lanesmith.PasswordError, lambda: bls.Keystore(changed(crypto_kdf_function="argon2")), "argon2"),
        (lanesmith.PasswordError, lambda: bls.Keystore(changed(crypto_kdf_params_n=1 << 40)).decrypt("p"), "limit"),
        (lanesmith.PasswordError, lambda: bls.Keystore(changed()).decrypt("p", max_memory=99), "limit of 99"),
        (lanesmith.PasswordError, lambda: bls.Keystore(changed(crypto_kdf_params_n=3)).decrypt("p"), "."),
        (lanesmith.PasswordError, lambda: bls.Keystore.encrypt(SECRET, "p", kdf="argon2"), "'scrypt' or 'pbkdf2'"),
        (lanesmith.PasswordError, lambda: bls.Keystore.encrypt(SECRET, "p", kdf="pbkdf2", cost=0), "cost is 0"),
        (lanesmith.PasswordError, lambda: bls.Keystore.encrypt(SECRET, b"\xff", cost=16), "not UTF-8"),
        (lanesmith.PasswordError, lambda: bls.Keystore.encrypt(SECRET, "", cost=16), "password is empty"),
        (lanesmith.PasswordError, lambda: bls.Keystore.encrypt(SECRET, "\r\x7f", cost=16), "password is empty"),
        (lanesmith.SignatureError, lambda: bls.Keystore.encrypt(SECRET, "p", cost=16, path="m/01"), "level 1"),
        (lanesmith.SignatureError, lambda: bls.Keystore(changed(pubkey="00" * 48)).decrypt("p"), "public key"),
        (lanesmith.WrongPassword, lambda: bls.Keystore(changed(crypto_checksum_message="00" * 32)).decrypt("p"), "."),
        (TypeError, lambda: bls.Keystore(7), "."),
        (TypeError, lambda: bls.Keystore(changed()).decrypt(None), "."),
    ],
)
def test_what_is_wrong_with_a_keystore_is_named(kind, call, said):
    with pytest.raises(kind, match=said):
        call()
