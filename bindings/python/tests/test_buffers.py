"""What may be memory, and what errors say about what may not."""

import array
import ctypes
import hashlib
import pickle

import lanesmith
import numpy
import pyarrow as pa
import pytest
from lanesmith import bls, curl, merkle, pwhash

PAIR = numpy.zeros((1, 64), "u1")
OBJECTS = numpy.array([b"x"], dtype=object)


class Point(ctypes.Structure):
    _fields_ = [("x", ctypes.c_int), ("y", ctypes.py_object)]


def test_an_out_of_objects_is_refused_and_left_as_it_is():
    things = [object() for _ in range(4)]
    out = numpy.array([things], dtype=object)
    for call in (lanesmith.sha256_many, lanesmith.sha256_nodes):
        with pytest.raises(TypeError, match="^out: items of format .O. are no plain numbers"):
            call(PAIR, out=out)
    with pytest.raises(TypeError, match="^out: "):
        lanesmith.HmacKey(b"k").tags([b"m"], out=out)
    assert [*out[0]] == things


@pytest.mark.parametrize(
    "data",
    [
        OBJECTS,
        numpy.zeros(2, [("a", "i4"), ("b", "O")]),
        numpy.zeros(2, [("a", "i4"), ("b", "u1")]),
        numpy.array(["text"]),
        (ctypes.c_void_p * 2)(),
        (ctypes.c_char_p * 2)(b"a", b"b"),
        (ctypes.py_object * 2)(1, 2),
        Point(),
        array.array("u", "text"),
    ],
    ids=["objects", "structs with objects", "structs", "text", "pointers", "strings", "py_object", "struct", "array of text"],
)
def test_items_that_are_no_plain_numbers_are_refused_wherever_memory_comes_in(data):
    for call in (
        lanesmith.sha256_digest,
        lanesmith.sha256,
        lanesmith.sha256().update,
        lambda d: lanesmith.sha256_many([b"", d]),
        lanesmith.HmacKey,
        lambda d: lanesmith.pbkdf2(d, b"salt", 1),
        lambda d: pwhash.hash(d),
        lambda d: pwhash.hash(b"p", salt=d),
        lambda d: pwhash.hash(b"p", secret=d),
        lambda d: pwhash.verify("$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI", d),
        lambda d: bls.Keystore.encrypt(bytes(31) + b"\1", d, cost=2),
        merkle.root,
        curl.hash,
    ):
        with pytest.raises(TypeError, match="no plain numbers"):
            call(data)


def test_numbers_and_bytes_of_any_kind_are_hashed_as_they_lie():
    plain = [
        numpy.ones(8, dtype=kind)
        for kind in ("u1", "i1", ">u2", "<i4", "u8", "f2", "f4", ">f8", "g", "c8", "c16", "?")
    ]
    plain += [
        numpy.array([b"ab", b"c"], "S8"),
        numpy.zeros(3, "V16"),
        array.array("d", [1.5, 2]),
        (ctypes.c_ushort * 3)(1, 2, 3),
        (ctypes.c_char * 4)(b"x"),
        memoryview(b"abcd").cast("I"),
        memoryview(bytearray(6)).cast("c"),
        numpy.datetime64("2026-11-23").astype("i8"),
    ]
    for data in plain:
        assert lanesmith.sha256_digest(data) == hashlib.sha256(data).digest(), data


def test_a_type_error_of_a_row_has_its_index():
    for call in (lanesmith.sha256_many, lanesmith.HmacKey(b"k").tags, merkle.log_root, curl.hash_many, pwhash.hash_many):
        with pytest.raises(TypeError, match="^row 1: ") as caught:
            call([b"A", None])
        assert caught.value.index == 1


@pytest.mark.parametrize(
    "said, call",
    [
        ("^data: strings must be encoded first: .*fromhex", lambda: lanesmith.sha256_digest("abc")),
        ("^data: .*fromhex", lambda: bls.PublicKey("aa" * 48)),
        ("^secret: .*fromhex", lambda: lanesmith.hkdf("secret", 3)),
        ("^salt: a bytes-like object is required, not 'int'", lambda: lanesmith.pbkdf2(b"p", 5, 1)),
        ("^message: a bytes-like object is required", lambda: bls.ETHEREUM.sign(bytes(31) + b"\1", None)),
        ("^messages: a list of messages", lambda: lanesmith.sha256_many(bytearray(b"abc"))),
        ("^messages: a list of messages", lambda: lanesmith.sha256_many(memoryview(b"abc"))),
        ("^messages: a list of messages", lambda: lanesmith.sha256_many(numpy.arange(9, dtype="u1"))),
        ("^messages: a list of messages", lambda: lanesmith.sha256_many(numpy.arange(9, dtype="u1")[::2])),
        ("^messages: a list of messages", lambda: lanesmith.HmacKey(b"k").tags(bytearray(3))),
    ],
)
def test_a_type_error_names_the_argument(said, call):
    with pytest.raises(TypeError, match=said):
        call()


