import hashlib
import hmac

import lanesmith
import pytest


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 200, 5000])
def test_tags_are_those_of_the_standard_library(length):
    key, messages = b"k" * length, [b"m" * n for n in (0, 55, 64, 1000, 5000)]
    expected = [hmac.digest(key, m, "sha256") for m in messages]
    prepared = lanesmith.HmacKey(key)
    assert [lanesmith.hmac_digest(key, m) for m in messages] == expected
    assert [prepared.tag(m) for m in messages] == expected
    assert prepared.tags(messages) == prepared.tags(messages, threads=2) == expected
    out = bytearray(32 * 5)
    assert prepared.tags(messages, out=out) is out and out == b"".join(expected)


def test_a_tag_of_another_message_is_refused():
    key = lanesmith.HmacKey(b"key")
    assert key.verify(b"message", key.tag(b"message")) and not key.verify(b"massage", key.tag(b"message"))
    with pytest.raises(lanesmith.LengthError, match="tag: 31 bytes, expected 32"):
        key.verify(b"message", bytes(31))
    assert "key" not in repr(key).lower().replace("hmackey", "")


def test_hkdf_is_that_of_rfc_5869():
    okm = lanesmith.hkdf(b"\x0b" * 22, 42, salt=bytes(range(13)), info=bytes(range(0xF0, 0xFA)))
    assert okm.hex() == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    assert len(lanesmith.hkdf(b"secret", 8160)) == 8160 and lanesmith.hkdf(b"secret", 0) == b""
    with pytest.raises(lanesmith.LengthError, match="at most 8160"):
        lanesmith.hkdf(b"secret", 8161)


def test_pbkdf2_is_that_of_hashlib():
    jobs = [(b"p%d" % i, b"salt%d" % i) for i in range(20)]
    expected = [hashlib.pbkdf2_hmac("sha256", p, s, 10, 50) for p, s in jobs]
    assert [lanesmith.pbkdf2(p, s, 10, 50) for p, s in jobs] == expected
    passwords, salts = zip(*jobs, strict=True)
    assert lanesmith.pbkdf2_many(passwords, salts, 10, 50, threads=2) == expected
    for call in (lambda: lanesmith.pbkdf2(b"p", b"s", 0), lambda: lanesmith.pbkdf2(b"p", b"s", 1, 0),
                 lambda: lanesmith.pbkdf2_many(passwords, salts[1:], 1)):
        with pytest.raises(lanesmith.LengthError):
            call()
