"""A local cluster of Ray with two workers, one of which is killed in the middle: nothing lost, nothing twice."""

import json
import os
import signal
import subprocess
import sys
import time

import numpy
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

os.environ.update(RAY_USAGE_STATS_ENABLED="0", RAY_memory_monitor_refresh_ms="0", RAY_DISABLE_DOCKER_CPU_WARNING="1")
ray = pytest.importorskip("ray")
ray_data = pytest.importorskip("ray.data")

import lanesmith  # noqa: E402
import lanesmith.ray  # noqa: E402
from lanesmith import bls, curl, merkle  # noqa: E402

pytestmark = [pytest.mark.ray, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def cluster():
    # Workers cannot import this file.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    ray.init(
        num_cpus=2, include_dashboard=False, object_store_memory=400 << 20, log_to_driver=False, logging_level="ERROR"
    )
    context = ray_data.DataContext.get_current()
    context.enable_progress_bars = False
    context.execution_options.preserve_order = True
    yield ray
    ray.shutdown()


def die_once(flag):
    """Kills this process, the first time that any process comes here."""
    try:
        os.close(os.open(flag, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return
    os.kill(os.getpid(), signal.SIGKILL)


def in_blocks(table, rows):
    """A dataset whose blocks have so many rows."""
    return ray_data.from_arrow([table.slice(i, rows) for i in range(0, len(table), rows)])


class Dying:
    """A function for `map_batches` whose worker dies in the middle of a batch, once."""

    def __init__(self, function, flag):
        self.function, self.flag = function, str(flag)

    def __call__(self, table):
        result = self.function(table)
        if len(table) and table.column("n")[0].as_py() > 0:
            die_once(self.flag)
        return result


def collected(dataset, column):
    rows = sorted((row["n"], row[column]) for row in dataset.iter_rows())
    assert [n for n, _ in rows] == list(range(len(rows)))
    return [value for _, value in rows]


def test_a_killed_worker_loses_no_row_of_a_column(cluster, tmp_path):
    count = 100_000
    rows = [b"%064d" % i for i in range(count)]
    table = pa.table({"n": range(count), "m": pa.array(rows, pa.binary())})
    dataset = in_blocks(table, count // 8 + 1)
    flag = tmp_path / "sha256"
    done = lanesmith.ray.map_column(dataset, Dying(lanesmith.ray.sha256_column("m"), flag))
    got = pa.concat_tables([ray.get(ref) for ref in done.to_arrow_refs()]).combine_chunks()
    assert flag.exists() and got.column("n").to_pylist() == list(range(count))
    assert got.column("sha256").equals(lanesmith.sha256_many(table.column("m")))


def test_a_killed_worker_loses_no_row_of_trytes(cluster, tmp_path):
    count = 1_000_000
    letters = numpy.frombuffer(b"9ABCDEFGHIJKLMNOPQRSTUVWXYZ", numpy.uint8)
    trytes = letters[numpy.random.default_rng(1).integers(0, 27, (count, 81))]
    column = pa.FixedSizeBinaryArray.from_buffers(pa.binary(81), count, [None, pa.py_buffer(trytes.tobytes())])
    table = pa.table({"n": range(count), "m": column})
    dataset = in_blocks(table, count // 8 + 1)
    flag = tmp_path / "curl"
    done = lanesmith.ray.map_column(dataset, Dying(lanesmith.ray.curl_column("m"), flag))
    got = pa.concat_tables([ray.get(ref) for ref in done.to_arrow_refs()]).combine_chunks()
    assert flag.exists() and got.column("n").to_pylist() == list(range(count))
    assert got.column("curl").equals(curl.hash_many(table.column("m")))


def test_a_killed_worker_loses_no_verdict(cluster, tmp_path):
    count, secrets = 2000, [bls.SecretKey.generate(bytes([i]) * 32) for i in range(4)]
    messages = [b"m%d" % i for i in range(count)]
    # Signing 2000 would take longer than what is tested: 50 of each key, repeated; three rows are wrong.
    signed = {(k, i): bytes(bls.ETHEREUM.sign(secrets[k], b"m%d" % i)) for k in range(4) for i in range(k, 50, 4)}
    messages = [b"m%d" % (i % 48) for i in range(count)]
    keys = [bytes(secrets[i % 48 % 4].public_key()) for i in range(4)]
    signatures = [signed[i % 48 % 4, i % 48] for i in range(count)]
    for bad in (3, 999, 1999):
        signatures[bad] = signatures[0] if bad % 48 else signatures[1]
    table = pa.table({
        "n": range(count),
        "k": pa.array([keys[i % 48 % 4] for i in range(count)], pa.binary(48)),
        "m": pa.array(messages, pa.binary()),
        "s": pa.array(signatures, pa.binary(96)),
    })
    dataset = in_blocks(table, 500)
    flag = tmp_path / "bls"
    done = lanesmith.ray.map_column(dataset, Dying(lanesmith.ray.verify_column("k", "m", "s"), flag))
    verdicts = collected(done.drop_columns(["k", "m", "s"]), "valid")
    assert flag.exists() and [i for i, ok in enumerate(verdicts) if not ok] == [3, 999, 1999]


def test_subtree_roots_of_a_dataset_lead_to_the_root(cluster):
    leaves = os.urandom(32 << 12)
    column = pa.FixedSizeBinaryArray.from_buffers(pa.binary(32), 1 << 12, [None, pa.py_buffer(leaves)])
    dataset = in_blocks(pa.table({"leaf": column}), 1 << 10)
    done = lanesmith.ray.map_column(dataset, lanesmith.ray.subtree_roots("leaf", 10))
    roots = [row["root"] for row in done.iter_rows()]
    assert merkle.combine(roots, 10) == merkle.root(leaves)


def test_a_killed_worker_does_not_change_the_root_of_a_tree(cluster, tmp_path):
    depth = 22
    leaves = numpy.random.default_rng(2).integers(0, 256, (1 << depth, 32), numpy.uint8)
    flag = str(tmp_path / "tree")

    @ray.remote
    def part(rows):
        return rows

    @ray.remote
    def dying(rows):
        die_once(flag)
        return rows

    size = 1 << (depth - 3)
    pieces = [leaves[i : i + size] for i in range(0, len(leaves), size)]
    refs = [(dying if i == 3 else part).remote(piece) for i, piece in enumerate(pieces)]
    assert lanesmith.ray.merkle_root(refs) == merkle.root(leaves)
    assert os.path.exists(flag)
    assert lanesmith.ray.merkle_root(pieces[:2] + [pieces[2][:100]], limit=1 << 40) == merkle.root(
        leaves[: 2 * size + 100], limit=1 << 40
    )
    with pytest.raises(lanesmith.LengthError, match="power of two"):
        lanesmith.ray.merkle_root([pieces[0][:3], pieces[1]])


def test_parts_may_be_columns_of_arrow(cluster):
    leaves = os.urandom(32 * 11)
    column = pa.FixedSizeBinaryArray.from_buffers(pa.binary(32), 11, [None, pa.py_buffer(leaves)])
    # One array with an offset, one column of two chunks, one table; the last part is shorter.
    parts = [column.slice(0, 4), pa.chunked_array([column.slice(4, 1), column.slice(5, 3)]), pa.table({"leaf": column.slice(8)})]
    assert lanesmith.ray.merkle_root(parts, limit=1 << 20) == merkle.root(leaves, limit=1 << 20)
    assert lanesmith.ray.merkle_root(parts[:1]) == merkle.root(leaves[: 32 * 4])
    blocks = in_blocks(pa.table({"leaf": column}), 4).to_arrow_refs()
    assert lanesmith.ray.merkle_root(blocks) == merkle.root(leaves)
    for wrong, said in (
        ([pa.array([b"x" * 31], pa.binary(31))], "fixed-size binary of 32 bytes"),
        ([pa.table({"a": column, "b": column})], "one column, not 2"),
        ([column.slice(0, 0), column], "power of two"),
        ([column.slice(0, 4), column.slice(4, 7)], "power of two"),
    ):
        with pytest.raises(lanesmith.LengthError, match=said):
            lanesmith.ray.merkle_root(wrong)


def test_a_batch_of_no_whole_subtrees_is_refused(cluster):
    column = pa.array([bytes(32)] * 6, pa.binary(32))
    with pytest.raises(lanesmith.LengthError, match="subtrees"):
        lanesmith.ray.subtree_roots("leaf", 2)(pa.table({"leaf": column}))


FILES, ROWS = 6, 500


@pytest.fixture
def files(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    for n in range(FILES):
        rows = pa.array([b"%d %d" % (n, i) for i in range(ROWS)], pa.binary())
        pq.write_table(pa.table({"m": rows}), folder / f"{n}.parquet", row_group_size=200)
    return folder


def checked(output):
    for n in range(FILES):
        table = pq.read_table(output / f"{n}.parquet")
        assert table.column("m").to_pylist() == [b"%d %d" % (n, i) for i in range(ROWS)]
        assert table.column("sha256").equals(lanesmith.sha256_many(table.column("m")))
    assert sorted(path.name for path in output.iterdir()) == [f"{n}.parquet" for n in range(FILES)] + ["manifest.jsonl"]


DRIVER = """
import glob, os, sys, time
import lanesmith.ray, ray

address, files, output, go_on = sys.argv[1:]
ray.init(address=address, log_to_driver=False, logging_level="ERROR")
hashed = lanesmith.ray.sha256_column("m")

def slow(table):
    while len(glob.glob(output + "/*.parquet")) == 2 and not os.path.exists(go_on):
        time.sleep(0.05)
    return hashed(table)

lanesmith.ray.map_parquet(files, output, slow, job="hashes", workers=1)
"""


def test_what_a_killed_driver_has_done_is_not_done_again(cluster, files, tmp_path):
    output, script, go_on = tmp_path / "out", tmp_path / "driver.py", tmp_path / "go on"
    script.write_text(DRIVER)
    address = ray.get_runtime_context().gcs_address
    driver = subprocess.Popen([sys.executable, script, address, files, output, go_on])
    manifest = output / "manifest.jsonl"
    # Two files are noted; the third waits in the middle.
    deadline = time.monotonic() + 120
    while not manifest.exists() or manifest.read_text().count("\n") < 3:
        assert driver.poll() is None and time.monotonic() < deadline
        time.sleep(0.05)
    driver.kill()
    driver.wait(60)
    with manifest.open("ab") as file:
        file.write(b'{"input": "half a li')
    before = {path: path.stat().st_ino for path in output.glob("*.parquet")}
    assert len(before) == 2
    go_on.touch()
    told = []
    done = lanesmith.ray.map_parquet(
        files, output, lanesmith.ray.sha256_column("m"), job="hashes", progress=lambda *n: told.append(n)
    )
    assert done == {"written": FILES - 2, "skipped": 2, "rows": FILES * ROWS}
    assert told == [(n, FILES) for n in range(3, FILES + 1)]
    assert all(path.stat().st_ino == inode for path, inode in before.items())
    checked(output)
    assert all(json.loads(line) for line in manifest.read_text().splitlines())


def test_a_bad_file_is_named_and_the_others_are_kept(cluster, files, tmp_path):
    output, function = tmp_path / "out", lanesmith.ray.sha256_column("m")
    good = (files / "3.parquet").read_bytes()
    pq.write_table(pa.table({"other": [1]}), files / "3.parquet")
    with pytest.raises(KeyError) as caught:
        lanesmith.ray.map_parquet(files, output, function, workers=1)
    assert any("3.parquet" in note for note in caught.value.__notes__)
    (files / "3.parquet").write_bytes(good)
    # What has changed since is done again.
    os.utime(files / "0.parquet")
    assert lanesmith.ray.map_parquet(files, output, function) == {
        "written": FILES - 2, "skipped": 2, "rows": FILES * ROWS,
    }
    checked(output)
    with pytest.raises(lanesmith.InputError, match="another job"):
        lanesmith.ray.map_parquet(files, output, lanesmith.ray.sha256_column("m", "other"))


def test_what_cannot_be_mapped_is_refused_before_any_work(files, tmp_path):
    function = lanesmith.ray.sha256_column("m")
    twin = tmp_path / "twin" / "0.parquet"
    for inputs, output, options, said in (
        (tmp_path / "none", tmp_path / "out", {}, "no folder with files"),
        (files, files, {}, "lies in the folder that is written to"),
        ([files / "0.parquet", twin], tmp_path / "out", {}, "the same name"),
        (files, tmp_path / "out", {"workers": 0}, "workers is 0"),
        (files, tmp_path / "out", {"batch_rows": 0}, "batch_rows is 0"),
    ):
        with pytest.raises(lanesmith.LanesmithError, match=said):
            lanesmith.ray.map_parquet(inputs, output, function, **{"workers": 1, **options})
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "manifest.jsonl").write_text("something else\n")
    with pytest.raises(lanesmith.InputError, match="no list of files"):
        lanesmith.ray.map_parquet(files, tmp_path / "out", function, workers=1)


def test_a_search_without_workers_is_refused_not_called_fruitless():
    for options in ({"workers": 0}, {"batches": 0}):
        with pytest.raises(lanesmith.LengthError, match=f"{next(iter(options))} is 0"):
            lanesmith.ray.search("9" * 2673, 1, **options)


def test_a_search_ends_with_the_first_nonce_and_stops_the_others(cluster):
    transaction = "SEARCH" + "9" * 2667
    found = lanesmith.ray.search(transaction, 11, workers=2, batches=1 << 14)
    assert curl.transaction_hash(transaction[:2646] + found["nonce"])[1] >= 11
    # Long ranges: the loser is in the middle of one. Other programs may have the CPUs: one of some times counts.
    searches = (lanesmith.ray.search(transaction, 11, workers=2, batches=1 << 40) for _ in range(10))
    assert any(found["stopped"] < 0.1 for found in searches)


def test_a_killed_searcher_is_replaced_and_its_range_searched_again(cluster, tmp_path):
    transaction, flag = "KILLED" + "9" * 2667, str(tmp_path / "search")
    batch = curl.search(transaction, 9).batch

    class Dying(lanesmith.ray._Searcher):
        def run(self, transaction, weight, start, stop):
            if start <= batch < stop:
                die_once(flag)
            return super().run(transaction, weight, start, stop)

    # One worker goes through the ranges in order: the nonce is the first of all only if the range is searched again.
    found = lanesmith.ray.search(transaction, 9, workers=1, batches=batch // 2 + 1, searcher=Dying)
    assert os.path.exists(flag) and found["restarts"] == 1
    assert found["batch"] == batch and curl.transaction_hash(transaction[:2646] + found["nonce"])[1] >= 9
