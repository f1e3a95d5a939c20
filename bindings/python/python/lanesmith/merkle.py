"""Merkle trees: roots, proofs, a tree that keeps its nodes (SSZ); the deposit contract's tree (EIP-4881); logs (RFC 6962).

>>> from lanesmith import merkle
>>> leaves = b"".join(bytes([i]) * 32 for i in range(4))
>>> merkle.root(leaves) == merkle.CachedTree(leaves, limit=4).root()
True
"""

from __future__ import annotations

from collections.abc import Iterable

from ._errors import LengthError
from ._native import CachedTree, DepositTree, log_prove, log_root, log_verify
from ._native import merkle_mix_in_length as mix_in_length
from ._native import merkle_prove as prove
from ._native import merkle_root as root
from ._native import merkle_subtree_roots as subtree_roots
from ._native import merkle_verify as verify
from ._native import merkle_zero_hash as zero_hash
from ._native import sha256_nodes as _nodes

__all__ = [
    "CachedTree",
    "DepositTree",
    "combine",
    "log_prove",
    "log_root",
    "log_verify",
    "mix_in_length",
    "prove",
    "root",
    "subtree_roots",
    "verify",
    "zero_hash",
]


def combine(roots: Iterable[bytes], height: int, *, limit: int | None = None) -> bytes:
    """The root of a tree from the roots of its subtrees of `2**height` leaves, in order: what is left to do when workers have
    computed the subtrees. `limit` counts leaves.

    >>> from lanesmith import merkle
    >>> leaves = b"".join(bytes([i]) * 32 for i in range(12))
    >>> parts = [merkle.root(leaves[i : i + 128], limit=4) for i in range(0, len(leaves), 128)]
    >>> merkle.combine(parts, 2) == merkle.root(leaves)
    True
    """
    level = list(roots)
    width = limit if limit is not None else len(level) << height
    depth = max(width - 1, 0).bit_length()
    if len(level) << height > 1 << max(depth, height):
        raise LengthError(f"{len(level)} subtrees of height {height} do not fit a tree limited to {limit}")
    if not level:
        return zero_hash(depth)
    for at in range(height, depth):
        if len(level) % 2:
            level.append(zero_hash(at))
        nodes = _nodes(b"".join(level))
        level = [nodes[i : i + 32] for i in range(0, len(nodes), 32)]
    return level[0]
