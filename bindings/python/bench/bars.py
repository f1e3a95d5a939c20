"""The bars of docs/python.md: contenders take turns in one process, ratios are formed within a round, medians are told.

python bench/bars.py [sha256] [arrow] [curl] [bls] [pwhash]
"""

import hashlib
import random
import statistics
import sys
import time

import lanesmith
from lanesmith import bls, curl, merkle, pwhash


def race(title, units, contenders, *, seconds=2.0, least=7):
    """Runs each contender for some 10 ms a round; `contenders[0]` is what the others are compared to."""
    clock, counts = time.perf_counter_ns, {}
    for name, run in contenders.items():
        run()
        begin = clock()
        run()
        counts[name] = max(1, int(10e6 / max(clock() - begin, 1)))
    times = {name: [] for name in contenders}
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline or len(times[next(iter(contenders))]) < least:
        order = list(contenders.items())
        random.shuffle(order)
        for name, run in order + order[::-1]:
            begin = clock()
            for _ in range(counts[name]):
                run()
            times[name].append((clock() - begin) / counts[name])
    first = next(iter(contenders))
    print(f"| {title} | ns per unit | {first} / this |")
    print("| --- | ---: | ---: |")
    for name in contenders:
        ratio = statistics.median(a / b for a, b in zip(times[first], times[name], strict=True))
        print(f"| {name} | {statistics.median(times[name]) / units:.1f} | {ratio:.2f} |")
    print()


def of_sha256():
    m, view, h, ours = bytes(32), memoryview(bytes(32)), hashlib.sha256, lanesmith.sha256
    digest = lanesmith.sha256_digest

    def loop(call):
        def run():
            for _ in range(200):
                call()
        return run

    race("32 bytes, one by one", 200, {
        "hashlib": loop(lambda: h(m).digest()),
        "sha256_digest(bytes)": loop(lambda: digest(m)),
        "sha256_digest(memoryview)": loop(lambda: digest(view)),
        "sha256(bytes).digest()": loop(lambda: ours(m).digest()),
        "empty loop": loop(lambda: None),
    })
    large = bytes(32 << 20)
    race("one message of 32 MiB", 32 << 20, {"hashlib": lambda: h(large).digest(), "sha256_digest": lambda: digest(large)})
    n = 1_000_000
    rows = random.Random(1).randbytes(64 * n)
    messages = [rows[i : i + 64] for i in range(0, len(rows), 64)]
    out = bytearray(32 * n)
    race("10^6 messages of 64 bytes", n, {
        "hashlib loop": lambda: [h(x).digest() for x in messages],
        "out": lambda: lanesmith.sha256_nodes(rows, out=out),
        "new bytes": lambda: lanesmith.sha256_nodes(rows),
        "list to list": lambda: lanesmith.sha256_many(messages),
        "two threads, out": lambda: lanesmith.sha256_nodes(rows, out=out, threads=2),
    }, seconds=8, least=5)

    leaves = rows[: 32 << 20]

    def tree():
        level = [leaves[i : i + 32] for i in range(0, len(leaves), 32)]
        while len(level) > 1:
            level = [h(level[i] + level[i + 1]).digest() for i in range(0, len(level), 2)]
        return level[0]

    assert tree() == merkle.root(leaves)
    race("tree of 2^20 leaves", 1 << 20, {"hashlib loop": tree, "merkle.root": lambda: merkle.root(leaves)}, seconds=4, least=3)


def of_arrow():
    import datafusion
    import duckdb
    import pyarrow as pa
    from lanesmith import udf

    n = 1 << 18
    rows = random.Random(1).randbytes(64 * n)
    array = pa.array([rows[i : i + 64] for i in range(0, len(rows), 64)], pa.binary())
    race("Arrow Binary of 64 bytes, in and out", n, {
        "hashlib over to_pylist": lambda: pa.array([hashlib.sha256(x).digest() for x in array.to_pylist()], pa.binary(32)),
        "sha256_many": lambda: lanesmith.sha256_many(array),
    }, seconds=5, least=5)
    context = datafusion.SessionContext(datafusion.SessionConfig().with_target_partitions(1))
    udf.register_datafusion(context)
    context.from_arrow(pa.table({"m": array}), "t")
    race("DataFusion, one partition", n, {
        "built in": lambda: context.sql("select sha256(m) h from t").collect(),
        "lanesmith_sha256": lambda: context.sql("select lanesmith_sha256(m) h from t").collect(),
    }, seconds=5, least=5)
    con = duckdb.connect()
    con.execute("set threads to 1")
    udf.register_duckdb(con)
    con.register("t", pa.table({"m": array}))
    race("DuckDB, one thread", n, {
        "built in": lambda: con.sql("select sha256(m) h from t").to_arrow_table(),
        "lanesmith_sha256": lambda: con.sql("select lanesmith_sha256(m) h from t").to_arrow_table(),
    }, seconds=5, least=5)


def others_curl():
    """Curl-P of PyOTA in pure Python and of `ccurl`. PyOTA's own start needs pysha3, which builds nowhere: its Curl does not."""
    try:
        import os
        import types

        package = types.ModuleType("iota")
        package.__path__ = [p for p in (os.path.join(p, "iota") for p in sys.path) if os.path.isdir(p)][:1]
        sys.modules["iota"] = package
        from ccurl import Curl as CCurl
        from iota.crypto.pycurl import Curl as PyCurl
    except ImportError as e:
        print(e)
        return {}

    def hashed(kind, trits):
        def run():
            sponge, out = kind(), []
            sponge.absorb(trits)
            sponge.squeeze(out)
            return out

        return run

    def of(trytes):
        trits = curl.trytes_to_trits(trytes)
        return {"PyOTA, pure Python": hashed(PyCurl, trits), "ccurl": hashed(CCurl, trits)}

    return of


