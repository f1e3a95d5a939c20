"""`python -m lanesmith`: check, race, tune, cpu."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys

import lanesmith


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; the exit status is 1 if a vector came out wrong."""
    parser = argparse.ArgumentParser(prog="python -m lanesmith", description=main.__doc__)
    parser.add_argument("--version", action="version", version=f"lanesmith {lanesmith.__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="run the published vectors on every engine that this CPU can run")
    check.add_argument("op", nargs="?", help="one operation (sha256.nodes) or family (sha256); all by default")
    check.add_argument("--engine", help="only this engine")
    check.add_argument("--full", action="store_true", help="all vectors, not some of every kind")
    race = commands.add_parser("race", help="race every engine on this machine")
    race.add_argument("op", nargs="?", help="one operation or family; all by default")
    race.add_argument("--seconds", type=float, default=20.0, help="for everything together (20)")
    race.add_argument("--case", help="one key and value, such as n=16")
    race.add_argument("--json", action="store_true", help="the record instead of tables")
    race.add_argument("--plot", metavar="FILE", help="write a picture (matplotlib)")
    tune = commands.add_parser("tune", help="measure which engines are best on this machine")
    tune.add_argument("op", nargs="?", help="one operation or family; all by default")
    tune.add_argument("--seconds", type=float, default=60.0, help="for everything together (60)")
    tune.add_argument("-o", "--output", metavar="FILE", help="write the profile to this file")
    tune.add_argument("--json", action="store_true", help="one JSON object, the profile in it")
    cpu = commands.add_parser("cpu", help="show the CPU and the engine that each operation gets")
    cpu.add_argument("--measure", action="store_true", help="and what each feature is worth: half a minute")
    cpu.add_argument("--json", action="store_true", help="one JSON object")
    args = parser.parse_args(arguments)
    try:
        lanesmith.init_from_env()
        return {"check": _check, "race": _race, "tune": _tune, "cpu": _cpu}[args.command](args)
    except lanesmith.LanesmithError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _check(args: argparse.Namespace) -> int:
    results = lanesmith.check(args.op, args.engine, full=args.full)
    for row in results:
        if row.failure is not None:
            said = f"WRONG: {row.failure}"
        elif row.reason is not None:
            said = f"not run: {row.reason}"
        else:
            said = f"ok, {row.vectors} vectors"
        print(f"{row.op:18} {row.engine:16} {said}")
    return 0 if all(row.ok for row in results) else 1


def _race(args: argparse.Namespace) -> int:
    race = lanesmith.race(args.op, seconds=args.seconds, case=args.case)
    print(json.dumps(race.record) if args.json else race)
    if args.plot:
        race.plot().savefig(args.plot, dpi=120)
    return 0


def _tune(args: argparse.Namespace) -> int:
    profile = lanesmith.tune(args.op, seconds=args.seconds)
    if args.output:
        profile.save(args.output)
    if args.json:
        operations = [dataclasses.asdict(row) for row in profile.operations]
        print(json.dumps({"cpu": profile.cpu, "operations": operations, "profile": profile.text}))
    else:
        print(profile)
        print(f"written to {args.output}" if args.output else profile.text, end="\n" if args.output else "")
    return 0


def _cpu(args: argparse.Namespace) -> int:
    cpu = lanesmith.cpu()
    chosen = {op: engine for op, engine, _ in lanesmith._native.operation_rows()}
    measured = lanesmith.measure() if args.measure else None
    if args.json:
        more = {} if measured is None else {"measured": dataclasses.asdict(measured)}
        print(json.dumps({**cpu, "operations": chosen, **more}))
        return 0
    print(f"CPU       {cpu['model']} ({cpu['architecture']}, {cpu['threads']} threads)")
    for name in ("features", "disabled", "missing"):
        print(f"{name:9} {' '.join(cpu[name]) or 'none'}")
    for op, engine in chosen.items():
        print(f"{op:18} {engine}")
    for row in measured.worth if measured else ():
        print(row.sentence or f"{row.feature}: {row.op} {row.case} {row.ratio:.3f} times as fast as {row.below}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
