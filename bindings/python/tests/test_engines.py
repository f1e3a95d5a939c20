import doctest
import json
import multiprocessing
import os
import pickle
import subprocess
import sys
import types

import lanesmith
import pytest
from lanesmith import _native, bls, curl, merkle, pwhash


def test_every_operation_has_a_portable_engine_and_reasons_for_the_others():
    for op in {e.op for e in lanesmith.engines()}:
        rows = lanesmith.engines(op)
        assert rows[-1].name == "scalar" and rows[-1].available
        assert all(row.available == (row.reason is None) and row.summary for row in rows)
    assert {e.op.split(".")[0] for e in lanesmith.engines()} == {"sha256", "curl", "bls", "pwhash"}
    assert {e.op for e in lanesmith.engines("sha256")} >= {"sha256.nodes", "sha256.many"}


def chosen(op):
    return next(engine for name, engine, _ in _native.operation_rows() if name == op)


def test_a_choice_lasts_for_its_block_and_nests():
    before = chosen("sha256.nodes")
    with lanesmith.use("sha256.nodes", "scalar"):
        assert chosen("sha256.nodes") == "scalar"
        with lanesmith.use("sha256.*", "auto"):
            assert chosen("sha256.nodes") == before
        assert chosen("sha256.nodes") == "scalar"
        with pytest.raises(RuntimeError), lanesmith.use("*", "scalar"):
            raise RuntimeError
        assert chosen("curl.hash") != "scalar" or not lanesmith.engines("curl.hash")[0].available
    assert chosen("sha256.nodes") == before


def test_a_choice_without_a_block_stays():
    lanesmith.use("sha256.nodes", "scalar")
    assert chosen("sha256.nodes") == "scalar"
    lanesmith.configure("sha256.nodes=auto")


@pytest.mark.parametrize(
    "op, engine, said",
    [
        ("sha256.nodes", "abacus", "sha256.nodes has no engine"),
        ("sha256.node", "scalar", "did you mean sha256.nodes"),
        ("sha256.nodes", "neon", "it is for aarch64"),
        ("*", "abacus", "abacus"),
        ("", "", "selection"),
    ],
)
def test_an_engine_that_cannot_be_had_says_why_and_changes_nothing(op, engine, said):
    with pytest.raises(lanesmith.EngineError, match=said):
        lanesmith.use(op, engine)
    with pytest.raises(lanesmith.EngineError):
        lanesmith.engines("no.such")


def test_an_engine_that_this_cpu_lacks_names_the_feature():
    absent = [e for e in lanesmith.engines() if not e.available]
    for e in absent:
        with pytest.raises(lanesmith.EngineError, match="cannot run here"):
            lanesmith.use(e.op, e.name)


def test_profiles_are_refused_with_a_reason(tmp_path):
    path = tmp_path / "profile.toml"
    for text, said in (("", "empty"), ("x", "end is missing"), ("\0\xff", "end is missing")):
        path.write_text(text)
        with pytest.raises(lanesmith.ProfileError, match=said):
            lanesmith.load_profile(path)
    with pytest.raises(lanesmith.ProfileError, match="cannot be read"):
        lanesmith.load_profile(tmp_path / "none")


def test_the_cpu_is_told():
    cpu = lanesmith.cpu()
    assert cpu["architecture"] in ("x86_64", "aarch64") and cpu["threads"] >= 1
    assert not set(cpu["features"]) & set(cpu["missing"])


def test_exceptions_are_values_and_travel():
    for error in (lanesmith.LengthError("why", 3), lanesmith.WrongPassword("why")):
        again = pickle.loads(pickle.dumps(error))
        assert isinstance(error, (ValueError, lanesmith.LanesmithError)) and type(again) is type(error)
        assert (again.reason, again.index, str(again)) == (error.reason, error.index, str(error))


def test_vectors_come_out_right_on_every_engine():
    results = lanesmith.check("sha256.nodes") + lanesmith.check("curl.hash", "scalar")
    assert all(row.ok for row in results) and sum(row.vectors for row in results) > 50
    with pytest.raises(lanesmith.EngineError, match="no operation or family"):
        lanesmith.check("sha512")
    with pytest.raises(lanesmith.EngineError, match="no engine"):
        lanesmith.check("sha256", "abacus")


