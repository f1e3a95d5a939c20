"""BLS12-381 signatures: keys, schemes, aggregates, batches with a verdict for each row; keys shared among many; keystores.

>>> from lanesmith import bls
>>> secret = bls.SecretKey.generate()
>>> key, signature = bls.ETHEREUM.public_key(secret), bls.ETHEREUM.sign(secret, b"message")
>>> bls.ETHEREUM.verify_batch([key, key], [b"message", b"other"], [signature, bytes(signature)])
[True, False]
"""

from ._native import Commitments, DrandNetwork, Keystore, PublicKey, Scheme, SecretKey, Signature
from ._native import bls_recover_key as recover_key
from ._native import bls_recover_signature as recover_signature
from ._native import bls_split as split

ETHEREUM = Scheme("min_pk", "possession")
"""Keys of 48 bytes, signatures of 96, proofs of possession: what Ethereum's consensus uses."""

DRAND_DEFAULT = DrandNetwork.default_chain()
"""The network `default` of the League of Entropy: chained, a round every 30 s."""

DRAND_QUICKNET = DrandNetwork.quicknet()
"""The network `quicknet` of the League of Entropy: unchained, a round every 3 s."""

__all__ = [
    "DRAND_DEFAULT",
    "DRAND_QUICKNET",
    "ETHEREUM",
    "Commitments",
    "DrandNetwork",
    "Keystore",
    "PublicKey",
    "Scheme",
    "SecretKey",
    "Signature",
    "recover_key",
    "recover_signature",
    "split",
]
