"""The tree of Ethereum's deposit contract."""

import hashlib
import json
import pathlib
import threading

import lanesmith
import pytest
from lanesmith import merkle

ROOT = next(p for p in pathlib.Path(__file__).parents if (p / "testkit").is_dir())
VECTORS = json.loads((ROOT / "testkit/vectors/sha256/deposit_tree_eip4881.json").read_text())
ROOTS = [bytes.fromhex(v["deposit_data_root"]) for v in VECTORS]
BLOCK = {"block_hash": b"\xbb" * 32, "block_height": 1234}


def plain_root(leaves):
    node, zero = list(leaves), bytes(32)
    for _ in range(32):
        node += [zero] * (len(node) % 2)
        node = [hashlib.sha256(node[i] + node[i + 1]).digest() for i in range(0, len(node), 2)]
        zero = hashlib.sha256(zero + zero).digest()
    return hashlib.sha256((node[0] if node else zero) + len(leaves).to_bytes(32, "little")).digest()


def test_roots_and_snapshots_are_those_of_the_eip():
    tree = merkle.DepositTree()
    for vector, root in zip(VECTORS, ROOTS, strict=True):
        tree.append(root)
        assert len(tree) == vector["deposit_count"] and tree.root().hex() == vector["deposit_root"]
        again = merkle.DepositTree()
        again.extend(b"".join(ROOTS[: len(tree)]))
        again.finalize(len(tree), **BLOCK)
        snapshot = again.snapshot()
        assert [node.hex() for node in snapshot["finalized"]] == vector["finalized"]
        assert snapshot["deposit_root"] == tree.root() == merkle.DepositTree.from_snapshot(snapshot).root()


def test_an_empty_tree_and_any_count_have_the_plain_root():
    for count in (0, 1, 2, 3, 31, 33):
        leaves = [hashlib.sha256(bytes([i])).digest() for i in range(count)]
        tree = merkle.DepositTree()
        tree.extend(b"".join(leaves))
        assert tree.root() == plain_root(leaves)


def test_a_snapshot_as_the_beacon_api_writes_it_is_read():
    tree = merkle.DepositTree()
    tree.extend(b"".join(ROOTS[:21]))
    tree.finalize(13, **BLOCK)
    snapshot = tree.snapshot()
    text = {
        "finalized": ["0x" + node.hex() for node in snapshot["finalized"]],
        "deposit_root": "0x" + snapshot["deposit_root"].hex(),
        "deposit_count": "13",
        "execution_block_hash": "0x" + "bb" * 32,
        "execution_block_height": "1234",
    }
    other = merkle.DepositTree.from_snapshot(text)
    assert other.snapshot() == snapshot and other.finalized == len(other) == 13
    other.extend(b"".join(ROOTS[13:21]))
    assert other.root() == tree.root() and other.prove(15) == tree.prove(15)


def test_a_proof_holds_for_its_deposit_until_that_is_forgotten():
    tree = merkle.DepositTree()
    tree.extend(b"".join(ROOTS[:20]))
    proof = tree.prove(7)
    assert len(proof) == 33 and int.from_bytes(proof[-1], "little") == 20
    assert merkle.verify(ROOTS[7], proof, 7, tree.root(), limit=2**33)
    assert not merkle.verify(ROOTS[6], proof, 7, tree.root(), limit=2**33)
    assert not merkle.verify(ROOTS[7], proof, 6, tree.root(), limit=2**33)
    tree.finalize(8, **BLOCK)
    assert tree.finalized == 8 and merkle.verify(ROOTS[8], tree.prove(8), 8, tree.root(), limit=2**33)
    with pytest.raises(lanesmith.LengthError, match="forgotten"):
        tree.prove(7)


def snapshot_of(count, **changes):
    tree = merkle.DepositTree()
    tree.extend(b"".join(ROOTS[:count]))
    tree.finalize(count, **BLOCK)
    return {**tree.snapshot(), **changes}


@pytest.mark.parametrize(
    "kind, call, said",
    [
        (lanesmith.LengthError, lambda t: t.snapshot(), "before a finalization"),
        (lanesmith.LengthError, lambda t: t.finalize(6, **BLOCK), "there are 5"),
        (lanesmith.LengthError, lambda t: (t.finalize(4, **BLOCK), t.finalize(3, **BLOCK)), "4 have been already"),
        (lanesmith.LengthError, lambda t: t.prove(5), "deposit 5 of 5"),
        (lanesmith.LengthError, lambda t: t.append(bytes(31)), "expected 32"),
        (lanesmith.LengthError, lambda t: t.extend(bytes(33)), "no multiple of 32"),
        (lanesmith.LengthError, lambda t: t.finalize(1, block_hash="0x00", block_height=1), "64 hexadecimal"),
        (lanesmith.InputError, lambda t: t.finalize(1, block_hash="0x" + "zz" * 32, block_height=1), "not hexadecimal"),
        (lanesmith.LengthError, lambda t: t.finalize(1, block_hash=bytes(32), block_height=-1), "block_height is -1"),
        (lanesmith.ProofError, lambda t: t.from_snapshot(snapshot_of(3, deposit_count=1)), "2 hashes where"),
        (lanesmith.ProofError, lambda t: t.from_snapshot(snapshot_of(3, deposit_root=bytes(32))), "another root"),
        (lanesmith.LengthError, lambda t: t.from_snapshot(snapshot_of(3, deposit_count=2**32)), "at most"),
        (lanesmith.LengthError, lambda t: t.from_snapshot(snapshot_of(3, deposit_root=b"")), "deposit_root"),
        (lanesmith.InputError, lambda t: t.from_snapshot(snapshot_of(3, deposit_count="three")), "deposit_count"),
        (KeyError, lambda t: t.from_snapshot({}), "."),
        (TypeError, lambda t: t.from_snapshot(7), "."),
    ],
)
def test_what_a_deposit_tree_does_not_allow_is_named(kind, call, said):
    tree = merkle.DepositTree()
    tree.extend(b"".join(ROOTS[:5]))
    with pytest.raises(kind, match=said):
        call(tree)
    assert len(tree) == 5 and tree.root().hex() == VECTORS[4]["deposit_root"]


def test_threads_share_a_tree():
    tree = merkle.DepositTree()
    threads = [threading.Thread(target=lambda: [tree.append(ROOTS[0]) for _ in range(200)]) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tree) == 4000 and tree.root() == plain_root([ROOTS[0]] * 4000)
