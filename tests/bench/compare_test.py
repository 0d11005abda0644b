#!/usr/bin/env python3
"""Google Benchmark's compare.py takes bench.json in both of its modes. It comes with Debian's libbenchmark-tools and needs scipy;
GOOGLE_BENCHMARK_COMPARE names another one, and skips without them.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

COMPARE = Path(os.environ.get("GOOGLE_BENCHMARK_COMPARE", "/usr/share/benchmark/compare.py"))


def compare(*words):
    ran = subprocess.run([sys.executable, str(COMPARE), "--no-color", *words], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def main():
    kparity, specs = sys.argv[1:3]
    if not COMPARE.exists():
        print(f"there is no {COMPARE} (package libbenchmark-tools)")
        return 77
    try:
        import scipy  # noqa: F401
    except ImportError:
        print("compare.py needs scipy (package python3-scipy)")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([kparity, "bench", specs, "axpy", "--profile", "ci", "--budget", "0.05", "--no-roof", "--place", "host",
                        "--files", folder], check=True, stdout=subprocess.DEVNULL)
        file = str(Path(folder) / "bench.json")
        same = compare("benchmarks", file, file)
        sides = compare("filters", file, "impl:openmp", "impl:reference")
    row = "axpy/impl:openmp/cache:"
    assert any(line.startswith(row) and "+0.0000" in line for line in same.splitlines()), same
    assert "axpy/[impl:openmp vs. impl:reference]/cache:" in sides, sides
    print("both modes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
