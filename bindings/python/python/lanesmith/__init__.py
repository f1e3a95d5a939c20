"""Lanesmith: hashes, trees, signatures and passwords on the fastest instructions of the CPU.

`sha256` is as hashlib's; `sha256_digest`, `sha256_many` and `sha256_nodes` are for speed. `merkle`, `curl`, `bls` and `pwhash`
are the families. Functions take everything with the buffer protocol (`bytes`, `bytearray`, `memoryview`, `mmap`, arrays of NumPy)
without a copy, and columns of Arrow (pyarrow, polars, DuckDB, DataFusion ...) where they take many. What comes back has the form
of what went in. Other threads of Python run meanwhile; memory must not be changed while it is hashed, as with hashlib.

In signatures `Buffer` is what has the buffer protocol, `Arrow` what has Arrow's C interface, `Secret` and `Trytes` are a `str` or a `Buffer`;
`Memory` is a number of bytes or a text with its unit (`"64MiB"`); `Older` are secrets of before, with or without names.

>>> import lanesmith
>>> lanesmith.sha256(b"abc").hexdigest()[:8]
'ba7816bf'
"""

from . import bls, curl, merkle, pwhash
from ._engines import Engine, engines, load_profile, use
from ._errors import (
    CostWarning,
    EngineError,
    InputError,
    InvalidHash,
    LanesmithError,
    LengthError,
    PasswordError,
    ProfileError,
    ProofError,
    SearchError,
    SignatureError,
    WrongPassword,
)
from ._native import (
    Column,
    HmacKey,
    Sha256,
    __version__,
    configure,
    cpu,
    hkdf,
    hmac_digest,
    init_from_env,
    pbkdf2,
    pbkdf2_many,
    sha256,
    sha256_digest,
    sha256_many,
    sha256_nodes,
)
from ._suite import Check, Race, check, race
from ._tune import Gain, Measured, Profile, Tuned, Worth, measure, tune

__all__ = [
    "Check",
    "Column",
    "CostWarning",
    "Engine",
    "EngineError",
    "Gain",
    "HmacKey",
    "InputError",
    "InvalidHash",
    "LanesmithError",
    "LengthError",
    "Measured",
    "PasswordError",
    "Profile",
    "ProfileError",
    "ProofError",
    "Race",
    "SearchError",
    "Sha256",
    "SignatureError",
    "Tuned",
    "Worth",
    "WrongPassword",
    "__version__",
    "bls",
    "check",
    "configure",
    "cpu",
    "curl",
    "engines",
    "hkdf",
    "hmac_digest",
    "init_from_env",
    "load_profile",
    "measure",
    "merkle",
    "pbkdf2",
    "pbkdf2_many",
    "pwhash",
    "race",
    "sha256",
    "sha256_digest",
    "sha256_many",
    "sha256_nodes",
    "tune",
    "use",
]
