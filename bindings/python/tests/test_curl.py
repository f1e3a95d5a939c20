import signal
import threading
import time

import lanesmith
import pytest
from lanesmith import curl

LETTERS = "9ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def trits_of(trytes):
    out = []
    for c in trytes:
        value = LETTERS.index(c)
        value -= 27 if value > 13 else 0
        for _ in range(3):
            trit = (value + 1) % 3 - 1
            out.append(trit)
            value = (value - trit) // 3
    return out


def plain_curl(trytes, rounds):
    """Curl-P as its authors wrote it: PyOTA's, Java's."""
    table = [1, 0, -1, 2, 1, -1, 0, 2, -1, 1, 0]
    state, trits = [0] * 729, trits_of(trytes)
    for start in range(0, len(trits), 243):
        block = trits[start : start + 243]
        state[: len(block)] = block
        for _ in range(rounds):
            before, index, state = state, 0, []
            for _ in range(729):
                last = index
                index += 364 if index < 365 else -365
                state.append(table[before[last] + (before[index] << 2) + 5])
    return "".join(
        LETTERS[(state[i] + 3 * state[i + 1] + 9 * state[i + 2]) % 27] for i in range(0, 243, 3)
    )


@pytest.mark.parametrize("rounds", [27, 81])
@pytest.mark.parametrize("trytes", ["", "A", "HELLOWORLD", "Z" * 81, "NOPQ9" * 33])
def test_hashes_are_those_of_the_plain_sponge(trytes, rounds):
    # Nothing absorbed is nothing transformed: the state is still zero.
    expected = plain_curl(trytes, rounds)
    assert curl.hash(trytes, rounds=rounds) == expected
    assert curl.hash(trytes.encode(), rounds=rounds) == expected.encode()
    sponge = curl.Curl(rounds)
    sponge.absorb(trytes)
    assert sponge.copy().squeeze() == expected and sponge.rounds == rounds
    assert sponge.squeeze(2)[:81] == expected
    sponge.reset()
    assert sponge.squeeze() == "9" * 81


@pytest.mark.parametrize("threads", [1, 2])
def test_many_are_as_one_by_one(threads):
    messages = ["A" * (i * 37 % 400) for i in range(700)]
    expected = [curl.hash(m) for m in messages]
    assert curl.hash_many(messages, threads=threads) == expected
    mixed = [m if i % 2 else m.encode() for i, m in enumerate(messages)]
    assert [str(h, "ascii") if isinstance(h, bytes) else h for h in curl.hash_many(mixed)] == expected
    out = bytearray(81 * 700)
    assert curl.hash_many(messages, out=out) is out and out.decode() == "".join(expected)


def test_every_engine_gives_the_same():
    messages = ["A" * (i % 300) for i in range(300)]
    expected = curl.hash_many(messages)
    for engine in (e.name for e in lanesmith.engines("curl.hash") if e.available):
        with lanesmith.use("curl.hash", engine):
            assert curl.hash_many(messages) == expected, engine


def test_codecs_give_back_what_they_were_given():
    assert curl.trits_to_trytes(curl.trytes_to_trits("HELLO9")) == "HELLO9"
    assert curl.trytes_to_trits("HELLO9") == trits_of("HELLO9")
    assert curl.b1t6_decode(curl.b1t6_encode(bytes(range(256)))) == bytes(range(256))
    assert curl.t5b1_decode(curl.t5b1_encode("HELLO9"), 18) == "HELLO9"


