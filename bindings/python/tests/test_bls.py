import copy
import json
import pathlib
import pickle

import lanesmith
import pyarrow as pa
import pytest
from lanesmith import bls

SCHEMES = [bls.Scheme(v, m) for v in ("min_pk", "min_sig") for m in ("basic", "augmented", "possession")]
SECRETS = [bls.SecretKey.generate(bytes([i]) * 32) for i in range(6)]


# Ethereum's consensus tests, bls/sign: sign_case_84d45c9c7cca6b92.
def test_a_published_signature_comes_out():
    secret = bls.SecretKey(bytes.fromhex("263dbd792f5b1be47ed85f8938c0f29586af0d3ac7b977f21c278fe1462040e3"))
    key = bls.ETHEREUM.public_key(secret)
    assert key.hex() == (
        "a491d1b0ecd9bb917989f0e74f0dea0422eac4a873e5e2644f368dffb9a6e20fd6e10c1b77654d067c0618f6e5a7f79a"
    )
    assert bls.ETHEREUM.sign(secret, bytes(32)).hex() == (
        "b6ed936746e01f8ecf281f020953fbf1f01debd5657c4a383940b020b26507f6076334f91e2366c96e9ab279fb5158090352"
        "ea1c5b0c9274504f4f0e7053af24802e51e4568d164fe986834f41e55c8e850ce1f98458c0cfc9ab380b55285a55"
    )


@pytest.mark.parametrize("scheme", SCHEMES, ids=repr)
def test_a_signature_is_of_its_message_and_key_and_no_other(scheme):
    key, other = (scheme.public_key(s) for s in SECRETS[:2])
    signature = scheme.sign(SECRETS[0], b"message")
    for given in (signature, bytes(signature), signature.uncompressed()):
        assert scheme.verify(key, b"message", given)
        assert scheme.verify(bytes(key), b"message", given)
        assert not scheme.verify(key, b"massage", given)
        assert not scheme.verify(other, b"message", given)
    assert key == SECRETS[0].public_key(scheme.variant) and key != other and len({key, other, key}) == 2


def test_an_aggregate_needs_all_of_its_parts():
    scheme, message = bls.ETHEREUM, b"same"
    keys = [scheme.public_key(s) for s in SECRETS]
    same = scheme.aggregate([scheme.sign(s, message) for s in SECRETS])
    assert scheme.fast_aggregate_verify(keys, message, same)
    assert not scheme.fast_aggregate_verify(keys[1:], message, same)
    assert scheme.verify(scheme.aggregate_keys(keys), message, same)
    messages = [b"m%d" % i for i in range(6)]
    each = scheme.aggregate([bytes(scheme.sign(s, m)) for s, m in zip(SECRETS, messages, strict=True)])
    assert scheme.aggregate_verify(keys, messages, each)
    assert not scheme.aggregate_verify(keys, messages[::-1], each)
    with pytest.raises(lanesmith.SignatureError, match="6 keys, but 5 messages"):
        scheme.aggregate_verify(keys, messages[1:], each)
    with pytest.raises(lanesmith.SignatureError, match="messages 0 and 1 are the same"):
        bls.Scheme("min_pk", "basic").aggregate_verify(keys[:2], [b"m", b"m"], each)
    with pytest.raises(lanesmith.SignatureError, match="only in the proof-of-possession"):
        bls.Scheme("min_pk", "basic").fast_aggregate_verify(keys, message, same)


def test_a_proof_of_possession_is_of_its_key():
    proof = bls.ETHEREUM.prove_possession(SECRETS[0])
    keys = [s.public_key() for s in SECRETS[:2]]
    assert bls.ETHEREUM.verify_possession(keys[0], proof) and not bls.ETHEREUM.verify_possession(keys[1], proof)
    # It is no signature of the key's bytes.
    assert not bls.ETHEREUM.verify(keys[0], bytes(keys[0]), proof)


@pytest.mark.parametrize(
    "call, said",
    [
        (lambda: bls.SecretKey(bytes(32)), "zero"),
        (lambda: bls.SecretKey(b"\xff" * 32), "not below the order"),
        (lambda: bls.SecretKey(bytes(31)), "31 bytes, expected 32"),
        (lambda: bls.SecretKey.generate(bytes(31)), "31 bytes, at least 32 are needed"),
        (lambda: SECRETS[0].derive_path("m/01"), "level 1"),
        (lambda: SECRETS[0].public_key("small"), "'min_pk' or 'min_sig'"),
        (lambda: bls.PublicKey(b"\xc0" + bytes(47)), "infinity"),
        (lambda: bls.PublicKey(bytes(48)), "public key"),
        (lambda: bls.Signature(b"\x80" + b"\xff" * 95), "signature"),
        (lambda: bls.Scheme("min_pk", "none"), "'basic', 'augmented' or"),
        (lambda: bls.ETHEREUM.aggregate([]), "no signatures"),
        (lambda: bls.ETHEREUM.verify(SECRETS[0].public_key("min_sig"), b"", bytes(96)), "not of variant min_pk"),
    ],
)
def test_what_is_refused_is_named(call, said):
    with pytest.raises(lanesmith.SignatureError, match=said):
        call()


def test_a_bad_row_of_a_list_is_named():
    good = bls.ETHEREUM.sign(SECRETS[0], b"m")
    with pytest.raises(lanesmith.SignatureError, match="row 2") as caught:
        bls.ETHEREUM.aggregate([good, bytes(good), bytes(96)])
    assert caught.value.index == 2


def test_secrets_are_neither_shown_nor_pickled():
    assert repr(SECRETS[0]) == str(SECRETS[0]) == "SecretKey(..)"
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(SECRETS[0])


