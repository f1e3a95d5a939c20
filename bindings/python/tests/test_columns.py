"""Columns flow from one function into the next, and into what users keep their tables in."""

import copy
import gc
import hashlib
import hmac
import pickle
import weakref

import lanesmith
import numpy
import pandas
import polars
import pyarrow as pa
import pytest
from lanesmith import bls, curl, merkle

LEAVES = [bytes([i]) * 32 for i in range(11)]
ROOT = merkle.root(b"".join(LEAVES))
SECRET = bls.SecretKey.generate(bytes(32))


def digests(rows):
    return [None if row is None else hashlib.sha256(row).digest() for row in rows]


class Stream:
    """An Arrow object of no library that we know."""

    def __init__(self, array):
        self.array = array

    def __arrow_c_stream__(self, requested_schema=None):
        return self.array.__arrow_c_stream__(requested_schema)


def chunked(rows, kind=None):
    return pa.chunked_array([rows[:3], [], rows[3:]], kind)


@pytest.mark.parametrize("kind", [polars.Binary, polars.String])
def test_a_series_of_several_chunks_comes_back_in_as_many(kind):
    rows = [["a", None], ["b" * 70], []] if kind == polars.String else [[b"a", None], [b"b" * 70], []]
    series = polars.concat([polars.Series("x", part, dtype=kind) for part in rows], rechunk=False)
    assert series.n_chunks() >= 2
    result = lanesmith.sha256_many(series)
    assert (result.name, result.n_chunks()) == ("x", series.n_chunks())
    assert result.to_list() == digests([r if r is None or isinstance(r, bytes) else r.encode() for part in rows for r in part])
    frame = polars.DataFrame({"x": series})
    expressed = frame.lazy().select(polars.col("x").map_batches(lanesmith.sha256_many, return_dtype=polars.Binary)).collect()
    assert expressed["x"].to_list() == result.to_list()


def test_a_column_of_several_chunks_goes_wherever_one_of_one_goes():
    column = lanesmith.sha256_many(Stream(chunked([b"a", None, b"c", b"d", None], pa.binary())))
    expected = digests([b"a", None, b"c", b"d", None])
    assert column.num_chunks == 3 and pa.chunked_array(column).num_chunks == 3
    array = pa.array(column)
    array.validate(full=True)
    assert array.to_pylist() == expected
    assert polars.Series(column).to_list() == expected


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
def test_text_of_several_chunks_goes_into_one_array(kind):
    column = curl.hash_many(Stream(chunked(["A", None, "B", "C"], kind)))
    array = pa.array(column)
    array.validate(full=True)
    assert array.type == kind and array.to_pylist() == [curl.hash("A"), None, curl.hash("B"), curl.hash("C")]


def test_verdicts_of_several_chunks_go_into_one_array():
    key, signature = bytes(bls.ETHEREUM.public_key(SECRET)), bytes(bls.ETHEREUM.sign(SECRET, b"m"))
    signatures = [signature, signature, None, bytes(96), signature] * 4
    column = bls.ETHEREUM.verify_batch([key] * 20, [b"m"] * 20, Stream(chunked(signatures, pa.binary())))
    expected = [None if s is None else s == signature for s in signatures]
    array = pa.array(column)
    array.validate(full=True)
    assert array.to_pylist() == expected == list(column) and column[1] is True
    assert numpy.asarray(column).tolist() == expected


def test_a_column_is_a_sequence():
    rows = [b"a", None, b"c", b"d"]
    column, expected = lanesmith.sha256_many(Stream(chunked(rows, pa.binary()))), digests(rows)
    assert list(column) == expected == column.to_pylist() and len(column) == 4
    assert [column[0], column[-1], column[1]] == [expected[0], expected[3], None]
    assert column[1:] == expected[1:] and column[::-2] == expected[::-2]
    assert expected[3] in column
    for index in (4, -5, 10**30):
        with pytest.raises(IndexError, match="of a column of 4 rows"):
            column[index]
    with pytest.raises(TypeError):
        column["a"]


def test_a_column_is_an_array_for_numpy():
    rows = [b"a", b"b", b"c", b"d"]
    array = numpy.asarray(lanesmith.sha256_many(Stream(chunked(rows, pa.binary()))))
    assert array.shape == (4, 32) and array.dtype == "u1" and [r.tobytes() for r in array] == digests(rows)
    array[0] = 0
    nulls = numpy.asarray(lanesmith.sha256_many(Stream(chunked([b"a", None], pa.binary()))))
    assert nulls.dtype == object and nulls.tolist() == digests([b"a", None])


