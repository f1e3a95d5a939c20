import hashlib
import random

import lanesmith
import pytest
from lanesmith import merkle


def sha(data):
    return hashlib.sha256(data).digest()


def plain_root(leaves: list[bytes], limit: int | None = None) -> bytes:
    width = 1
    while width < max(1, len(leaves) if limit is None else limit):
        width *= 2
    level, zero = list(leaves), bytes(32)
    while width > 1:
        level += [zero] * (len(level) % 2)
        level = [sha(level[i] + level[i + 1]) for i in range(0, len(level), 2)]
        zero, width = sha(zero + zero), width // 2
    return level[0] if level else zero


def leaves_of(count):
    rng = random.Random(count)
    return [rng.randbytes(32) for _ in range(count)]


@pytest.mark.parametrize("limit", [None, 1 << 15, (1 << 15) + 1, 1 << 40])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 5, 8, 9, 100, 1000, 20_001, 32_768])
def test_roots_are_those_of_the_plain_tree_on_any_number_of_threads(count, limit):
    leaves = leaves_of(count)
    expected = plain_root(leaves, limit)
    for threads in (1, 2, 3):
        assert merkle.root(b"".join(leaves), limit=limit, threads=threads) == expected


def test_limits_that_cannot_be_are_refused_on_any_number_of_threads():
    for threads in (1, 2):
        for limit, reason in ((19_999, "do not fit"), (1 << 63, "above the greatest"), (3, "do not fit")):
            with pytest.raises(lanesmith.LengthError, match=reason):
                merkle.root(bytes(32 * 20_000), limit=limit, threads=threads)


@pytest.mark.parametrize("height", [0, 1, 5, 12, 13])
def test_subtree_roots_are_roots_and_lead_to_the_whole(height):
    leaves = leaves_of(1 << 13)
    flat, size = b"".join(leaves), 1 << height
    tops = merkle.subtree_roots(flat, height, threads=2)
    assert tops == b"".join(merkle.root(flat[i : i + 32 * size]) for i in range(0, len(flat), 32 * size))
    assert merkle.root(tops) == merkle.root(flat)
    with pytest.raises(lanesmith.LengthError, match="whole subtrees"):
        merkle.subtree_roots(flat[32:], 1)
    with pytest.raises(lanesmith.LengthError, match="whole subtrees"):
        merkle.subtree_roots(flat, 200)


@pytest.mark.parametrize("count, limit", [(1, 1), (5, 5), (5, 1 << 40), (1000, 1024)])
def test_a_proof_holds_for_its_leaf_and_for_nothing_else(count, limit):
    leaves = leaves_of(count)
    flat, index = b"".join(leaves), count - 1
    root, proof = merkle.root(flat, limit=limit), merkle.prove(flat, index, limit=limit)
    assert merkle.verify(leaves[index], proof, index, root, limit=limit)
    assert not merkle.verify(bytes(32), proof, index, root, limit=limit)
    assert not merkle.verify(leaves[index], proof, index, bytes(32), limit=limit)
    if index:
        assert not merkle.verify(leaves[index], proof, index - 1, root, limit=limit)
    with pytest.raises(lanesmith.ProofError):
        merkle.verify(leaves[index], proof + [bytes(32)], index, root, limit=limit)
    with pytest.raises(lanesmith.LengthError):
        merkle.prove(flat, count, limit=limit)


def test_a_proof_with_a_short_node_names_its_row():
    with pytest.raises(lanesmith.LengthError, match="row 1: proof: 31 bytes") as caught:
        merkle.verify(bytes(32), [bytes(32), bytes(31)], 0, bytes(32), limit=4)
    assert caught.value.index == 1 and caught.value.reason == "proof: 31 bytes, expected 32"


