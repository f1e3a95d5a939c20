"""The wrong calls that every face refuses in the same way: bindings/face/hostile/calls.json."""

import json
from pathlib import Path

import lanesmith
import pytest
from lanesmith import bls, curl, merkle, pwhash

CALLS = json.loads((Path(__file__).parents[2] / "face/hostile/calls.json").read_text())["calls"]
VARIANTS = ("min_pk", "min_sig")
ONE = bytes(31) + b"\1"
SMALL = bls.Scheme("min_sig")
POINTS = {
    "key": bls.ETHEREUM.public_key(ONE),
    "signature": bls.ETHEREUM.sign(ONE, bytes(3)),
    "other_key": SMALL.public_key(ONE),
    "other_signature": SMALL.sign(ONE, bytes(3)),
    None: None,
}


def data(value):
    """A number of zeros, hexadecimal text, other text, nothing."""
    if isinstance(value, str):
        return bytes.fromhex(value[2:]) if value.startswith("0x") else value
    return None if value is None else bytes(value)


def datas(values):
    return [data(value) for value in values]


def points(values):
    return [POINTS[value] for value in values]


def nodes(value):
    """Rows of 32 bytes, the last one of what is left."""
    flat = data(value)
    return [flat[at : at + 32] for at in range(0, len(flat), 32)]


def sha256_nodes(pairs, out, over=None):
    if over is None:
        return lanesmith.sha256_nodes(data(pairs), out=bytearray(out))
    memory = bytearray(max(pairs, over[1] + out))
    return lanesmith.sha256_nodes(memoryview(memory)[:pairs], out=memoryview(memory)[over[1] : over[1] + out])