def test_public_things_are_pickled_and_copied():
    for scheme in SCHEMES[::3]:
        things = (scheme.public_key(SECRETS[0]), scheme.sign(SECRETS[0], b"m"))
        assert pickle.loads(pickle.dumps(things)) == things == copy.deepcopy(things)
        again = pickle.loads(pickle.dumps(scheme))
        assert (again.variant, again.mode, again.tag) == (scheme.variant, scheme.mode, scheme.tag)
    assert bls.Scheme(tag=b"mine").tag == b"mine"


def test_trees_of_keys_are_those_of_eip_2333():
    seed = bytes.fromhex(
        "c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04"
    )
    master = bls.SecretKey.derive_master(seed)
    number = int.from_bytes(bytes(master), "big")
    assert number == 6083874454709270928345386274498605044986640685124978867557563392430687146096
    child = int.from_bytes(bytes(master.derive_path("m/0")), "big")
    assert child == 20397789859736650942317412262472558107875392172444076792671091975210932703118


def rows(scheme, count=300):
    messages = [b"message %d" % i for i in range(count)]
    keys = [SECRETS[i % 6].public_key(scheme.variant) for i in range(count)]
    return keys, messages, [scheme.sign(SECRETS[i % 6], m) for i, m in enumerate(messages)]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_gives_a_verdict_for_each_row(threads):
    for scheme in (bls.ETHEREUM, bls.Scheme("min_sig", "basic")):
        keys, messages, signatures = rows(scheme)
        assert scheme.verify_batch(keys, messages, signatures, threads=threads) == [True] * 300
        expected = [True] * 300
        # Another's signature, two whose errors cancel in a plain sum, malformed ones, nothing at all.
        signatures[7] = signatures[8]
        signatures[100], signatures[106] = signatures[106], signatures[100]
        signatures[200], keys[201] = b"\x80" + bytes(len(bytes(signatures[0])) - 1), b"short"
        keys[299] = None
        signatures = [bytes(s) if i % 2 else s for i, s in enumerate(signatures)]
        for bad in (7, 100, 106, 200, 201):
            expected[bad] = False
        expected[299] = None
        assert scheme.verify_batch(keys, messages, signatures, threads=threads) == expected
        reasons = scheme.batch_errors(keys, messages, signatures, threads=threads)
        assert [i for i, r in enumerate(reasons) if r] == [7, 100, 106, 200, 201, 299]
        assert reasons[7] == "the signature is not of this message and key" and reasons[299] == "a value is missing"


def test_a_batch_of_columns_gives_a_column_of_verdicts():
    keys, messages, signatures = rows(bls.ETHEREUM, 40)
    signatures[3] = signatures[4]
    k = pa.array(list(map(bytes, keys)), pa.binary(48))
    m = pa.array([*messages[:39], None], pa.binary())
    s = pa.array(list(map(bytes, signatures)), pa.binary(96))
    expected = [i != 3 for i in range(39)] + [None]
    verdicts = bls.ETHEREUM.verify_batch(k, m, s)
    verdicts.validate(full=True)
    assert verdicts.type == pa.bool_() and verdicts.to_pylist() == expected
    chunked = pa.chunked_array([s[:10], s[10:]])
    verdicts = bls.ETHEREUM.verify_batch(k, pa.chunked_array([m[:25], m[25:]]), chunked)
    assert [len(c) for c in verdicts.chunks] == [10, 30] and verdicts.to_pylist() == expected


def test_columns_of_different_lengths_are_refused():
    with pytest.raises(lanesmith.LengthError, match="1 keys, 2 messages and 1 signatures"):
        bls.ETHEREUM.verify_batch([b""], [b"", b""], [b""])
    with pytest.raises(TypeError):
        bls.ETHEREUM.verify_batch(b"key", b"message", b"signature")
    assert bls.ETHEREUM.verify_batch([], [], []) == []
    wrong = bls.ETHEREUM.batch_errors([bls.ETHEREUM.sign(SECRETS[0], b"")], [b""], [SECRETS[0].public_key()])
    assert wrong == ["not a public key, where there is a signature"]


ROOT = next(p for p in pathlib.Path(__file__).parents if (p / "testkit").is_dir())
ROUNDS = json.loads((ROOT / "testkit/vectors/bls/drand/rounds.json").read_text())


@pytest.mark.parametrize("round", ROUNDS, ids=lambda r: r["name"])
def test_a_round_of_drand_is_random_or_refused(round):
    network = bls.DrandNetwork(round["scheme"], bytes.fromhex(round["public_key"]))
    previous = round["previous_signature"] and bytes.fromhex(round["previous_signature"])
    signature = bytes.fromhex(round["signature"])
    if round["valid"]:
        assert network.randomness(round["round"], signature, previous=previous).hex() == round["randomness"]
        copied = pickle.loads(pickle.dumps(network))
        assert copied.scheme == round["scheme"] and copied.randomness(round["round"], signature, previous=previous)
    else:
        with pytest.raises(lanesmith.SignatureError):
            network.randomness(round["round"], signature, previous=previous)


def test_networks_of_drand_refuse_what_they_cannot_use():
    assert {bls.DRAND_DEFAULT.scheme, bls.DRAND_QUICKNET.scheme} == {"pedersen-bls-chained", "bls-unchained-g1-rfc9380"}
    with pytest.raises(lanesmith.SignatureError, match="previous signature"):
        bls.DRAND_DEFAULT.randomness(1, bytes(96))
    with pytest.raises(lanesmith.SignatureError, match="it must be one of pedersen-bls-chained"):
        bls.DrandNetwork("quicknet", bytes(96))
    with pytest.raises(lanesmith.LengthError, match="round is -1"):
        bls.DRAND_QUICKNET.randomness(-1, bytes(48))
