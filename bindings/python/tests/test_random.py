"""Random calls with random arguments: whatever they are, the answer is right or an exception, never a crash."""

import hashlib
import random

import lanesmith
import numpy
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lanesmith import bls, curl, merkle, pwhash

ALLOWED = (ValueError, TypeError, BufferError, LookupError, MemoryError, RuntimeError)

lengths = st.sampled_from([0, 1, 31, 32, 33, 63, 64, 65, 96, 128, 192, 256, 2047, 2048, 2500])


@given(st.lists(st.binary(max_size=300), max_size=40), st.integers(0, 3))
@settings(max_examples=300, deadline=None)
def test_lists_of_any_bytes(messages, threads):
    expected = [hashlib.sha256(m).digest() for m in messages]
    assert lanesmith.sha256_many(messages, threads=threads) == expected
    assert lanesmith.sha256_many(pa.array(messages, pa.binary())).to_pylist() == expected


@given(st.lists(st.one_of(st.none(), st.binary(max_size=40)), max_size=60), st.data())
@settings(max_examples=300, deadline=None)
def test_columns_of_any_bytes_and_nulls_in_any_slice(rows, data):
    kind = data.draw(st.sampled_from([pa.binary(), pa.large_binary(), pa.binary_view()]))
    start = data.draw(st.integers(0, len(rows)))
    stop = data.draw(st.integers(start, len(rows)))
    result = lanesmith.sha256_many(pa.array(rows, kind)[start:stop])
    result.validate(full=True)
    assert result.to_pylist() == [None if r is None else hashlib.sha256(r).digest() for r in rows[start:stop]]


@given(st.binary(max_size=5000), st.data())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_pieces_of_a_message(message, data):
    hasher, at = lanesmith.sha256(), 0
    while at < len(message):
        step = data.draw(st.integers(1, 1000))
        hasher.update(memoryview(message)[at : at + step])
        at += step
    assert hasher.digest() == hashlib.sha256(message).digest() == lanesmith.sha256_digest(message)


