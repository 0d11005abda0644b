#!/usr/bin/env python3
"""Checks the bundled kernels and a wrong one at the place `device` where no device is to be seen: no check of that place may be
green, and none may have compared anything.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FOLDERS = [HERE.parents[1] / "specs", HERE / "cuda_tail_left_out"]


def outcomes_of(program, folder):
    command = [program, "check", str(folder), "--place", "device", "--format", "json"]
    hidden = {**os.environ, "CUDA_VISIBLE_DEVICES": "-1", "KPARITY_REQUIRE_CUDA": "0"}
    done = subprocess.run(command, env=hidden, capture_output=True, text=True, timeout=280)
    found = json.loads(done.stdout)["outcomes"]
    return done.returncode, [each for each in found if each["place"] == "device"]


def main():
    program, problems, seen = sys.argv[1], [], 0
    for folder in FOLDERS:
        code, outcomes = outcomes_of(program, folder)
        seen += len(outcomes)
        if code == 0:
            problems.append(f"{folder.name}: exits with 0")
        problems += [f"{each['id']} is '{each['verdict']}' after {each['cases']} cases" for each in outcomes
                     if each["verdict"] in ("pass", "expected failure") or each["cases"]]
    if seen < 8:
        problems.append(f"only {seen} checks at the device were asked for")
    print("\n".join(problems) or f"{seen} checks at the device, none green")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
