#!/usr/bin/env python3
"""Speed of the gate on a made-up repository: time and memory with nothing read before, with nothing changed, and with one
kernel changed. Usage: bench/gate.py PROGRAM [--kernels 2000] [--headers]; --headers has the host files include <cmath>,
<vector> and <algorithm>, as real ones do.
"""
import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests/gate"))
from project import Project  # noqa: E402

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("program")
parser.add_argument("--kernels", type=int, default=2000)
parser.add_argument("--headers", action="store_true")
options = parser.parse_args()

project = Project(options.program)
try:
    for i in range(options.kernels):
        name = f"kernel_{i:04d}"
        project.add_kernel(name)
        if options.headers:
            file = f"specs/{name}/{name}_reference.cpp"
            project.write(file, "#include <algorithm>\n#include <cmath>\n#include <vector>\n" + project.read(file))
    project.commit()
    project.publish()

    def measure(what, *words):
        start = time.monotonic()
        child = subprocess.Popen([project.program, "gate", "specs", "--output", os.devnull, *words], cwd=project.top, env=project.environment)
        _, _, usage = os.wait4(child.pid, 0)
        print(f"{what:<40} {time.monotonic() - start:6.2f} s  {usage.ru_utime + usage.ru_stime:6.2f} s of processor  {usage.ru_maxrss / 1024:5.0f} MB",
              flush=True)

    measure("ratchet, nothing in the cache", "--base", "main")
    measure("absolute, nothing in the cache", "--mode", "absolute")
    measure("absolute again", "--mode", "absolute")
    measure("ratchet, nothing changed", "--base", "main")
    project.replace(project.cuda("kernel_0000"), "a * x[i]", "x[i] * a")
    measure("ratchet, one kernel changed", "--base", "main")
finally:
    project.remove()
