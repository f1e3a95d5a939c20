"""Many threads in every family at one time. With an interpreter without the lock (`python3.14t`, and 3.13t in CI's deep run) they
run in the library together; with the lock they take turns around it."""

import hashlib
import random
import sys
import sysconfig
import threading

import lanesmith
import pytest
from lanesmith import bls, curl, merkle, pwhash

THREADS = 8


def together(work):
    """Runs `work(number)` on threads that begin at the same time; what one of them raises is raised here."""
    barrier, errors = threading.Barrier(THREADS), []

    def run(number):
        try:
            barrier.wait()
            work(number)
        except BaseException as error:  # noqa: BLE001
            errors.append(error)

    threads = [threading.Thread(target=run, args=(n,)) for n in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this interpreter has the lock")
def test_the_lock_stays_off_after_the_import():
    assert not sys._is_gil_enabled()


def test_threads_hash_messages_of_their_own():
    def work(number):
        rng = random.Random(number)
        for _ in range(300):
            message = rng.randbytes(rng.choice([0, 1, 32, 64, 2047, 2048, 9000]))
            expected = hashlib.sha256(message).digest()
            assert lanesmith.sha256_digest(message) == lanesmith.sha256(message).digest() == expected
        rows = rng.randbytes(64 * 3000)
        out = bytearray(32 * 3000)
        lanesmith.sha256_nodes(rows, out=out)
        messages = [rows[i : i + 64] for i in range(0, len(rows), 64)]
        expected = [hashlib.sha256(m).digest() for m in messages]
        assert bytes(out) == b"".join(expected) and lanesmith.sha256_many(messages) == expected

    together(work)


def test_threads_read_one_list_and_one_buffer():
    messages = [b"%d" % i for i in range(20_000)]
    expected = [hashlib.sha256(m).digest() for m in messages]
    leaves = b"".join(expected)
    root = merkle.root(leaves)

    def work(_):
        assert lanesmith.sha256_many(messages) == expected
        assert merkle.root(memoryview(leaves)) == root

    together(work)


def test_a_list_that_grows_and_shrinks_meanwhile_is_hashed_or_refused_and_never_read_past_its_end():
    messages = [b"m" * 100] * 5000

    def work(number):
        for _ in range(20):
            if number % 2:
                messages.extend([b"x"] * 3000)
                del messages[2000:]
            else:
                for digest in lanesmith.sha256_many(messages):
                    assert len(digest) == 32

    together(work)


def test_updates_of_a_shared_hasher_are_whole():
    hasher, piece = lanesmith.sha256(), b"p" * 100

    def work(_):
        for _ in range(500):
            hasher.update(piece)
            hasher.copy().digest()

    together(work)
    assert hasher.digest() == hashlib.sha256(piece * 500 * THREADS).digest()


def test_a_shared_tree_keeps_every_leaf():
    tree = merkle.CachedTree(limit=1 << 16)

    def work(number):
        for i in range(100):
            tree.append(bytes([number, i]) * 16)
            tree.root()

    together(work)
    leaves = [tree[i] for i in range(len(tree))]
    assert sorted(leaves) == sorted(bytes([n, i]) * 16 for n in range(THREADS) for i in range(100))
    assert tree.root() == merkle.root(b"".join(leaves), limit=1 << 16)


def test_families_run_beside_each_other():
    secret = bls.SecretKey.generate(bytes(32))
    key, signature = secret.public_key(), bls.ETHEREUM.sign(secret, b"m")
    stored = pwhash.hash("password", memory=1 << 20, time_cost=1, parallelism=1)
    trytes, works = "ABC" * 27, []
    digest = curl.hash(trytes)
    works.append(lambda: bls.ETHEREUM.verify(key, b"m", signature) and not bls.ETHEREUM.verify(key, b"n", bytes(signature)))
    works.append(lambda: pwhash.verify(stored, "password") and not pwhash.verify(stored, "other"))
    works.append(lambda: curl.hash_many([trytes] * 200) == [digest] * 200)
    works.append(lambda: bytes(bls.recover_key(bls.split(secret, 2, 3)[0][:2])) == bytes(secret))

    def work(number):
        for _ in range(5):
            assert works[number % len(works)]()

    together(work)


def test_engines_are_chosen_while_others_hash():
    names = [engine for op, engine, *_, missing, _ in lanesmith._native.engine_rows() if op == "sha256.nodes" and not missing]
    rows = bytes(range(256)) * 64
    expected = b"".join(hashlib.sha256(rows[i : i + 64]).digest() for i in range(0, len(rows), 64))
    before = [(op, e if o == "configured" else "auto") for op, e, o in lanesmith._native.operation_rows()]

    def work(number):
        for i in range(100):
            if number == 0:
                lanesmith.configure(f"sha256.nodes={names[i % len(names)]}")
            assert lanesmith.sha256_nodes(rows) == expected

    try:
        together(work)
    finally:
        lanesmith._native.restore(before)