def nodes_in_place(nodes):
    memory = data(nodes) if nodes is None else bytearray(nodes)
    return lanesmith.sha256_nodes(memory, out=memory if memory is None else memoryview(memory)[: len(memory) // 2])


# Each function of the table by the package's own; a function that is another thing here (a class, whose memory nobody brings) is left out.
FUNCTIONS = {
    "sha256": lambda message, out=None: lanesmith.sha256_digest(data(message)),
    "sha256_many": lambda messages, out: lanesmith.sha256_many(datas(messages), out=bytearray(out)),
    "sha256_nodes": sha256_nodes,
    "sha256_nodes_in_place": nodes_in_place,
    "hmac_sha256": lambda key, message: lanesmith.hmac_digest(data(key), data(message)),
    "hkdf_sha256": lambda salt, material, info, out: lanesmith.hkdf(data(material), out, salt=data(salt), info=data(info)),
    "pbkdf2_sha256": lambda iterations, password, salt, out: lanesmith.pbkdf2(data(password), data(salt), iterations, out),
    "blocks_root": lambda format, block_size=None, **given: merkle.file_root(
        data(given["data"]), format=format, block_size=block_size
    ),
    "blocks_root_of_digests": lambda format, length, digests: merkle.file_root_of_digests(
        data(digests), length, format=format
    ),
    "merkle_root": lambda leaves, limit=None: merkle.root(data(leaves), limit=limit),
    "merkle_proof": lambda index, leaves, limit=None: merkle.prove(data(leaves), index, limit=limit),
    "merkle_verify": lambda index, limit, leaf, proof, root: merkle.verify(
        data(leaf), nodes(proof), index, data(root), limit=limit
    ),
    "log_proof": lambda index, leaves: merkle.log_prove(nodes(leaves), index),
    "log_verify": lambda index, size, leaf, proof, root: merkle.log_verify(
        data(leaf), nodes(proof), index, size, data(root)
    ),
    "log_consistency": lambda size, leaves: merkle.log_consistency(nodes(leaves), size),
    "bitcoin_root": lambda ids: merkle.bitcoin_root(data(ids)),
    "curl_hash": lambda rounds, trytes: curl.hash(trytes, rounds=rounds),
    "curl_hash_many": lambda rounds, messages: curl.hash_many(messages, rounds=rounds),
    "bls_key_decode": lambda variant, bytes: bls.PublicKey(data(bytes), VARIANTS[variant]),
    "bls_signature_decode": lambda variant, bytes: bls.Signature(data(bytes), VARIANTS[variant]),
    "bls_public_key": lambda variant, secret: bls.Scheme(VARIANTS[variant]).public_key(data(secret)),
    "bls_sign": lambda secret, message: bls.ETHEREUM.sign(data(secret), data(message)),
    "bls_verify": lambda key, message, signature: bls.ETHEREUM.verify(POINTS[key], data(message), POINTS[signature]),
    "bls_aggregate": lambda signatures: bls.ETHEREUM.aggregate(points(signatures)),
    "bls_aggregate_keys": lambda keys: bls.ETHEREUM.aggregate_keys(points(keys)),
    "bls_aggregate_verify": lambda keys, messages, signature: bls.ETHEREUM.aggregate_verify(
        points(keys), datas(messages), POINTS[signature]
    ),
    "bls_fast_aggregate_verify": lambda keys, message, signature: bls.ETHEREUM.fast_aggregate_verify(
        points(keys), data(message), POINTS[signature]
    ),
    "bls_verify_batch": lambda keys, messages, signatures: bls.ETHEREUM.verify_batch(
        points(keys), datas(messages), points(signatures)
    ),
    "bls_verify_possession": lambda key, proof: bls.ETHEREUM.verify_possession(POINTS[key], POINTS[proof]),
    "bls_generate": lambda material, info: bls.SecretKey.generate(data(material), info=data(info)),
    "bls_derive_master": lambda seed: bls.SecretKey.derive_master(data(seed)),
    "bls_derive_path": lambda path, secret: bls.SecretKey(data(secret)).derive_path(path),
    "bls_split": lambda threshold, shares: bls.split(ONE, threshold, shares),
    "bls_recover_key": lambda indices: bls.recover_key([(index, ONE) for index in indices]),
    "bls_recover_signature": lambda indices, signatures: bls.recover_signature(
        list(zip(indices, points(signatures)))
    ),
    "drand_verify": lambda network, round, signature: {"default": bls.DRAND_DEFAULT, "quicknet": bls.DRAND_QUICKNET}[
        network
    ].randomness(round, data(signature)),
    "password_hash": lambda salt: pwhash.hash("p", memory=1 << 20, time_cost=2, parallelism=1, salt=data(salt)),
    "password_verify": lambda stored, max_memory=None: pwhash.verify(stored, "p", max_memory=max_memory),
    "argon2": lambda memory, salt, out: pwhash.argon2("p", data(salt), memory=memory, passes=1, lanes=1, length=out),
    "scrypt": lambda n, salt, out: pwhash.scrypt("p", data(salt), n=n, r=1, p=1, length=out),
}


def differs(call):
    """Why a call is none of this face's, if it is none."""
    if call["call"] == "sha256" and "out" in call:
        return "a digest comes as bytes of its own"
    if call["call"] == "merkle_verify" and call["proof"] % 32:
        return "a proof is a list, whose row is told"
    if call["call"] == "drand_verify" and call["network"] == "nowhere":
        return "networks are objects"
    return None


@pytest.mark.parametrize("call", CALLS, ids=lambda call: " ".join(map(str, call.values())))
def test_a_wrong_call_is_refused_as_by_every_face(call):
    if differs(call):
        pytest.skip(differs(call))
    arguments = {name: value for name, value in call.items() if name not in ("call", "status", "row")}
    with pytest.raises((ValueError, TypeError)) as caught:
        FUNCTIONS[call["call"]](**arguments)
    error = caught.value
    if call["status"] == "POINTER":
        # What is no memory is of another type.
        assert isinstance(error, TypeError) or error.index == call.get("row"), repr(error)
    else:
        assert (error.code, error.index) == (call["status"], call.get("row")), repr(error)
