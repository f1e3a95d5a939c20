import hashlib
import random

import lanesmith
import numpy
import pytest

COUNTS = [0, 1, 2, 3, 15, 16, 17, 33, 1000, 3000]


def pairs_of(count: int) -> bytes:
    return random.Random(count).randbytes(64 * count)


def digests_of(rows: bytes, width: int = 64) -> bytes:
    return b"".join(hashlib.sha256(rows[i : i + width]).digest() for i in range(0, len(rows), width))


@pytest.mark.parametrize("threads", [1, 2, 3, 0])
@pytest.mark.parametrize("count", COUNTS)
def test_nodes_are_the_digests_of_hashlib(count, threads):
    pairs = pairs_of(count)
    expected = digests_of(pairs)
    assert lanesmith.sha256_nodes(pairs, threads=threads) == expected
    out = bytearray(32 * count)
    assert lanesmith.sha256_nodes(memoryview(pairs), out=out, threads=threads) is out
    assert out == expected


def test_an_array_of_numpy_comes_back_as_one():
    pairs = numpy.frombuffer(pairs_of(100), numpy.uint8).reshape(100, 64)
    nodes = lanesmith.sha256_nodes(pairs)
    assert nodes.shape == (100, 32) and nodes.dtype == numpy.uint8 and nodes.tobytes() == digests_of(pairs.tobytes())
    assert nodes.flags.writeable
    out = numpy.zeros((100, 32), numpy.uint8)
    assert lanesmith.sha256_nodes(pairs, out=out) is out and (out == nodes).all()
    # Pairs of nodes, as a level of a tree has them, and items of other types.
    assert (lanesmith.sha256_nodes(pairs.reshape(-1)) == nodes).all()
    assert (lanesmith.sha256_nodes(pairs.view(numpy.uint64)) == nodes).all()


@pytest.mark.parametrize("width", [1, 31, 32, 63, 64, 65, 200])
def test_rows_of_any_width_are_messages(width):
    rows = numpy.frombuffer(random.Random(width).randbytes(width * 70), numpy.uint8).reshape(70, width)
    assert lanesmith.sha256_many(rows).tobytes() == digests_of(rows.tobytes(), width)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("count", COUNTS)
def test_many_messages_of_many_lengths(count, threads):
    rng = random.Random(count)
    messages = [rng.randbytes(rng.choice([0, 1, 32, 55, 56, 64, 65, 200, 1000])) for _ in range(count)]
    expected = [hashlib.sha256(m).digest() for m in messages]
    assert lanesmith.sha256_many(messages, threads=threads) == expected
    assert lanesmith.sha256_many(tuple(map(bytearray, messages)), threads=threads) == expected
    assert lanesmith.sha256_many(iter(messages)) == expected
    out = bytearray(32 * count)
    lanesmith.sha256_many(messages, out=out, threads=threads)
    assert out == b"".join(expected)


def wrong(reason, call, *args, **kwargs):
    with pytest.raises(lanesmith.LengthError, match=reason) as caught:
        call(*args, **kwargs)
    assert isinstance(caught.value, ValueError)


def test_shapes_that_do_not_fit_are_named():
    wrong("100 bytes are no multiple of 64", lanesmith.sha256_nodes, bytes(100))
    wrong("of 32 bytes, expected 64", lanesmith.sha256_nodes, numpy.zeros((4, 32), numpy.uint8))
    wrong("of 128 bytes, expected 64", lanesmith.sha256_nodes, numpy.zeros((4, 16), numpy.uint64))
    wrong("expected 2 rows of 32", lanesmith.sha256_nodes, bytes(128), out=bytearray(32))
    wrong("of 64 bytes, expected 32", lanesmith.sha256_nodes, bytes(128), out=numpy.zeros((1, 64), numpy.uint8))
    wrong("threads is 5000", lanesmith.sha256_nodes, bytes(64), threads=5000)


def test_out_must_be_writable():
    with pytest.raises(BufferError):
        lanesmith.sha256_nodes(bytes(64), out=bytes(32))
    frozen = numpy.zeros((1, 32), numpy.uint8)
    frozen.flags.writeable = False
    with pytest.raises((BufferError, ValueError)):
        lanesmith.sha256_nodes(bytes(64), out=frozen)


@pytest.mark.parametrize("start", [0, 1, 63, 96])
def test_an_out_that_shares_memory_with_the_input_is_refused(start):
    memory = memoryview(bytearray(256))
    wrong("shares memory", lanesmith.sha256_nodes, memory[:128], out=memory[start : start + 64])
    wrong("shares memory", lanesmith.sha256_many, [b"x", memory[:128]], out=memory[start : start + 64])
    assert bytes(memory) == bytes(256)


def test_a_single_message_is_not_taken_for_a_list():
    for wrong_list in (b"abc", "abc", 5, None):
        with pytest.raises(TypeError):
            lanesmith.sha256_many(wrong_list)


def test_a_row_that_is_no_message_is_named():
    with pytest.raises(TypeError, match="row 1: strings must be encoded"):
        lanesmith.sha256_many([b"a", "b"])


@pytest.mark.parametrize("op", ["sha256.nodes", "sha256.many"])
def test_every_engine_gives_the_same(op):
    pairs, messages = pairs_of(100), [bytes([i]) * i for i in range(200)]
    expected = lanesmith.sha256_nodes(pairs), lanesmith.sha256_many(messages)
    for engine in (e.name for e in lanesmith.engines(op) if e.available):
        with lanesmith.use(op, engine):
            assert (lanesmith.sha256_nodes(pairs), lanesmith.sha256_many(messages)) == expected, engine