@pytest.mark.parametrize(
    "said, call",
    [
        ("^threads is -1: it must be from 0", lambda: lanesmith.sha256_many([], threads=-1)),
        ("^threads is 1000000: ", lambda: lanesmith.sha256_nodes(b"", threads=10**6)),
        ("^index is -1: ", lambda: merkle.prove(bytes(64), -1)),
        ("^limit is -1: ", lambda: merkle.root(b"", limit=-1)),
        ("^limit is 18446744073709551616: ", lambda: merkle.CachedTree(limit=2**64)),
        ("^height is -1: ", lambda: merkle.zero_hash(-1)),
        ("^iterations is -1: ", lambda: lanesmith.pbkdf2(b"", b"", -1)),
        ("^length is -2: ", lambda: lanesmith.hkdf(b"", -2)),
        ("^length is a huge number: ", lambda: lanesmith.hkdf(b"", 10**5000)),
        ("^shares is -3: ", lambda: bls.split(bytes(31) + b"\1", 1, -3)),
        ("^row 0: share is -1: ", lambda: bls.recover_key([(-1, bytes(32))])),
        ("^round is -1: ", lambda: bls.DRAND_QUICKNET.randomness(-1, bytes(48))),
        ("^weight is -1: ", lambda: curl.Search("9" * 2673, -1)),
        ("^passes is -1: ", lambda: pwhash.argon2(b"", bytes(8), passes=-1)),
        ("^max_memory is -1: ", lambda: pwhash.verify("", b"", max_memory=-1)),
        ("^leaves: 63 bytes are no multiple of 32", lambda: merkle.root(bytes(63))),
        ("^out: rows are of 31 bytes", lambda: lanesmith.sha256_nodes(bytes(64), out=numpy.zeros((1, 31), "u1"))),
        ("^row 1: leaves: 31 bytes, expected 32", lambda: merkle.root([bytes(32), bytes(31)])),
        ("^height is 200: ", lambda: merkle.combine([bytes(32)], 200)),
    ],
)
def test_a_number_or_length_that_cannot_be_is_a_value_error_that_names_the_argument(said, call):
    with pytest.raises(lanesmith.LengthError, match=said) as caught:
        call()
    assert isinstance(caught.value, ValueError)


def test_an_index_beyond_any_number_is_an_index_error():
    tree = merkle.CachedTree(bytes(64), limit=2)
    for index in (2, -3, 10**30):
        with pytest.raises(IndexError, match="of a tree of 2 leaves"):
            tree[index]


def test_a_password_that_is_no_text_is_not_in_the_error():
    secret = "hunter2\ud800"
    for call in (
        lambda: pwhash.hash(secret),
        lambda: pwhash.hash_many([secret]),
        lambda: pwhash.verify("$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$FqGkmHNGCd0BRW2kBt6fPZ2pPmyGwwChL8FGUhTOSSI", secret),
        lambda: pwhash.hash("p", secret=secret),
        lambda: pwhash.scrypt(secret, b"salt", n=2),
        lambda: bls.Keystore.encrypt(bytes(31) + b"\1", secret, cost=2),
    ):
        with pytest.raises(lanesmith.PasswordError, match="surrogate") as caught:
            call()
        error = caught.value
        assert "hunter2" not in f"{error!r} {error} {vars(error)} {error.__cause__!r} {error.__context__!r}"
        assert b"hunter2" not in pickle.dumps(error)


def test_trytes_that_are_no_text_are_an_input_error():
    with pytest.raises(lanesmith.InputError, match="surrogate"):
        curl.hash("\ud800")


def test_translations_of_long_texts_are_those_of_short_ones():
    trytes = "".join(chr(65 + i % 26) for i in range(1_000_002))
    trits = curl.trytes_to_trits(trytes)
    assert curl.trits_to_trytes(trits) == trytes and trits[:3] == curl.trytes_to_trits(trytes[0])
    packed = curl.t5b1_encode(trytes)
    assert curl.t5b1_decode(packed, len(trits)) == trytes
    data = bytes(range(256)) * 4000
    assert curl.b1t6_decode(curl.b1t6_encode(data)) == data
    for call in (curl.trytes_to_trits, curl.t5b1_encode, curl.b1t6_decode):
        with pytest.raises(lanesmith.InputError, match="tryte 800000 is '!'"):
            call("9" * 800_000 + "!" + "9" * 99_999)


def test_strided_arrays_give_arrays_of_what_they_show():
    rows = numpy.arange(40 * 128, dtype="u4").astype("u1").reshape(40, 128)
    rows = numpy.random.default_rng(1).integers(0, 256, (40, 128), "u1")
    for view in (rows[::2], rows[:, :32], rows[::-1], rows[:, ::4], rows.T, rows[3:9, 64:]):
        digests = lanesmith.sha256_many(view)
        assert isinstance(digests, numpy.ndarray) and digests.shape == (len(view), 32)
        assert [d.tobytes() for d in digests] == [hashlib.sha256(row.tobytes()).digest() for row in view]
    half = rows[:, ::2]
    assert (lanesmith.sha256_nodes(half) == lanesmith.sha256_many(half)).all()
    assert merkle.root(rows[:, ::4]) == merkle.root(numpy.ascontiguousarray(rows[:, ::4]))


