#!/usr/bin/env python3
"""Device tests through CTest's resource file on a machine with several GPUs: all are used, each test by itself on one; and
without a file no two tests are on one device at a time. Skipped with fewer than two.

Usage: two_devices_test.py PROGRAM BUILD_FOLDER
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
program, build = sys.argv[1:3]
devices = json.loads(subprocess.run([program, "devices", "--format", "json"], capture_output=True, text=True, check=True).stdout)["devices"]
if len(devices) < 2:
    print(f"skipped: {len(devices)} devices")
    sys.exit(SKIPPED)


def run(*words):
    done = subprocess.run(["ctest", "--test-dir", build, "-R", r"^[a-z0-9_]+\.parity\.cuda$", "-j8", "-V", *words],
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)
    return re.findall(r"visible devices: (\S+)", done.stdout)


with tempfile.TemporaryDirectory() as folder:
    spec = str(Path(folder) / "resources.json")
    subprocess.run([program, "devices", "--ctest-spec", spec], check=True, capture_output=True)
    used = run("--resource-spec-file", spec)
print("with a resource file:", used)
assert all("," not in each for each in used), "a test saw more than one device"
assert len(set(used)) >= 2, "only one device was used"
used = run()
print("with locks:", used)
assert all(re.fullmatch(r"\d+", each) for each in used), "a test was not held to one device"
