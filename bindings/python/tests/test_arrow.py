import ctypes
import hashlib

import lanesmith
import numpy
import polars
import pyarrow as pa
import pytest
from lanesmith import curl

ROWS = [b"", b"a", b"x" * 12, b"y" * 13, None, b"z" * 64, b"w" * 200, None, b"last"] * 3
FIXED = [b"%064d" % i if i % 5 else None for i in range(40)]


def digests(rows):
    return [None if row is None else hashlib.sha256(row).digest() for row in rows]


def checked(result, rows):
    result.validate(full=True)
    assert result.type == pa.binary(32) and result.to_pylist() == digests(rows)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("kind", [pa.binary(), pa.large_binary(), pa.binary_view()])
def test_binary_arrays_of_every_layout(kind, threads):
    array = pa.array(ROWS, kind)
    checked(lanesmith.sha256_many(array, threads=threads), ROWS)
    for start, stop in ((1, 20), (5, 5), (8, 9), (3, 27)):
        checked(lanesmith.sha256_many(array[start:stop], threads=threads), ROWS[start:stop])


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
def test_text_is_hashed_as_utf_8(kind):
    rows = ["", "abc", "ü" * 20, None]
    checked(lanesmith.sha256_many(pa.array(rows, kind)), [r if r is None else r.encode() for r in rows])


@pytest.mark.parametrize("width", [1, 32, 64, 100])
def test_arrays_of_fixed_width(width):
    rows = [bytes([i]) * width if i % 3 else None for i in range(50)]
    array = pa.array(rows, pa.binary(width))
    checked(lanesmith.sha256_many(array), rows)
    checked(lanesmith.sha256_many(array[7:33]), rows[7:33])
    checked(lanesmith.sha256_many(pa.array(rows[1:3], pa.binary(width))), rows[1:3])


def test_empty_arrays_and_arrays_of_nulls():
    for kind in (pa.binary(), pa.binary_view(), pa.binary(64)):
        checked(lanesmith.sha256_many(pa.array([], kind)), [])
        checked(lanesmith.sha256_many(pa.array([None] * 9, kind)), [None] * 9)


def test_chunks_stay_chunks():
    chunks = pa.chunked_array([ROWS[:3], [], ROWS[3:]], pa.binary())
    result = lanesmith.sha256_many(chunks)
    assert isinstance(result, pa.ChunkedArray) and [len(c) for c in result.chunks] == [3, 0, len(ROWS) - 3]
    result.validate(full=True)
    assert result.to_pylist() == digests(ROWS)
    empty = lanesmith.sha256_many(pa.chunked_array([], pa.binary()))
    assert empty.type == pa.binary(32) and len(empty) == 0


def test_a_series_of_polars_comes_back_as_one():
    series = polars.Series("m", ROWS, dtype=polars.Binary)
    result = lanesmith.sha256_many(series)
    assert isinstance(result, polars.Series) and result.name == "m" and result.to_list() == digests(ROWS)


class OnlyCapsules:
    """An Arrow object of no library that we know."""

    def __init__(self, array):
        self.array = array

    def __arrow_c_array__(self, requested_schema=None):
        return self.array.__arrow_c_array__(requested_schema)


class OnlyStream:
    def __init__(self, array):
        self.array = array

    def __arrow_c_stream__(self, requested_schema=None):
        return self.array.__arrow_c_stream__(requested_schema)


def test_objects_of_unknown_libraries_give_a_column_of_ours():
    column = lanesmith.sha256_many(OnlyCapsules(pa.array(ROWS, pa.binary())))
    assert isinstance(column, lanesmith.Column) and (len(column), column.num_chunks) == (len(ROWS), 1)
    checked(pa.array(column), ROWS)
    assert pa.chunked_array(column).to_pylist() == digests(ROWS)
    column = lanesmith.sha256_many(OnlyStream(pa.chunked_array([ROWS[:5], ROWS[5:]], pa.binary())))
    assert column.num_chunks == 2 and pa.chunked_array(column).to_pylist() == digests(ROWS)
    checked(pa.array(column), ROWS)


