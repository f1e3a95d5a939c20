import array
import copy
import hashlib
import hmac
import io
import mmap
import pickle
import tempfile
import threading

import lanesmith
import numpy
import pytest

# Around the edges of blocks, of the padding, and of what is hashed without the GIL.
LENGTHS = [0, 1, 31, 32, 33, 55, 56, 63, 64, 65, 119, 128, 2047, 2048, 2049, 100_000]
MESSAGE = bytes(range(256)) * 400


def kinds_of_memory(data: bytes):
    yield data
    yield bytearray(data)
    yield memoryview(data)
    yield memoryview(bytearray(b"x" + data))[1:]
    yield numpy.frombuffer(data, numpy.uint8)
    if len(data) % 8 == 0:
        yield numpy.frombuffer(data, numpy.uint64)
        yield array.array("d", data) if data else array.array("d")
        yield numpy.frombuffer(data, numpy.uint8).reshape(-1, 8)


@pytest.mark.parametrize("length", LENGTHS)
def test_every_kind_of_memory_gives_the_digest_of_hashlib(length):
    expected = hashlib.sha256(MESSAGE[:length]).digest()
    for memory in kinds_of_memory(MESSAGE[:length]):
        assert lanesmith.sha256_digest(memory) == expected, type(memory)
        assert lanesmith.sha256(memory).digest() == expected, type(memory)


def test_a_mapped_file_is_hashed_and_can_be_closed_after_that():
    with tempfile.TemporaryFile() as file:
        file.write(MESSAGE)
        file.flush()
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        assert lanesmith.sha256_digest(mapped) == hashlib.sha256(MESSAGE).digest()
        mapped.close()


@pytest.mark.parametrize("pieces", [1, 7, 64, 100, 5000])
def test_a_message_in_pieces_has_the_digest_of_the_whole(pieces):
    ours = lanesmith.sha256()
    for start in range(0, len(MESSAGE), pieces):
        assert ours.update(MESSAGE[start : start + pieces]) is None
    assert ours.hexdigest() == hashlib.sha256(MESSAGE).hexdigest()


def test_a_copy_goes_on_by_itself():
    one = lanesmith.sha256(b"a")
    for other in (one.copy(), copy.copy(one)):
        other.update(b"b")
        assert other.digest() == hashlib.sha256(b"ab").digest()
    assert one.digest() == hashlib.sha256(b"a").digest()


def test_names_and_sizes_are_those_of_hashlib():
    theirs = hashlib.sha256()
    for ours in (lanesmith.sha256(), lanesmith.Sha256(usedforsecurity=False), lanesmith.Sha256):
        assert (ours.name, ours.digest_size, ours.block_size) == ("sha256", theirs.digest_size, theirs.block_size)


@pytest.mark.parametrize("digestmod", [lanesmith.sha256, lanesmith.Sha256])
def test_it_stands_where_hashlib_stands_in_hmac_and_file_digest(digestmod):
    ours, theirs = hmac.new(b"key", b"msg", digestmod), hmac.new(b"key", b"msg", "sha256")
    assert ours.digest() == theirs.digest() and ours.copy().hexdigest() == theirs.hexdigest()
    assert "sha256" in ours.name
    assert hashlib.file_digest(io.BytesIO(MESSAGE), digestmod).digest() == hashlib.sha256(MESSAGE).digest()


@pytest.mark.parametrize("call", [lanesmith.sha256_digest, lanesmith.sha256, lanesmith.sha256().update])
def test_what_has_no_bytes_is_refused_as_hashlib_refuses_it(call):
    with pytest.raises(TypeError, match="data: strings must be encoded first"):
        call("text")
    for wrong in (None, 1, 1.5, [1], object()):
        with pytest.raises(TypeError):
            call(wrong)


def test_memory_with_gaps_is_refused():
    grid = numpy.zeros((8, 64), numpy.uint8)
    for memory in (grid[:, ::2], grid[::2].T, numpy.asfortranarray(numpy.ones((4, 64), numpy.uint8))):
        with pytest.raises((ValueError, BufferError)):
            lanesmith.sha256_digest(memory)
        with pytest.raises((ValueError, BufferError)):
            lanesmith.sha256_nodes(bytes(64), out=memory)


def test_hashers_are_not_pickled():
    with pytest.raises(TypeError, match="cannot pickle"):
        pickle.dumps(lanesmith.sha256())


def test_a_hundred_threads_on_one_hasher_lose_no_update():
    for size in (100, 64 * 1024):
        hasher, block = lanesmith.sha256(), b"b" * size
        start = threading.Barrier(100)

        def work():
            start.wait()
            for _ in range(10):
                hasher.update(block)
                hasher.copy().hexdigest()

        threads = [threading.Thread(target=work) for _ in range(100)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        assert hasher.digest() == hashlib.sha256(block * 1000).digest()


def test_memory_that_is_being_hashed_cannot_be_resized():
    data = bytearray(64 << 20)
    seen = []

    def resize():
        try:
            data.append(0)
            seen.append("resized")
        except BufferError:
            seen.append("refused")

    thread = threading.Timer(0.005, resize)
    thread.start()
    digest = lanesmith.sha256_digest(data)
    thread.join()
    # Whoever came first: nothing crashes, and the digest is of the memory as it was.
    assert digest == hashlib.sha256(bytes(64 << 20)).digest() or seen == ["resized"]


@pytest.mark.parametrize("engine", [e.name for e in lanesmith.engines("sha256.stream") if e.available])
def test_every_engine_gives_the_digest_of_hashlib(engine):
    with lanesmith.use("sha256.stream", engine):
        for length in LENGTHS:
            assert lanesmith.sha256_digest(MESSAGE[:length]) == hashlib.sha256(MESSAGE[:length]).digest()