@pytest.mark.parametrize(
    "call, said",
    [
        (lambda: curl.hash("ABC+"), "tryte 3 is '\\+'"),
        (lambda: curl.hash("abc"), "tryte 0 is 'a'"),
        (lambda: curl.hash("Ä"), "tryte 0"),
        (lambda: curl.hash("A", rounds=28), "27 or 81"),
        (lambda: curl.transaction_hash("A"), "2673"),
        (lambda: curl.Search("A" * 2673, 0), "weight magnitude 0"),
        (lambda: curl.Search("A" * 2672, 5), "2673"),
        (lambda: curl.Search("A" * 2673, 5, order="slow"), "'fast' or 'iri'"),
        (lambda: curl.Search("A" * 2673, 5, start=9, stop=3), "no range"),
        (lambda: curl.trits_to_trytes([2, 0, 0]), "trit 0 is 2"),
        (lambda: curl.b1t6_decode("A"), "trytes"),
        (lambda: curl.Search.tip12(b"m", -1.0), "score -1"),
        (lambda: curl.tip12_score(b"short"), "8 of a nonce"),
    ],
)
def test_malformed_input_is_named(call, said):
    with pytest.raises(lanesmith.InputError, match=said):
        call()


def test_a_single_message_is_not_taken_for_a_list():
    for wrong in ("ABC", b"ABC"):
        with pytest.raises(TypeError, match="a list"):
            curl.hash_many(wrong)


TRANSACTION = "A" * 2673


@pytest.mark.parametrize("order", ["fast", "iri"])
def test_a_nonce_is_good_and_the_same_on_any_number_of_threads(order):
    one = curl.Search(TRANSACTION, 8, order=order).run()
    two = curl.Search(TRANSACTION, 8, order=order, threads=2).run()
    assert (one.nonce, one.batch) == (two.nonce, two.batch) and one.attempts > 0
    assert curl.transaction_hash(TRANSACTION[:2646] + one.nonce)[1] >= 8 <= one.weight


def test_ranges_cover_a_search():
    whole = curl.search(TRANSACTION, 8)
    before = curl.Search(TRANSACTION, 8, stop=whole.batch)
    with pytest.raises(lanesmith.SearchError, match="no nonce") as caught:
        before.run()
    assert caught.value.next is None
    assert curl.Search(TRANSACTION, 8, start=whole.batch).run().nonce == whole.nonce


def test_a_message_of_tip_12():
    found = curl.Search.tip12(b"Hello, World!", 500.0).run()
    assert len(found.nonce) == 8 and curl.tip12_score(b"Hello, World!" + found.nonce) >= 500


def test_progress_is_told_and_may_raise():
    told = []

    def progress(attempts, seconds):
        told.append((attempts, seconds))
        if len(told) == 3:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        curl.search(TRANSACTION, 200, progress=progress, interval=0.02)
    assert len(told) == 3 and told[0][0] < told[2][0] and told[2][1] > told[0][1] >= 0.02


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_search_within_a_tenth_of_a_second(threads):
    def took():
        sent = []

        def send():
            sent.append(time.monotonic())
            signal.raise_signal(signal.SIGINT)

        timer = threading.Timer(0.2, send)
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            curl.search(TRANSACTION, 200, threads=threads)
        ended = time.monotonic()
        timer.join()
        return ended - sent[0]

    # One of some times: other programs may have the CPUs.
    assert any(took() < 0.1 for _ in range(20))


def test_a_search_cancelled_from_another_thread_says_where_to_go_on():
    search = curl.Search(TRANSACTION, 200)

    def cancel():
        # More than any engine tries at once.
        while search.attempts < 1 << 20:
            time.sleep(0.005)
        search.cancel()

    threading.Thread(target=cancel, daemon=True).start()
    with pytest.raises(lanesmith.SearchError, match="cancelled") as caught:
        search.run()
    assert caught.value.next > 0 and search.cancelled and search.attempts > 0


def test_trits_are_hashed_as_the_trytes_that_they_are_of_and_a_state_is_transformed():
    for rounds in (27, 81):
        trits = curl.trytes_to_trits("LANESMITH" * 9)
        hashed = curl.hash_trits(trits, rounds=rounds)
        assert curl.trits_to_trytes(hashed) == curl.hash("LANESMITH" * 9, rounds=rounds)
        # One block of a message is one transform of a state that begins with it.
        assert curl.permute(trits + [0] * 486, rounds=rounds)[:243] == hashed
    for call in (lambda: curl.hash_trits([2]), lambda: curl.permute([0] * 728)):
        with pytest.raises(lanesmith.LanesmithError):
            call()