def test_arrays_of_other_shapes_and_kinds():
    class Special(numpy.ndarray):
        pass

    def digests(*messages):
        return [list(hashlib.sha256(m).digest()) for m in messages]

    assert lanesmith.sha256_many(numpy.zeros((3, 0), "u1")).tolist() == digests(b"", b"", b"")
    assert lanesmith.sha256_many(numpy.zeros((0, 5), "u1")).shape == (0, 32)
    assert lanesmith.sha256_many(numpy.zeros((3, 4, 5), "u1")).shape == (12, 32)
    special = lanesmith.sha256_many(numpy.zeros((1, 64), "u1").view(Special))
    assert isinstance(special, numpy.ndarray) and special.tolist() == digests(bytes(64))
    # NumPy hides zeros at the end of such an item; they are there.
    assert lanesmith.sha256_many(numpy.array([b"a\0", b"bc"], "S2")).tolist() == digests(b"a\0", b"bc")
    objects = numpy.array([b"a", b"bc"], dtype=object)
    assert lanesmith.sha256_many(objects).tolist() == digests(b"a", b"bc")


def test_a_list_of_rows_flows_into_trees():
    leaves = [bytes([i]) * 32 for i in range(7)]
    joined = b"".join(leaves)
    assert merkle.root(leaves) == merkle.root(joined) == merkle.root(pa.array(leaves))
    assert merkle.prove(leaves, 2) == merkle.prove(joined, 2)
    assert merkle.CachedTree(leaves, limit=8).root() == merkle.CachedTree(joined, limit=8).root()


def test_large_trees_are_those_of_small_ones():
    count = 100_001
    leaves = numpy.random.default_rng(2).bytes(32 * count)
    tree = merkle.CachedTree(leaves, limit=1 << 20)
    for threads in (1, 3):
        assert merkle.root(leaves, limit=1 << 20, threads=threads) == tree.root()
        assert merkle.root(leaves, threads=threads) == merkle.root(leaves, limit=1 << 17)
    for index in (0, 3, 70_000, count - 1):
        proof = merkle.prove(leaves, index, limit=1 << 20)
        assert proof == tree.prove(index)
    part = merkle.CachedTree(leaves[: 32 * 10], limit=1 << 20)
    part.extend(leaves[32 * 10 :])
    assert part.root() == tree.root() and len(part) == count
    with pytest.raises(lanesmith.LengthError, match="100001"):
        merkle.root(leaves, limit=100_000)
    entries = [b"%d" % i for i in range(40_000)]
    proof = merkle.log_prove(entries, 33_333)
    assert merkle.log_verify(entries[33_333], proof, 33_333, len(entries), merkle.log_root(entries))


def test_sums_of_many_keys_are_those_of_few():
    secrets = [bls.SecretKey.generate(bytes([i]) * 32) for i in range(1, 4)]
    keys = [bls.ETHEREUM.public_key(s) for s in secrets]
    many = [keys[i % 3] for i in range(20_000)]
    # As multiples, by shares of one key: 20,000 = 3 * 6666 + 2.
    few = bls.ETHEREUM.aggregate_keys(many[:10_000])
    assert bls.ETHEREUM.aggregate_keys(many) == bls.ETHEREUM.aggregate_keys([few, bls.ETHEREUM.aggregate_keys(many[10_000:])])
    signatures = [bls.ETHEREUM.sign(s, b"m") for s in secrets]
    all_of_them = bls.ETHEREUM.aggregate([signatures[i % 3] for i in range(20_000)])
    assert bls.ETHEREUM.fast_aggregate_verify(many, b"m", all_of_them)
    messages = [b"m"] * 300
    sum_of_300 = bls.ETHEREUM.aggregate([signatures[i % 3] for i in range(300)])
    assert bls.ETHEREUM.aggregate_verify(many[:300], messages, sum_of_300)
    assert not bls.ETHEREUM.aggregate_verify(many[:300], [b"n", *messages[1:]], sum_of_300)


def test_a_point_that_is_wrong_is_named_by_its_row():
    good = bytes(bls.ETHEREUM.public_key(bytes(31) + b"\1"))
    for row in (0, 130):
        keys = [good] * 200
        keys[row] = bytes(48)
        with pytest.raises(lanesmith.SignatureError, match=f"row {row}: ") as caught:
            bls.ETHEREUM.aggregate_keys(keys)
        assert caught.value.index == row
    with pytest.raises(lanesmith.SignatureError, match="row 1: no public key"):
        bls.ETHEREUM.aggregate_keys(pa.array([good, None]))
    assert bls.ETHEREUM.aggregate_keys(pa.array([good, good])) == bls.ETHEREUM.aggregate_keys([good, good])