def test_exports_share_memory_and_outlive_the_column():
    column = lanesmith.sha256_many(OnlyCapsules(pa.array(ROWS, pa.binary())))
    one, two = pa.array(column), pa.array(column)
    assert one.buffers()[1].address == two.buffers()[1].address
    del column
    checked(one, ROWS)


def test_a_capsule_that_nobody_takes_is_released():
    column = lanesmith.sha256_many(OnlyCapsules(pa.array(FIXED, pa.binary(64))))
    for _ in range(100):
        column.__arrow_c_array__()
        column.__arrow_c_stream__()


def test_nothing_leaks_over_many_calls():
    array = pa.array([b"x" * 64] * 10_000, pa.binary(64))
    lanesmith.sha256_many(array)
    before = pa.total_allocated_bytes()
    for _ in range(50):
        lanesmith.sha256_many(array)
        with pytest.raises(TypeError):
            lanesmith.sha256_many(pa.array([1, 2]))
    assert pa.total_allocated_bytes() == before


@pytest.mark.parametrize(
    "wrong, said",
    [
        (pa.array([1, 2]), "cast it to binary"),
        (pa.array([1]).dictionary_encode(), "cast it to binary"),
        (pa.table({"a": [b"x"]}), "pass one of its columns"),
        (pa.record_batch({"a": [b"x"]}), "pass one of its columns"),
        (pa.array([[b"a"]]), "flatten"),
        (pa.array([None]), "Binary"),
        (polars.DataFrame({"a": [b"x"]}), "pass one of its columns"),
    ],
)
def test_columns_of_other_types_are_refused_by_name(wrong, said):
    with pytest.raises(TypeError, match=said):
        lanesmith.sha256_many(wrong)


def test_a_consumed_capsule_and_a_lying_object_are_errors():
    array = pa.array(ROWS, pa.binary())
    pair = array.__arrow_c_array__()

    class Replayed:
        def __arrow_c_array__(self, requested_schema=None):
            return pair

    lanesmith.sha256_many(Replayed())
    with pytest.raises(TypeError, match="consumed"):
        lanesmith.sha256_many(Replayed())
    for lie in ((1, 2), (1,), 5, (pair[1], pair[0])):
        class Liar:
            def __arrow_c_array__(self, requested_schema=None, lie=lie):
                return lie

        with pytest.raises((TypeError, ValueError, IndexError)):
            lanesmith.sha256_many(Liar())


def test_offsets_that_fall_are_refused():
    offsets = numpy.array([0, 5, 2], numpy.int32)
    array = pa.Array.from_buffers(pa.binary(), 2, [None, pa.py_buffer(offsets), pa.py_buffer(b"xxxxx")])
    with pytest.raises(TypeError, match="offsets"):
        lanesmith.sha256_many(OnlyCapsules(array))


def test_a_producer_that_raises_is_heard():
    def batches():
        yield pa.record_batch({"a": [b"x"]})
        raise RuntimeError("no more")

    reader = pa.RecordBatchReader.from_batches(pa.schema([("a", pa.binary())]), batches())
    with pytest.raises(TypeError, match="table"):
        lanesmith.sha256_many(reader)


def test_columns_of_trytes_stay_text_or_bytes():
    rows = ["HELLO", None, "", "A" * 200]
    expected = [None if r is None else curl.hash(r) for r in rows]
    for kind, out in ((pa.string(), pa.string()), (pa.large_string(), pa.large_string()), (pa.string_view(), pa.string())):
        result = curl.hash_many(pa.array(rows, kind))
        result.validate(full=True)
        assert result.type == out and result.to_pylist() == expected
    result = curl.hash_many(pa.array([r and r.encode() for r in rows], pa.binary()))
    assert result.type == pa.binary(81)
    assert result.to_pylist() == [r and curl.hash(r.encode()) if r != "" else curl.hash(b"") for r in rows]
    with pytest.raises(lanesmith.InputError, match="row 4") as caught:
        curl.hash_many(pa.array([*rows, "abc"]))
    assert caught.value.index == 4


def test_the_interface_needs_no_library_at_import():
    import subprocess
    import sys

    code = "import sys, lanesmith; assert not {'pyarrow', 'numpy', 'polars', 'ray', 'pandas'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert ctypes.sizeof(ctypes.c_void_p) == 8