@given(st.text(max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_text_is_trytes_or_refused(text):
    valid = all(c in "9ABCDEFGHIJKLMNOPQRSTUVWXYZ" for c in text)
    try:
        assert len(curl.hash(text)) == 81 and valid
    except lanesmith.InputError:
        assert not valid


@given(st.text(alphabet="$argon2idv=19m,tpyscLA0/.", max_size=120))
@settings(max_examples=300, deadline=None)
def test_any_text_is_a_stored_password_or_refused(text):
    with pytest.raises(lanesmith.PasswordError):
        pwhash.verify(text, "x", max_memory=1 << 20)


def value(rng: random.Random):
    """Something that may be an argument, and may be nonsense."""
    data = bytes(rng.choice([0, 1, 31, 32, 33, 48, 63, 64, 65, 96, 128, 192, 2048, 2673]))
    array = numpy.zeros((rng.choice([0, 1, 2, 3]), rng.choice([0, 1, 32, 48, 64, 81])), rng.choice(["u1", "u8", "?"]))
    return rng.choice(
        [
            lambda: data,
            lambda: bytearray(data),
            lambda: memoryview(data)[:: rng.choice([1, 1, 2, -1])],
            lambda: array,
            lambda: array.T,
            lambda: array[:, ::2],
            lambda: [data, bytes(rng.randrange(70))],
            lambda: [data, rng.choice([None, 1, "x"])],
            lambda: (),
            lambda: iter([data]),
            lambda: pa.array([data, None]),
            lambda: pa.array([1, None]),
            lambda: pa.chunked_array([[data], []], pa.binary_view()),
            lambda: "9" * rng.choice([0, 1, 81, 243, 2673]),
            lambda: rng.choice(["", "ABC", "abc", "\ud800", "min_pk", "argon2id", "scalar", "fast"]),
            lambda: rng.choice([0, 1, 2, 27, 81, 7, -1, 2**31, 2**63, 2**64, 10**30]),
            lambda: rng.choice([0.0, 1.5, float("nan"), float("inf"), -1.0]),
            lambda: rng.choice([None, True, False, object(), {}, set()]),
            lambda: bls.ETHEREUM,
            lambda: KEY,
        ]
    )()


KEY = bls.SecretKey.generate(bytes(32)).public_key()
TREE = merkle.CachedTree(limit=1 << 10)
DEPOSITS = merkle.DepositTree()
KEYSTORE = bls.Keystore.encrypt(bls.SecretKey.generate(bytes(32)), "p", cost=2)
HASHER = lanesmith.sha256()
SPONGE = curl.Curl()
MAC = lanesmith.HmacKey(b"key")
SMALL = {"threads": lambda rng: rng.choice([1, 1, 2, 3, -1, 10**6]), "out": value, "limit": value, "rounds": value}

CALLS = [
    (lanesmith.sha256_digest, 1, ()),
    (lanesmith.sha256, 1, ()),
    (HASHER.update, 1, ()),
    (lanesmith.sha256_nodes, 1, ("out", "threads")),
    (lanesmith.sha256_many, 1, ("out", "threads")),
    (lanesmith.hmac_digest, 2, ()),
    (MAC.verify, 2, ()),
    (MAC.tags, 1, ("out",)),
    (merkle.root, 1, ("limit", "threads")),
    (merkle.subtree_roots, 2, ("out",)),
    (merkle.prove, 2, ("limit",)),
    (merkle.verify, 4, ("limit",)),
    (merkle.mix_in_length, 2, ()),
    (merkle.zero_hash, 1, ()),
    (merkle.log_root, 1, ()),
    (merkle.log_prove, 2, ()),
    (merkle.log_verify, 5, ()),
    (merkle.CachedTree, 1, ("limit",)),
    (TREE.append, 1, ()),
    (TREE.truncate, 1, ()),
    (TREE.prove, 1, ()),
    (TREE.__getitem__, 1, ()),
    (TREE.__setitem__, 2, ()),
    (curl.hash, 1, ("rounds",)),
    (curl.hash_many, 1, ("rounds", "out", "threads")),
    (curl.transaction_hash, 1, ()),
    (SPONGE.absorb, 1, ()),
    (curl.Search, 2, ("threads",)),
    (curl.Search.tip12, 2, ()),
    (curl.trytes_to_trits, 1, ()),
    (curl.trits_to_trytes, 1, ()),
    (curl.b1t6_encode, 1, ()),
    (curl.b1t6_decode, 1, ()),
    (curl.t5b1_decode, 2, ()),
    (curl.tip12_score, 1, ()),
    (bls.SecretKey, 1, ()),
    (bls.PublicKey, 2, ()),
    (bls.Signature, 2, ()),
    (bls.Scheme, 2, ()),
    (bls.ETHEREUM.aggregate, 1, ()),
    (bls.ETHEREUM.aggregate_keys, 1, ()),
    (bls.ETHEREUM.verify_batch, 3, ("threads",)),
    (bls.ETHEREUM.verify, 3, ()),
    (bls.split, 3, ()),
    (bls.recover_key, 1, ()),
    (bls.recover_signature, 2, ()),
    (bls.Commitments, 2, ()),
    (bls.Keystore, 1, ()),
    (KEYSTORE.decrypt, 1, ()),
    (merkle.DepositTree.from_snapshot, 1, ()),
    (DEPOSITS.append, 1, ()),
    (DEPOSITS.extend, 1, ()),
    (DEPOSITS.prove, 1, ()),
    (pwhash.needs_rehash, 1, ()),
    (pwhash.inspect, 1, ()),
    (lanesmith.use, 2, ()),
    (lanesmith.configure, 1, ()),
    (lanesmith.load_profile, 1, ()),
]


# 200 examples of 500 calls.
@given(st.integers(0, 2**64 - 1))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_hundred_thousand_random_calls_end_in_an_answer_or_an_exception(seed):
    rng, answers = random.Random(seed), 0
    before = [(op, e if o == "configured" else "auto") for op, e, o in lanesmith._native.operation_rows()]
    try:
        for _ in range(500):
            call, count, keywords = rng.choice(CALLS)
            args = [value(rng) for _ in range(count)]
            kwargs = {k: SMALL[k](rng) for k in keywords if rng.random() < 0.3}
            try:
                call(*args, **kwargs)
                answers += 1
            except ALLOWED:
                pass
            except BaseException as error:  # noqa: BLE001
                # A panic of Rust is a BaseException.
                raise AssertionError(f"{call} {args!r:.300} {kwargs!r:.200}: {error!r}") from error
    finally:
        lanesmith._native.restore(before)
    assert answers > 5
