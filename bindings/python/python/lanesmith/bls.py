"""BLS12-381 signatures: keys, schemes, aggregates, batches with a verdict for each row.

>>> from lanesmith import bls
>>> secret = bls.SecretKey.generate()
>>> key, signature = bls.ETHEREUM.public_key(secret), bls.ETHEREUM.sign(secret, b"message")
>>> bls.ETHEREUM.verify_batch([key, key], [b"message", b"other"], [signature, bytes(signature)])
[True, False]
"""

from ._native import PublicKey, Scheme, SecretKey, Signature

ETHEREUM = Scheme("min_pk", "possession")
"""Keys of 48 bytes, signatures of 96, proofs of possession: what Ethereum's consensus uses."""

__all__ = ["ETHEREUM", "PublicKey", "Scheme", "SecretKey", "Signature"]
