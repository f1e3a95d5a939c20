"""A child of `fork` computes right, whatever the threads of its parent were doing at that moment. `multiprocessing` forks by default on
Linux up to Python 3.13. A child that hangs is ended by its own alarm, and the test fails."""

import contextlib
import hashlib
import multiprocessing
import os
import signal
import threading
import warnings

import lanesmith
import pytest
from lanesmith import curl, merkle, pwhash

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")

HANGS, RAISES = -signal.SIGALRM, 7
ROWS = bytes(range(256)) * 1024


def answers(_=None):
    """Work of each kind that takes threads, locks or memory that is kept."""
    hasher = lanesmith.sha256(b"begin")
    hasher.update(ROWS)
    out = bytearray(len(ROWS) // 2)
    lanesmith.sha256_nodes(ROWS, out=out, threads=2)
    tree = merkle.CachedTree(ROWS, limit=2**20)
    sponge = curl.Curl()
    sponge.absorb("HELLOWORLD")
    stored = [pwhash.hash("p", scheme=s, memory=4 << 20, salt=bytes(16)) for s in ("argon2id", "yescrypt", "scrypt")]
    return [
        hasher.digest(),
        bytes(out),
        lanesmith.sha256_many([b"a", b"b" * 1000, b"c" * 64] * 100, threads=2),
        merkle.root(ROWS, threads=2),
        tree.root(),
        sponge.squeeze(),
        curl.hash_many(["A" * 81, "B" * 2673] * 20, threads=2),
        curl.Search("A" * 2673, 6, threads=2).run().nonce,
        stored,
        pwhash.verify_many(stored, ["p"] * 3, threads=2),
        pwhash.argon2(b"p", b"somesalt", memory=2048, passes=1, lanes=4, threads=2),
        pwhash.scrypt(b"p", b"salt", n=1024),
    ]


def forked(work):
    """The exit status of a child that does `work()`: 0 if that is true."""
    with warnings.catch_warnings():
        # Of Python 3.12 and newer: that a process with threads forks.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(60)
            status = 0 if work() else 1
        except RuntimeError:
            status = RAISES
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@contextlib.contextmanager
def meanwhile(*works):
    """Threads that do each of these again and again."""
    done = threading.Event()

    def again(work):
        while not done.is_set():
            work()

    threads = [threading.Thread(target=again, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        done.set()
        for thread in threads:
            thread.join()


def grow():
    """Hashes of more and more memory: what the smaller ones kept is given back, by whoever holds the pool's lock."""
    pwhash.release_memory()
    for mib in range(1, 16):
        pwhash.argon2(b"p", b"somesalt", memory=mib << 10, passes=1, lanes=1)


def test_children_forked_in_the_middle_of_hashing_compute_what_the_parent_does():
    expected = answers()
    assert expected[0] == hashlib.sha256(b"begin" + ROWS).digest()
    with meanwhile(answers, grow, grow):
        for number in range(50):
            assert forked(lambda: answers() == expected) == 0, number


def test_a_grandchild_computes_what_the_parent_does():
    expected = answers()
    with meanwhile(grow):
        assert forked(lambda: forked(lambda: answers() == expected) == 0 and answers() == expected) == 0


def test_workers_of_multiprocessing_that_are_forked_compute_what_the_parent_does():
    expected = answers()
    with meanwhile(answers, grow), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            assert pool.map_async(answers, range(4)).get(timeout=120) == [expected] * 4


def objects():
    """Objects with a state, what keeps them busy for long, and what asks them something."""
    data, leaves = bytes(1 << 24), bytes(1 << 20)
    hasher, sponge = lanesmith.sha256(), curl.Curl()
    tree, deposits = merkle.CachedTree(limit=2**40), merkle.DepositTree()
    return {
        "Sha256": (lambda: hasher.update(data), lambda: hasher.digest()),
        "Curl": (lambda: sponge.absorb("A" * 81_000), lambda: sponge.squeeze()),
        "CachedTree": (lambda: (tree.extend(leaves), tree.root(), tree.truncate(0)), lambda: tree.root()),
        "DepositTree": (lambda: deposits.extend(leaves), lambda: deposits.root()),
    }


@pytest.mark.parametrize("name", objects())
def test_an_object_that_another_thread_used_at_the_fork_says_so_and_does_not_hang(name):
    busy, ask = objects()[name]
    with meanwhile(busy):
        statuses = []
        # Now and then it is free at that moment, and answers.
        while not {RAISES, HANGS} & set(statuses) and len(statuses) < 200:
            statuses.append(forked(lambda: ask() and ask()))
    assert statuses[-1] == RAISES and set(statuses) <= {0, RAISES}, statuses
    # In the parent nothing has changed.
    assert ask()