def test_a_race_gives_rows_a_frame_and_a_picture():
    race = lanesmith.race("sha256.nodes", seconds=0.3, case="n=16")
    frame = race.frame()
    assert set(frame.columns) >= {"op", "case", "contender", "ns", "speed"} and (frame.ns > 0).all()
    assert (frame.speed > 0).all() and "scalar" in str(race) and race._repr_html_().startswith("<pre>")
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    figure = race.plot()
    assert len(figure.axes) == 1
    with pytest.raises(lanesmith.EngineError, match="no case"):
        lanesmith.race("sha256.nodes", seconds=0.1, case="n=-1")
    with pytest.raises(lanesmith.EngineError):
        lanesmith.race("sha512", seconds=0.1)


def run(*args):
    done = subprocess.run([sys.executable, "-m", "lanesmith", *args], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def test_the_module_is_a_command():
    status, out, _ = run("check", "sha256.nodes")
    assert status == 0 and "ok" in out
    status, out, _ = run("cpu", "--json")
    assert status == 0 and json.loads(out)["operations"]["sha256.nodes"]
    status, out, _ = run("race", "sha256.nodes", "--seconds", "0.2", "--case", "n=16")
    assert status == 0 and "scalar" in out
    status, _, err = run("check", "sha512")
    assert status == 2 and err.startswith("error: no operation or family")
    assert run("nonsense")[0] == 2


def test_the_environment_is_read_by_the_command_and_not_at_import():
    code = "import lanesmith; print(dict((o, e) for o, e, _ in lanesmith._native.operation_rows())['sha256.nodes'])"
    for extra, choice in (("", False), ("; lanesmith.init_from_env()", True)):
        done = subprocess.run(
            [sys.executable, "-c", code.replace("import lanesmith", "import lanesmith" + extra, 1)],
            env={**os.environ, "LANESMITH_ENGINE": "*=scalar"}, capture_output=True, text=True, check=True,
        )
        assert (done.stdout.strip() == "scalar") == choice


def work(number):
    pairs = bytes([number]) * 64 * 5000
    return lanesmith.sha256_nodes(pairs, threads=2), merkle.root(pairs, threads=2), curl.hash("A" * number)


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_child_processes_work_as_their_parent(method):
    # The parent has used threads before.
    expected = [work(n) for n in range(4)]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map_async(work, range(4)).get(timeout=300) == expected


def test_functions_and_settings_are_pickled_by_name():
    for function in (lanesmith.sha256_many, merkle.root, curl.hash_many, pwhash.hash):
        assert pickle.loads(pickle.dumps(function)) is function


MODULES = [lanesmith, merkle, curl, bls, pwhash, lanesmith._engines, lanesmith._suite, lanesmith._tune]


def examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    for module in MODULES:
        yield from finder.find(module, module=module)
    for name, item in vars(_native).items():
        doc = getattr(item, "__doc__", None)
        if isinstance(item, (type, types.BuiltinFunctionType)) and doc and ">>>" in doc:
            yield doctest.DocTestParser().get_doctest(doc, {}, name, None, None)
        for inner, method in vars(item).items() if isinstance(item, type) else ():
            doc = getattr(method, "__doc__", None) or ""
            if ">>>" in doc:
                yield doctest.DocTestParser().get_doctest(doc, {}, f"{name}.{inner}", None, None)


@pytest.mark.parametrize("example", [e for e in examples() if e.examples], ids=lambda e: e.name)
def test_examples_of_the_documentation_run(example):
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    said = []
    runner.run(example, out=said.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(said)


def test_everything_public_is_documented():
    for name in _native.__dict__:
        item = getattr(_native, name)
        if not name.startswith("_"):
            assert item.__doc__, name
    for module in MODULES:
        for name in getattr(module, "__all__", []):
            assert getattr(module, name).__doc__, f"{module.__name__}.{name}"
