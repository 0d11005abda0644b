#!/usr/bin/env python3
"""Runs `kparity check` on a kernel folder that is wrong on purpose and holds the result against its file `expected`.

Lines of `expected`:
  <verdict> <outcome id>   every outcome that is not `pass`, and its verdict; alternatives as fail|nondeterministic
  exit <n>                 the exit code
  says <text>              a text that the report contains
  options <options>        further options of `kparity check`
  needs <program>          skipped where that program is not installed
A line after `device` counts only where there is a CUDA device, one after `no-device` only where there is none. A mutant of
which nothing shows without a device is skipped there: exit code 77, with the reason.
"""
import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
SKIPPED = 77
NO_DEVICE = "no CUDA device"


def read_expected(folder, has_device):
    """What the lines of `expected` ask for on a machine with or without a device."""
    expected = {"outcomes": {}, "exit": None, "says": [], "options": [], "needs": []}
    for line in (folder / "expected").read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word in ("device", "no-device"):
            if (word == "device") != has_device:
                continue
            line = rest
            word, _, rest = line.partition(" ")
        if word == "exit":
            expected["exit"] = int(rest)
        elif word in ("says", "needs"):
            expected[word].append(rest)
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
    """The outcomes of a JSON report, or None if it is none."""
    try:
        return json.loads(text)["outcomes"]
    except ValueError:
        return None


def why_no_device(outcomes):
    """The reason for which a check on the device was skipped; empty if none was."""
    for outcome in outcomes or []:
        if outcome["verdict"] == "skipped" and NO_DEVICE in (outcome.get("reason") or ""):
            return outcome["reason"]
    return ""


def problems_of(program, folder):
    """What differs from `expected`, the report, and why nothing could be shown (empty if something was)."""
    expected = read_expected(folder, True)
    for needed in expected["needs"]:
        if shutil.which(needed) is None:
            return [], "", f"{needed} is not installed"
    options = expected["options"]
    json_code, text, _ = check(program, folder, options, "json")
    outcomes = outcomes_of(text)
    no_device = why_no_device(outcomes)
    expected = read_expected(folder, not no_device)
    wrong = []
    code, text, errors = check(program, folder, expected["options"], "text")
    report = text + errors
    words_of_report = " ".join(report.split())  # the report wraps long lines
    if code != expected["exit"]:
        wrong.append(f"exits with {code}, expected {expected['exit']}")
    wrong += [f"the report does not say '{words}'" for words in expected["says"]
              if " ".join(words.split()) not in words_of_report]
    if expected["outcomes"]:
        if json_code != code:
            wrong.append(f"exits with {json_code} with --format json, with {code} otherwise")
        if outcomes is None:
            return wrong + ["--format json printed no JSON"], report, ""
        found = {o["id"]: o["verdict"] for o in outcomes if o["verdict"] != "pass"}
        for outcome in sorted(found.keys() | expected["outcomes"].keys()):
            allowed = expected["outcomes"].get(outcome, ["pass"])
            verdict = found.get(outcome, "pass")
            if verdict not in allowed:
                wrong.append(f"{outcome} is '{verdict}', expected '{' or '.join(allowed)}'")
    shows_nothing = no_device and expected["exit"] == 0
    return wrong, report, no_device if shows_nothing else ""


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
    failed = skipped = 0
    for folder, (wrong, report, nothing) in zip(folders, results):
        failed += bool(wrong)
        skipped += bool(nothing and not wrong)
        print(f"{'FAIL' if wrong else 'skip' if nothing else 'ok':5} {folder.name}" + (f": {nothing}" if nothing else ""))
        for line in wrong:
            print(f"      {line}")
        if wrong or options.verbose:
            print("".join(f"      | {line}\n" for line in report.splitlines()), end="")
    convicted = f"mutants: {len(folders) - skipped} convicted as expected" + (f", {skipped} skipped" if skipped else "")
    print(convicted if not failed else f"mutants: {failed} of {len(folders)} failed")
    if failed:
        return 1
    return SKIPPED if skipped == len(folders) else 0


if __name__ == "__main__":
    sys.exit(main())
