"""Tuning and measuring: what is found, what is written, and how it ends."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import lanesmith
import pytest
from lanesmith import _native


def origin(op):
    return next(origin for name, _, origin in _native.operation_rows() if name == op)


def test_tuning_gives_a_row_for_each_operation_and_a_profile_of_what_differs():
    profile = lanesmith.tune("sha256", seconds=0.5)
    assert {row.op for row in profile.operations} == {e.op for e in lanesmith.engines("sha256")}
    for row in profile.operations:
        assert row.differs == (row.built_in != row.here) == (f'"{row.op}"' in profile.text)
        assert all(gain.interval[0] <= gain.ratio <= gain.interval[1] for gain in row.gains)
        assert not row.differs or any(gain.interval[0] > 1.01 for gain in row.gains)
    assert profile.cpu == lanesmith.cpu()["model"] and profile.cpu in profile.text
    assert str(profile).startswith("4 operations on ")


def test_a_saved_profile_is_one_that_this_machine_takes(tmp_path):
    path = tmp_path / "here.toml"
    path.write_text("what was there before")
    profile = lanesmith.tune("sha256.stream", seconds=0.2)
    profile.save(path)
    assert path.read_text() == profile.text and os.listdir(tmp_path) == ["here.toml"]
    if os.name == "posix":
        mask = os.umask(0)
        os.umask(mask)
        assert path.stat().st_mode & 0o777 == 0o666 & ~mask
    # In a process of its own, whose choices are then others.
    code = f"import lanesmith; lanesmith.load_profile({str(path)!r})"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
    with pytest.raises(OSError):
        profile.save(tmp_path / "none" / "here.toml")
    with pytest.raises(OSError):
        profile.save(tmp_path)
    assert os.listdir(tmp_path) == ["here.toml"]


def test_measuring_compares_engines_with_and_without_each_feature():
    measured = lanesmith.measure("sha256.stream", seconds=0.4)
    names = {e.name for e in lanesmith.engines("sha256.stream")}
    available = [e.name for e in lanesmith.engines("sha256.stream") if e.available]
    assert measured.worth or len(available) == 1
    for row in measured.worth:
        assert row.op == "sha256.stream" and {row.with_, row.without} <= names and row.feature != row.below
        assert row.interval[0] <= row.ratio <= row.interval[1]
    assert any(row.sentence and row.feature in row.sentence for row in measured.worth) or not measured.worth
    assert bool(measured.unmeasured) == (len(available) < len(names))


@pytest.mark.parametrize("work", [lanesmith.tune, lanesmith.measure])
def test_progress_is_told_and_what_it_raises_ends_the_work(work):
    told = []
    work("sha256.stream", seconds=0.5, progress=lambda seconds, doing: told.append((seconds, doing)))
    assert any("sha256.stream" in doing for _, doing in told) and all(seconds >= 0 for seconds, _ in told)

    def refuse(seconds, doing):
        raise LookupError(doing)

    begin = time.monotonic()
    with pytest.raises(LookupError):
        work("sha256.stream", seconds=60, progress=refuse)
    assert time.monotonic() - begin < 30


@pytest.mark.parametrize("work", [lanesmith.tune, lanesmith.measure])
def test_names_and_times_that_cannot_be_are_refused(work):
    with pytest.raises(lanesmith.EngineError, match="no operation or family"):
        work("sha512", seconds=0.1)
    for seconds in (0, -1.0, float("nan"), float("inf")):
        with pytest.raises(lanesmith.LengthError, match="seconds must be positive"):
            work("sha256", seconds=seconds)


def test_what_was_configured_is_in_force_again_after_tuning():
    with lanesmith.use("sha256.stream", "scalar"):
        profile = lanesmith.tune("sha256.stream", seconds=0.2)
        assert profile.operations[0].built_in != "scalar" or not lanesmith.engines("sha256.stream")[0].available
        assert origin("sha256.stream") == "configured"
    assert origin("sha256.stream") == "table"


def test_other_threads_run_meanwhile():
    turns = 0
    ended = threading.Event()

    def count():
        nonlocal turns
        while not ended.is_set():
            turns += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        lanesmith.measure("sha256.stream", seconds=0.5)
    finally:
        ended.set()
        thread.join()
    assert turns > 20


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no interval timers")
@pytest.mark.parametrize("work", [lanesmith.tune, lanesmith.measure])
@pytest.mark.parametrize("op, after", [("sha256", 0.3), ("pwhash.argon2", 1.0), (None, 2.0)])
def test_a_signal_ends_it_within_three_tenths_of_a_second(work, op, after):
    class Interrupted(Exception):
        pass

    def handler(*_):
        raise Interrupted

    def once():
        before = signal.signal(signal.SIGALRM, handler)
        try:
            sent = time.monotonic() + after
            signal.setitimer(signal.ITIMER_REAL, after)
            with pytest.raises(Interrupted):
                work(op, seconds=600)
            return time.monotonic() - sent
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    times = []
    while not times or min(times) >= 0.3 and len(times) < 20:
        times.append(once())
    assert min(times) < 0.3, times
    assert all(origin == "table" for _, _, origin in _native.operation_rows())


def test_tune_is_a_command(tmp_path):
    path = tmp_path / "here.toml"
    command = [sys.executable, "-m", "lanesmith", "tune", "sha256.stream", "--seconds", "0.2", "-o", str(path), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    told = json.loads(done.stdout)
    assert told["profile"] == path.read_text() and [row["op"] for row in told["operations"]] == ["sha256.stream"]
