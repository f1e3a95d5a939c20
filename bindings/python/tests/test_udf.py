import doctest
import hashlib

import datafusion
import duckdb
import polars
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from lanesmith import bls, curl, sha256_many, udf

ROWS = [b"message %d" % i if i % 7 else None for i in range(5000)]
EXPECTED = [None if r is None else hashlib.sha256(r).digest() for r in ROWS]
SECRET = bls.SecretKey.generate(bytes(32))
SIGNED = pa.table({
    "k": pa.array([bytes(SECRET.public_key())] * 3, pa.binary()),
    "m": pa.array([b"a", b"b", None], pa.binary()),
    "s": pa.array([bytes(bls.ETHEREUM.sign(SECRET, b"a"))] * 3, pa.binary()),
})


def test_duckdb():
    table, signed, text = pa.table({"m": pa.array(ROWS, pa.binary())}), SIGNED, pa.table({"t": ["ABC", None]})
    with duckdb.connect() as con:
        for name, it in (("messages", table), ("signed", signed), ("text", text)):
            con.register(name, it)
        udf.register_duckdb(con)
        got = con.sql("select lanesmith_sha256(m) h from messages").to_arrow_table().column("h").to_pylist()
        assert got == EXPECTED
        assert con.sql("select lanesmith_curl(t) from text").fetchall() == [(curl.hash("ABC"),), (None,)]
        assert con.sql("select lanesmith_bls_verify(k, m, s) from signed").fetchall() == [(True,), (False,), (None,)]


def test_datafusion():
    context = datafusion.SessionContext()
    udf.register_datafusion(context)
    context.from_arrow(pa.table({"m": pa.array(ROWS, pa.binary())}), "messages")
    context.from_arrow(SIGNED, "signed")
    batches = context.sql("select lanesmith_sha256(m) h from messages").collect()
    assert [v for batch in batches for v in batch.column(0).to_pylist()] == EXPECTED
    batches = context.sql("select lanesmith_bls_verify(k, m, s) from signed").collect()
    assert [v for batch in batches for v in batch.column(0).to_pylist()] == [True, False, None]


def test_polars_and_pyarrow_take_the_functions_too():
    frame = polars.DataFrame({"m": ROWS}, schema={"m": polars.Binary})
    got = frame.select(polars.col("m").map_batches(sha256_many, return_dtype=polars.Binary))["m"]
    assert got.to_list() == EXPECTED
    pc.register_scalar_function(
        lambda _, x: sha256_many(x), "lanesmith_sha256", {"summary": "", "description": ""}, {"m": pa.binary()}, pa.binary(32)
    )
    assert pc.call_function("lanesmith_sha256", [pa.array(ROWS, pa.binary())]).to_pylist() == EXPECTED


def test_the_example_of_the_module_runs():
    assert doctest.testmod(udf).failed == 0


@pytest.mark.parametrize("wrong", [1, "x"])
def test_a_column_of_another_type_is_refused_by_the_engine_or_by_us(wrong):
    with duckdb.connect() as con, pytest.raises((duckdb.Error, TypeError)):
        udf.register_duckdb(con)
        con.sql(f"select lanesmith_bls_verify({wrong!r}::int[], 1, 2)").fetchall()