def test_a_cached_tree_follows_every_change():
    leaves, limit = leaves_of(700), 1 << 20
    tree = merkle.CachedTree(b"".join(leaves), limit=limit)
    rng = random.Random(1)
    for _ in range(50):
        match rng.randrange(4):
            case 0:
                at, leaf = rng.randrange(len(leaves)), rng.randbytes(32)
                tree[at] = leaves[at] = leaf
            case 1:
                leaf = rng.randbytes(32)
                tree.append(leaf)
                leaves.append(leaf)
            case 2:
                more = leaves_of(rng.randrange(20))
                tree.extend(b"".join(more))
                leaves += more
            case 3:
                keep = len(leaves) - rng.randrange(5)
                tree.truncate(keep)
                del leaves[keep:]
        at = rng.randrange(len(leaves))
        assert len(tree) == len(leaves) and tree[at] == leaves[at] and tree[-1] == leaves[-1]
        assert tree.root() == plain_root(leaves, limit)
        assert merkle.verify(leaves[at], tree.prove(at), at, tree.root(), limit=limit)
    assert tree.root_with_length(5) == merkle.mix_in_length(tree.root(), 5) and tree.limit == limit
    for call in (lambda: tree[len(leaves)], lambda: tree.prove(-len(leaves) - 1)):
        with pytest.raises(IndexError):
            call()


def test_zero_hashes_and_mixed_lengths():
    assert merkle.zero_hash(1) == sha(bytes(64)) and merkle.root(b"", limit=8) == merkle.zero_hash(3)
    assert merkle.mix_in_length(bytes(32), 7) == sha(bytes(32) + (7).to_bytes(32, "little"))
    with pytest.raises(lanesmith.LengthError):
        merkle.zero_hash(1000)


def test_logs_are_those_of_rfc_6962():
    def head(entries):
        if len(entries) <= 1:
            return sha(b"\0" + entries[0]) if entries else sha(b"")
        split = 1 << (len(entries) - 1).bit_length() - 1
        return sha(b"\1" + head(entries[:split]) + head(entries[split:]))

    for size in range(1, 20):
        log = [bytes([i]) * (i * 7 % 50) for i in range(size)]
        root = merkle.log_root(log)
        assert root == head(log)
        for index in range(size):
            proof = merkle.log_prove(log, index)
            assert merkle.log_verify(log[index], proof, index, size, root)
            assert not merkle.log_verify(b"other", proof, index, size, root)
    assert merkle.log_root([]) == sha(b"")
    with pytest.raises(lanesmith.ProofError):
        merkle.log_prove([b"a"], 1)


def test_a_log_grows_from_its_beginnings_and_not_from_others():
    log = [bytes([i]) * i for i in range(20)]
    for new in range(1, 21):
        for old in range(1, new + 1):
            proof = merkle.log_consistency(log[:new], old)
            heads = merkle.log_root(log[:old]), merkle.log_root(log[:new])
            assert merkle.log_verify_consistency(proof, old, heads[0], new, heads[1])
            assert not merkle.log_verify_consistency(proof, old, bytes(32), new, heads[1])
            assert not merkle.log_verify_consistency(proof, old, heads[0], new, bytes(32))
    with pytest.raises(lanesmith.ProofError, match="21"):
        merkle.log_consistency(log, 21)
    assert merkle.log_leaf(b"entry") == sha(b"\0entry")


def test_bitcoins_root_doubles_the_last_of_an_odd_level():
    def twice(data):
        return sha(sha(data))

    ids = [bytes([i]) * 32 for i in range(7)]
    level = ids
    while len(level) > 1:
        level = level + level[-1:] if len(level) % 2 else level
        level = [twice(level[i] + level[i + 1]) for i in range(0, len(level), 2)]
    assert merkle.bitcoin_root(b"".join(ids)) == merkle.bitcoin_root(ids) == level[0]
    with pytest.raises(lanesmith.LengthError, match="at least one"):
        merkle.bitcoin_root([])


def test_nodes_at_generalized_indices_lead_to_the_root():
    leaves = [bytes([i]) * 32 for i in range(5)]
    root = merkle.root(leaves, limit=8)
    nodes = {8 + i: leaf for i, leaf in enumerate(leaves + 3 * [bytes(32)])}
    for index in range(7, 0, -1):
        nodes[index] = sha(nodes[2 * index] + nodes[2 * index + 1])
    for index, node in nodes.items():
        proof = merkle.prove_node(leaves, index, limit=8)
        assert merkle.node_root(node, proof, index) == root
    assert merkle.prove_node(leaves, 8 + 3, limit=8) == merkle.prove(leaves, 3, limit=8)
    for index in (0, 16, 2**63):
        with pytest.raises(lanesmith.ProofError):
            merkle.prove_node(leaves, index, limit=8)
