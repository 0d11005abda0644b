#!/usr/bin/env python3
"""`kparity replay --debugger`: gdb stops in the thread that is to blame, and breakpoints at lines of a `.cu` work.

gdb reads what a person would type from its standard input. Without gdb everything but the last test is skipped, and so
is the whole (exit code 77).
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = ""
MUTANTS = Path(__file__).resolve().parent.parent / "mutants"
HAS_GDB = shutil.which("gdb") is not None

SPEC = """kernel: twice
summary: y = 2 * x
signature: void twice(int n, const double* x, double* y)
inputs:
  n: {generate: integer, min: 0, max: 500, role: size}
  x: {generate: uniform, shape: [n], min: 1, max: 2}
outputs:
  y: {shape: [n], tolerance: exact, reason: a doubling}
launch: {threads: n, block: 64}
"""
REFERENCE = """static void twice(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}
"""
# Wrong in thread 6 of block 1. A loop over one turn, so that a line behind the first one has a breakpoint of its own.
KERNEL = """__global__ void twice(int n, const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double value = 2 * x[i];
  printf("element %d\\n", i);
  y[i] = i == 70 ? 0.0 : value;
}
"""


def replay(token, folder, place, typed=(), options=(), environment=None):
    command = [PROGRAM, "replay", token, "--in", str(folder), "--implementation", "cuda", "--place", place, *options]
    done = subprocess.run(command, input="".join(line + "\n" for line in typed), text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, env=environment)
    return done.returncode, done.stdout


def debug(token, folder, place, typed=(), options=()):
    return replay(token, folder, place, typed, ("--debugger", *options))[1]


@unittest.skipUnless(HAS_GDB, "no gdb")
class Debugger(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = Path(self.scratch.name)
        self.write(KERNEL)

    def tearDown(self):
        self.scratch.cleanup()

    def write(self, kernel):
        (self.folder / "twice").mkdir(exist_ok=True)
        for name, text in (("twice.yaml", SPEC), ("twice_reference.cpp", REFERENCE), ("twice_cuda.cu", kernel)):
            (self.folder / "twice" / name).write_text(text)

    def assert_in_order(self, text, *parts):
        at = 0
        for part in parts:
            found = re.compile(part).search(text, at)
            self.assertTrue(found, f"no {part!r} behind character {at} of:\n{text}")
            at = found.end()

    def test_a_mismatch_stops_in_the_thread_that_makes_the_element_and_lines_have_breakpoints(self):
        for place in ("emulated", "checked"):
            with self.subTest(place=place):
                typed = ["break twice_cuda.cu:6", "continue", "print i", "print threadIdx.x", "print value == 2 * x[i]"]
                text = debug("twice:n=100,family=realistic,seed=1", self.folder, place, typed)
                self.assert_in_order(text, r"FAIL +twice\." + place, r"block \(1,0,0\) thread \(6,0,0\)",
                                     r"twice \(n=100, x=[^)]*\)\s+at \S*twice_cuda\.cu:2", r"Breakpoint \d+, twice",
                                     r"twice_cuda\.cu:6", r"= 70\b", r"= 6\b", r"= true")

    def test_what_threads_print_comes_in_their_order(self):
        text = debug("twice:n=71,family=realistic,seed=1", self.folder, "emulated", ["continue"])
        self.assertEqual([int(i) for i in re.findall(r"element (\d+)", text)], list(range(71)), text)
        text = debug("twice:n=71,family=realistic,seed=1", self.folder, "emulated", ["continue"],
                     ("--order", "descending"))
        printed = [int(i) for i in re.findall(r"element (\d+)", text)]
        self.assertEqual(printed, [*range(63, -1, -1), *range(70, 63, -1)], text)

    def test_a_thread_and_an_order_can_be_asked_for(self):
        text = debug("twice:n=100,family=realistic,seed=1", self.folder, "emulated", ["print blockDim.x"],
                     ("--stop-at", "1,0,0,3,0,0", "--order", "descending"))
        self.assert_in_order(text, r"block \(1,0,0\) thread \(3,0,0\)", r"= 64\b")

    def test_a_case_that_passes_stops_in_its_first_thread(self):
        text = debug("twice:n=50,family=realistic,seed=1", self.folder, "checked", ["next"])
        self.assert_in_order(text, r"PASS", r"block \(0,0,0\) thread \(0,0,0\)", r"twice_cuda\.cu:2",
                             r"\b3\s+if \(i >= n\)")

    def test_a_segmentation_fault_stops_where_it_happens(self):
        self.write(KERNEL.replace("0.0 :", "*(double*)8 :"))
        text = debug("twice:n=100,family=realistic,seed=1", self.folder, "emulated", ["print threadIdx.x"])
        self.assert_in_order(text, r"received signal SIGSEGV", r"twice_cuda\.cu:6", r"= 6\b")

    def test_an_access_outside_an_array_stops_before_it_happens(self):
        text = debug("checked_reads_past_end:n=130,family=realistic,seed=1", MUTANTS / "checked_reads_past_end",
                     "checked", ["print i", "print threadIdx.x"])
        self.assert_in_order(text, r"kparity: bounds: .*`x`\[130\]", r"block \(2,0,0\) thread \(1,0,0\)",
                             r"checked_reads_past_end_cuda\.cu:3", r"= 129\b", r"= 1\b")

    def test_a_race_stops_at_the_later_access(self):
        text = debug("checked_missing_barrier:n=1,family=realistic,seed=1", MUTANTS / "checked_missing_barrier",
                     "checked", ["print threadIdx.x"])
        self.assert_in_order(text, r"kparity: race: ", r"block \(0,0,0\) thread \(1,0,0\)",
                             r"checked_missing_barrier_cuda\.cu:7", r"= 1\b")

    def test_a_thread_that_left_before_a_barrier_stops_at_its_beginning(self):
        text = debug("emulated_early_return:n=1,family=realistic,seed=1", MUTANTS / "emulated_early_return", "emulated",
                     ["next"])
        self.assert_in_order(text, r"BARRIER", r"block \(0,0,0\) thread \(1,0,0\)",
                             r"emulated_early_return_cuda\.cu:\d")

    def test_what_never_runs_starts_no_gdb(self):
        self.write(KERNEL.replace("0.0 :", "missing() :"))
        code, text = replay("twice:n=100,family=realistic,seed=1", self.folder, "emulated", options=["--debugger"])
        self.assertEqual(code, 1, text)
        self.assertIn("nothing for a debugger to see", text)
        self.assertNotIn("Reading symbols", text)


class NoDebugger(unittest.TestCase):
    def test_without_gdb_the_package_is_named_before_anything_runs(self):
        code, text = replay("checked_reads_past_end:n=130,family=realistic,seed=1", MUTANTS / "checked_reads_past_end",
                            "checked", options=["--debugger"], environment={**os.environ, "PATH": "/nowhere"})
        self.assertEqual(code, 2, text)
        self.assertIn("apt-get install --no-install-recommends gdb", text)
        self.assertNotIn("BOUNDS", text)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    result = unittest.main(exit=False, verbosity=2).result
    if not HAS_GDB and result.wasSuccessful():
        print("no gdb: ci/setup nightly installs it")
        sys.exit(77)
    sys.exit(0 if result.wasSuccessful() else 1)
