import hashlib
import random

import lanesmith
import pytest
from lanesmith import merkle


def sha(data):
    return hashlib.sha256(data).digest()


def data_of(length):
    return random.Random(length).randbytes(length)


@pytest.mark.parametrize("length", [1, 4096, 8191, 130 * 4096, 17_000_000])
def test_roots_are_those_of_the_plain_tree_on_any_number_of_threads(length):
    data, salt = data_of(length), b"pepper"
    level = [sha(salt.ljust(64, b"\0") + data[i : i + 4096].ljust(4096, b"\0")) for i in range(0, length, 4096)]
    while len(level) > 1:
        joined = b"".join(level)
        level = [sha(salt.ljust(64, b"\0") + joined[i : i + 4096].ljust(4096, b"\0")) for i in range(0, len(joined), 4096)]
    descriptor = bytes([1, 1, 12, len(salt)]) + bytes(4) + length.to_bytes(8, "little")
    descriptor += level[0] + bytes(32) + salt.ljust(32, b"\0") + bytes(144)
    for threads in (1, 2):
        assert merkle.file_root(data, format="fsverity", salt=salt, threads=threads) == sha(descriptor)


def test_digests_of_parts_are_those_of_the_whole_and_lead_to_its_root():
    data = data_of(100_001)
    for options in ({"format": "btv2"}, {"format": "rfc6962", "block_size": 16_384}, {"format": "s3", "block_size": 16_384}):
        parts = [merkle.file_digests(data[i : i + 32_768], **options) for i in range(0, len(data), 32_768)]
        digests = merkle.file_digests(data, **options)
        assert b"".join(parts) == digests
        root = merkle.file_root(data, **options)
        assert merkle.file_root_of_digests(digests, len(data), **options) == root
        assert merkle.file_check(data, digests, root, **options) == []
        bad = bytearray(data)
        bad[16_384] ^= 1
        bad[-1] ^= 1
        assert merkle.file_check(bad, digests, root, threads=2, **options) == [1, 6]
        with pytest.raises(lanesmith.ProofError, match="not those of the root"):
            merkle.file_check(data, digests, bytes(32), **options)


def test_formats_sizes_and_salts_that_there_are_not_are_refused():
    for reason, options in (
        ("no such format", {"format": "abacus"}),
        ("btv2 has no salt", {"format": "btv2", "salt": b"1"}),
        ("of 16384 bytes, not of 4096", {"format": "btv2", "block_size": 4096}),
        ("power of two", {"format": "fsverity", "block_size": 3000}),
        ("blocks of hashes", {"format": "s3", "hash_block_size": 4096}),
        ("covers whole blocks", {"format": "dm-verity"}),
    ):
        with pytest.raises(lanesmith.LengthError, match=reason):
            merkle.file_root(b"abc", **options)
    with pytest.raises(lanesmith.LengthError, match="5 digests given where 1 are needed"):
        merkle.file_root_of_digests(bytes(160), 5, format="btv2")
