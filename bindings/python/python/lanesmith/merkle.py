"""Merkle trees: roots, proofs, a tree that keeps its nodes (SSZ); the deposit contract's tree (EIP-4881); logs (RFC 6962);
files as trees (BitTorrent v2, fs-verity, dm-verity, Glacier, S3).

>>> from lanesmith import merkle
>>> leaves = b"".join(bytes([i]) * 32 for i in range(4))
>>> merkle.root(leaves) == merkle.CachedTree(leaves, limit=4).root()
True
"""

from ._native import (
    CachedTree,
    DepositTree,
    bitcoin_root,
    log_consistency,
    log_leaf,
    log_prove,
    log_root,
    log_verify,
    log_verify_consistency,
)
from ._native import merkle_combine as combine
from ._native import merkle_file_check as file_check
from ._native import merkle_file_digests as file_digests
from ._native import merkle_file_root as file_root
from ._native import merkle_file_root_of_digests as file_root_of_digests
from ._native import merkle_mix_in_length as mix_in_length
from ._native import merkle_node_root as node_root
from ._native import merkle_prove as prove
from ._native import merkle_prove_node as prove_node
from ._native import merkle_root as root
from ._native import merkle_subtree_roots as subtree_roots
from ._native import merkle_verify as verify
from ._native import merkle_zero_hash as zero_hash

__all__ = [
    "CachedTree",
    "DepositTree",
    "bitcoin_root",
    "combine",
    "file_check",
    "file_digests",
    "file_root",
    "file_root_of_digests",
    "log_consistency",
    "log_leaf",
    "log_prove",
    "log_root",
    "log_verify",
    "log_verify_consistency",
    "mix_in_length",
    "node_root",
    "prove",
    "prove_node",
    "root",
    "subtree_roots",
    "verify",
    "zero_hash",
]