@pytest.mark.parametrize("make", [pa.array, chunked, lambda rows: Stream(chunked(rows)), lambda rows: polars.Series(rows)])
def test_columns_of_digests_flow_into_trees(make):
    column = lanesmith.sha256_many(make(LEAVES))
    hashed = digests(LEAVES)
    joined = b"".join(hashed)
    assert merkle.root(column) == merkle.root(joined)
    assert merkle.root(column, limit=64) == merkle.CachedTree(column, limit=64).root()
    assert merkle.prove(column, 4) == merkle.prove(joined, 4)
    tree = merkle.CachedTree(limit=11)
    tree.extend(column)
    assert tree.root() == merkle.root(joined)
    deposits, same = merkle.DepositTree(), merkle.DepositTree()
    deposits.extend(column)
    same.extend(joined)
    assert deposits.root() == same.root()
    assert merkle.log_root(column) == merkle.log_root(hashed)
    assert merkle.combine(column, 0) == merkle.root(joined)


def test_roots_of_subtrees_of_a_column_are_a_column():
    leaves = [bytes([i]) * 32 for i in range(16)]
    for make, form in ((pa.array, pa.Array), (polars.Series, polars.Series), (lambda r: Stream(chunked(r)), lanesmith.Column)):
        tops = merkle.subtree_roots(make(leaves), 2)
        assert isinstance(tops, form) and len(tops) == 4
        assert merkle.combine(tops, 2) == merkle.root(b"".join(leaves))
    with pytest.raises(TypeError, match="out is for memory"):
        merkle.subtree_roots(pa.array(leaves), 2, out=bytearray(128))


def test_pairs_of_nodes_may_be_a_column():
    pairs = [bytes([i]) * 64 for i in range(9)]
    for kind in (pa.binary(64), pa.binary(), pa.binary_view()):
        nodes = lanesmith.sha256_nodes(chunked(pairs, kind))
        assert nodes.num_chunks == 3 and nodes.to_pylist() == digests(pairs)
    assert lanesmith.sha256_nodes(pa.array([pairs[0], None])).to_pylist() == digests([pairs[0], None])
    with pytest.raises(lanesmith.LengthError, match="row 4: pairs: 63 bytes") as caught:
        lanesmith.sha256_nodes(chunked([*pairs[:4], bytes(63)]))
    assert caught.value.index == 4


def test_leaves_of_another_width_or_null_are_named():
    with pytest.raises(lanesmith.LengthError, match="row 1: leaves: 31 bytes, expected 32"):
        merkle.root(pa.array([bytes(32), bytes(31)]))
    with pytest.raises(lanesmith.InputError, match="row 3: leaves: a null"):
        merkle.root(chunked([bytes(32)] * 3 + [None]))
    assert merkle.root(pa.array([], pa.binary(32))) == merkle.root(b"")


def test_tags_and_keys_of_columns_are_columns():
    rows = [b"a", None, b"c" * 100]
    tags = lanesmith.HmacKey(b"key").tags(pa.array(rows))
    assert tags.type == pa.binary(32)
    assert tags.to_pylist() == [r and hmac.digest(b"key", r, "sha256") for r in rows]
    assert lanesmith.HmacKey(b"key").tags(numpy.zeros((3, 5), "u1")).shape == (3, 32)
    passwords, salts = [b"p%d" % i for i in range(40)], [b"s%d" % i for i in range(40)]
    expected = [hashlib.pbkdf2_hmac("sha256", p, s, 3, 20) for p, s in zip(passwords, salts)]
    assert lanesmith.pbkdf2_many(passwords, pa.array(salts), 3, 20, threads=3) == expected
    column = lanesmith.pbkdf2_many(pa.array(passwords), salts, 3, 20)
    assert column.type == pa.binary(20) and column.to_pylist() == expected
    with pytest.raises(lanesmith.InputError, match="row 1: passwords: a null"):
        lanesmith.pbkdf2_many(pa.array([b"a", None]), [b"s"] * 2, 1)


