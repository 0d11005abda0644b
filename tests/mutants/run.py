#!/usr/bin/env python3
"""Runs `kparity check` on a kernel folder that is wrong on purpose and holds the result against its file `expected`.

Lines of `expected`:
  <verdict> <outcome id>   every outcome that is not `pass`, and its verdict; alternatives as fail|nondeterministic
  exit <n>                 the exit code
  says <text>              a text that the report contains
  options <options>        further options of `kparity check`
"""
import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent


def read_expected(folder):
    expected = {"outcomes": {}, "exit": None, "says": [], "options": []}
    for line in (folder / "expected").read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "exit":
            expected["exit"] = int(rest)
        elif word == "says":
            expected["says"].append(rest)
        elif word == "options":
            expected["options"] += shlex.split(rest)
        elif line.strip():
            verdicts, _, outcome = line.rpartition(" ")
            expected["outcomes"][outcome] = verdicts.split("|")
    return expected


def check(program, folder, options, form):
    """Runs the check in an empty folder, so that what it saves does not stay; returns exit code and output."""
    command = [program, "check", str(folder), "--seed", "1", "--format", form, *options]
    with tempfile.TemporaryDirectory() as cwd:
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, errors="replace", timeout=300)
    return done.returncode, done.stdout, done.stderr


def outcomes_of(text):
    """What is not `pass` in a JSON report: id -> verdict."""
    try:
        report = json.loads(text)
    except ValueError:
        return None
    return {o["id"]: o["verdict"] for o in report["outcomes"] if o["verdict"] != "pass"}


def problems_of(program, folder):
    """What differs from `expected`, and the report."""
    expected = read_expected(folder)
    wrong = []
    code, text, errors = check(program, folder, expected["options"], "text")
    report = text + errors
    words_of_report = " ".join(report.split())  # the report wraps long lines
    if code != expected["exit"]:
        wrong.append(f"exits with {code}, expected {expected['exit']}")
    wrong += [f"the report does not say '{words}'" for words in expected["says"]
              if " ".join(words.split()) not in words_of_report]
    if expected["outcomes"]:
        json_code, text, _ = check(program, folder, expected["options"], "json")
        found = outcomes_of(text)
        if json_code != code:
            wrong.append(f"exits with {json_code} with --format json, with {code} otherwise")
        if found is None:
            return wrong + ["--format json printed no JSON"], report
        for outcome in sorted(found.keys() | expected["outcomes"].keys()):
            allowed = expected["outcomes"].get(outcome, ["pass"])
            verdict = found.get(outcome, "pass")
            if verdict not in allowed:
                wrong.append(f"{outcome} is '{verdict}', expected '{' or '.join(allowed)}'")
    return wrong, report


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the kparity program")
    parser.add_argument("mutants", nargs="*", help="names of folders here; all by default")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--verbose", action="store_true", help="print every report")
    options = parser.parse_args()
    program = str(Path(options.program).resolve())
    folders = [HERE / name for name in options.mutants] or sorted(p.parent for p in HERE.glob("*/expected"))
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda folder: problems_of(program, folder), folders))
    failed = 0
    for folder, (wrong, report) in zip(folders, results):
        failed += bool(wrong)
        print(f"{'FAIL' if wrong else 'ok':5} {folder.name}")
        for line in wrong:
            print(f"      {line}")
        if wrong or options.verbose:
            print("".join(f"      | {line}\n" for line in report.splitlines()), end="")
    print(f"mutants: {len(folders)} convicted as expected" if not failed else f"mutants: {failed} of {len(folders)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
