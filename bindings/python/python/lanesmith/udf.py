"""Functions for SQL: DuckDB and DataFusion call ours with whole columns of Arrow.

>>> import duckdb
>>> from lanesmith import udf
>>> con = duckdb.connect()
>>> udf.register_duckdb(con)
>>> con.sql("select hex(lanesmith_sha256('abc'::blob)) h").fetchall()[0][0][:8]
'BA7816BF'
"""

from __future__ import annotations

from typing import Any

from . import curl, sha256_many
from .bls import ETHEREUM, Scheme

__all__ = ["datafusion_udfs", "register_datafusion", "register_duckdb"]


def register_duckdb(connection: Any, *, scheme: Scheme = ETHEREUM) -> None:
    """Registers `lanesmith_sha256(blob)`, `lanesmith_curl(varchar)` and `lanesmith_bls_verify(key, message, signature)` (blobs) with a
    connection of DuckDB. Nulls stay nulls."""
    from duckdb import sqltypes as t

    # DuckDB counts parameters: ours have keywords besides.
    def sha256(m: Any) -> Any:
        return sha256_many(m)

    def curl_hash(t: Any) -> Any:
        return curl.hash_many(t)

    def bls_verify(k: Any, m: Any, s: Any) -> Any:
        return scheme.verify_batch(k, m, s)

    options: dict[str, Any] = {"type": "arrow", "null_handling": "special"}
    connection.create_function("lanesmith_sha256", sha256, [t.BLOB], t.BLOB, **options)
    connection.create_function("lanesmith_curl", curl_hash, [t.VARCHAR], t.VARCHAR, **options)
    connection.create_function("lanesmith_bls_verify", bls_verify, [t.BLOB, t.BLOB, t.BLOB], t.BOOLEAN, **options)


def datafusion_udfs(*, scheme: Scheme = ETHEREUM) -> list[Any]:
    """The same functions for DataFusion. It wants exact types: columns are Binary and Utf8; cast others."""
    import pyarrow as pa
    from datafusion import udf

    binary = pa.binary()
    return [
        udf(sha256_many, [binary], pa.binary(32), "immutable", "lanesmith_sha256"),
        udf(curl.hash_many, [pa.string()], pa.string(), "immutable", "lanesmith_curl"),
        udf(scheme.verify_batch, [binary] * 3, pa.bool_(), "immutable", "lanesmith_bls_verify"),
    ]


def register_datafusion(context: Any, *, scheme: Scheme = ETHEREUM) -> None:
    """Registers them with a context of DataFusion."""
    for function in datafusion_udfs(scheme=scheme):
        context.register_udf(function)
