"""A local cluster of Ray with two workers, one of which is killed in the middle: nothing lost, nothing twice."""

import os
import signal
import sys

import numpy
import pyarrow as pa
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