def of_curl():
    import pyarrow as pa

    rng, letters = random.Random(1), "9ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    rows = ["".join(rng.choices(letters, k=2673)) for _ in range(10_000)]
    text, fixed = pa.array(rows), pa.array([r.encode() for r in rows], pa.binary(2673))
    contenders = {
        "column of text": lambda: curl.hash_many(text),
        "column of fixed width": lambda: curl.hash_many(fixed),
        "list": lambda: curl.hash_many(rows),
    }
    if rust := rust_calls():
        ours = rust.Curl("".join(rows).encode(), 2673)
        assert ours.hash_many() == curl.hash(rows[0])
        contenders = {"Rust's hash_many": ours.hash_many, **contenders}
    race("10,000 transactions", 10_000, contenders, seconds=8, least=5)
    block = rows[0][:81]
    contenders = {"curl.hash": lambda: curl.hash(block)}
    if of := others_curl():
        for name, run in of(block).items():
            assert curl.trits_to_trytes(run()) == curl.hash(block), name
            contenders[name] = run
    race("one block of 81 trytes", 1, contenders, seconds=2)
    contenders = {"curl.hash": lambda: curl.hash(rows[0])}
    if of:
        contenders["ccurl"] = of(rows[0])["ccurl"]
    race("one transaction", 1, contenders, seconds=2)


def rust_calls():
    """The module of examples/rust_calls.rs, if it lies beside this file."""
    try:
        import rust_calls
    except ImportError as e:
        print(e, "(examples/rust_calls.rs says how to build it)")
        return None
    return rust_calls


def of_bls():
    secret = bls.SecretKey.generate(bytes(32))
    key, m = secret.public_key(), b"message"
    signature = bls.ETHEREUM.sign(secret, m)
    k, s, sk = bytes(key), bytes(signature), bytes(secret)
    contenders = {
        "verify, objects": lambda: bls.ETHEREUM.verify(key, m, signature),
        "verify, bytes": lambda: bls.ETHEREUM.verify(k, m, s),
        "sign": lambda: bls.ETHEREUM.sign(secret, m),
    }
    if rust := rust_calls():
        ours = rust.Signed(k, m, s)
        race("verify, points", 1, {"Rust": ours.verify, "objects": contenders["verify, objects"]}, seconds=3)
        race("verify, encodings", 1, {"Rust": ours.verify_bytes, "bytes": contenders["verify, bytes"]}, seconds=3)
    try:
        import chia_rs

        csk = chia_rs.PrivateKey.from_bytes(sk)
        cpk = csk.get_g1()
        cs = chia_rs.AugSchemeMPL.sign(csk, m)
        contenders["chia_rs verify, objects"] = lambda: chia_rs.AugSchemeMPL.verify(cpk, m, cs)
        contenders["chia_rs sign"] = lambda: chia_rs.AugSchemeMPL.sign(csk, m)
    except ImportError as e:
        print(e)
    try:
        import blspy

        bsk = blspy.PrivateKey.from_bytes(sk)
        bpk, bs = bsk.get_g1(), blspy.PopSchemeMPL.sign(bsk, m)
        contenders["blspy verify, objects"] = lambda: blspy.PopSchemeMPL.verify(bpk, m, bs)
        contenders["blspy sign"] = lambda: blspy.PopSchemeMPL.sign(bsk, m)
    except ImportError as e:
        print(e)
    race("BLS (min_pk)", 1, contenders, seconds=5)
    try:
        from py_ecc.bls import G2ProofOfPossession as py_ecc

        race("py_ecc verify", 1, {"py_ecc": lambda: py_ecc.Verify(k, m, s), "ours, bytes": contenders["verify, bytes"]}, seconds=2, least=2)
    except ImportError as e:
        print(e)
    keys, messages, signatures = [k] * 128, [b"%d" % i for i in range(128)], []
    signatures = [bytes(bls.ETHEREUM.sign(secret, x)) for x in messages]
    race("batch of 128, bytes", 128, {"verify_batch": lambda: bls.ETHEREUM.verify_batch(keys, messages, signatures)}, seconds=2)


def of_pwhash():
    import argon2
    from argon2.low_level import Type, hash_secret_raw

    race("Argon2id, 19 MiB, t=2, p=1", 1, {
        "argon2-cffi": lambda: hash_secret_raw(b"password", b"somesaltsomesalt", 2, 19456, 1, 32, Type.ID),
        "pwhash.argon2": lambda: pwhash.argon2(b"password", b"somesaltsomesalt", memory=19456, passes=2, lanes=1),
    }, seconds=3)
    theirs = argon2.PasswordHasher()
    race("64 MiB, t=3, p=4: the defaults of PasswordHasher", 1, {
        "argon2-cffi (4 threads)": lambda: theirs.hash("password"),
        "PasswordHasher (1 thread)": lambda: pwhash.PasswordHasher().hash("password"),
        "argon2(threads=4)": lambda: pwhash.argon2(b"password", b"somesaltsomesalt", threads=4),
    }, seconds=4)


if __name__ == "__main__":
    print(lanesmith.cpu()["model"], sys.version.split()[0], lanesmith.__version__, "\n")
    wanted = sys.argv[1:] or ["sha256", "arrow", "curl", "bls", "pwhash"]
    for part in wanted:
        globals()[f"of_{part}"]()
