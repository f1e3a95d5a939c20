"""IOTA's ternary hash Curl-P and its nonce search.

Curl-P is broken as a general hash: it is here for what still needs it, such as archives of transactions.

>>> from lanesmith import curl
>>> len(curl.hash("HELLOWORLD"))
81
"""

from __future__ import annotations

from collections.abc import Callable

from ._native import (
    Curl,
    Found,
    Search,
    b1t6_decode,
    b1t6_encode,
    mean_attempts,
    t5b1_decode,
    t5b1_encode,
    tip12_score,
    transaction_hash,
    trits_to_trytes,
    trytes_to_trits,
)
from ._native import curl_hash as hash
from ._native import curl_hash_many as hash_many
from ._native import curl_hash_trits as hash_trits
from ._native import curl_permute as permute
from ._types import Trytes

__all__ = [
    "Curl",
    "Found",
    "Search",
    "b1t6_decode",
    "b1t6_encode",
    "hash",
    "hash_many",
    "hash_trits",
    "mean_attempts",
    "permute",
    "search",
    "t5b1_decode",
    "t5b1_encode",
    "tip12_score",
    "transaction_hash",
    "trits_to_trytes",
    "trytes_to_trits",
]


def search(
    transaction: Trytes,
    weight: int,
    *,
    threads: int = 1,
    progress: Callable[[int, float], object] | None = None,
    interval: float = 0.5,
) -> Found:
    """The nonce that makes the hash of a transaction end in `weight` zero trits: `Search(...).run(...)` in one call.

    >>> from lanesmith import curl
    >>> found = curl.search("A" * 2673, 4)
    >>> curl.transaction_hash("A" * 2646 + found.nonce)[1] >= 4
    True
    """
    return Search(transaction, weight, threads=threads).run(progress, interval)