@pytest.mark.parametrize("codes", [pa.int8(), pa.uint8(), pa.int32(), pa.uint64()])
@pytest.mark.parametrize("values", [pa.binary(), pa.large_string(), pa.binary(1), pa.binary_view()])
def test_a_dictionary_is_taken_by_its_values(codes, values):
    rows = [b"b", b"a", None, b"b", b"c", b"a"]
    kind = pa.dictionary(codes, values)
    array = pa.DictionaryArray.from_arrays(pa.array([1, 0, None, 1, 2, 0], codes), pa.array([b"a", b"b", b"c"]).cast(values))
    assert array.type == kind
    assert lanesmith.sha256_many(array).to_pylist() == digests(rows)
    assert lanesmith.sha256_many(array[1:5]).to_pylist() == digests(rows[1:5])
    assert lanesmith.sha256_many(pa.chunked_array([array, array[2:]])).to_pylist() == digests(rows + rows[2:])


def test_a_dictionary_with_a_null_or_of_numbers():
    array = pa.DictionaryArray.from_arrays(pa.array([0, 1], pa.int8()), pa.array([b"a", None]))
    assert lanesmith.sha256_many(array).to_pylist() == digests([b"a", None])
    with pytest.raises(TypeError, match="numbers"):
        lanesmith.sha256_many(pa.array([1, 2, 1]).dictionary_encode())
    for kind in (polars.Categorical, polars.Enum(["a", "b"])):
        assert lanesmith.sha256_many(polars.Series("x", ["b", "a", None], dtype=kind)).to_list() == digests([b"b", b"a", None])


def test_a_code_beyond_the_dictionary_is_refused():
    array = pa.DictionaryArray.from_arrays(pa.array([0, 5], pa.int8()), pa.array([b"a"]), safe=False)
    with pytest.raises(TypeError, match="dictionary does not have"):
        lanesmith.sha256_many(array)


def test_a_series_of_pandas_comes_back_as_a_column_of_the_same_frame():
    frame = pandas.DataFrame({"m": [b"a", b"b", None]}, index=[7, 3, 5])
    frame["h"] = lanesmith.sha256_many(frame["m"])
    assert frame["h"].tolist()[:2] == digests([b"a", b"b"]) and frame["h"].isna().tolist() == [False, False, True]
    result = lanesmith.sha256_many(frame["m"].iloc[::-1])
    assert isinstance(result, pandas.Series) and result.index.tolist() == [5, 3, 7] and result.name == "m"
    text = curl.hash_many(pandas.Series(["A", "B"], name="t"))
    assert text.tolist() == [curl.hash("A"), curl.hash("B")]


def test_objects_can_be_referred_to_weakly():
    for make in (
        lambda: lanesmith.sha256(),
        lambda: lanesmith.HmacKey(b"k"),
        lambda: merkle.CachedTree(limit=1),
        lambda: merkle.DepositTree(),
        lambda: curl.Curl(),
        lambda: bls.Scheme(),
        lambda: bls.SecretKey(bytes(31) + b"\1"),
        lambda: lanesmith.sha256_many(Stream(chunked(LEAVES))),
    ):
        it = make()
        weak = weakref.ref(it)
        assert weak() is it
        del it
        gc.collect()
        assert weak() is None


def test_trees_sponges_and_finds_are_copied_and_pickled():
    tree = merkle.CachedTree(b"".join(LEAVES), limit=100)
    sponge = curl.Curl(27)
    sponge.absorb("HELLO")
    found = curl.search("A" * 2673, 4)
    for again in (copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))):
        other = again(tree)
        assert (other.root(), other.limit, len(other)) == (tree.root(), 100, 11)
        other.append(bytes(32))
        assert len(tree) == 11
        assert again(sponge).squeeze() == sponge.copy().squeeze() and again(sponge).rounds == 27
        same = again(found)
        assert [same.nonce, same.weight, same.batch, same.attempts, same.seconds] == [
            found.nonce, found.weight, found.batch, found.attempts, found.seconds
        ]


def test_a_secret_key_equals_itself_and_no_other():
    same = bls.SecretKey(bytes(SECRET))
    assert same == SECRET and hash(same) == hash(SECRET)
    assert bls.SecretKey(bytes(31) + b"\1") != SECRET and SECRET != bytes(SECRET)


def test_functions_say_where_users_find_them():
    for module, name in (
        (lanesmith, "sha256_many"),
        (lanesmith, "pbkdf2"),
        (merkle, "root"),
        (merkle, "combine"),
        (merkle, "log_root"),
        (curl, "hash"),
        (curl, "mean_attempts"),
        (bls, "split"),
    ):
        function = getattr(module, name)
        assert (function.__module__, function.__name__, function.__qualname__) == (module.__name__, name, name)
        assert pickle.loads(pickle.dumps(function)) is function
