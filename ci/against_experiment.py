#!/usr/bin/env python3
"""Tries `kparity bench --against` on this machine: the same code against itself, and slow-downs that are put in.

Makes a repository with one kernel in a temporary folder, whose loop can be made longer by a share, and prints a line per
comparison and a summary. Ends with 1 if a run of the same code is red or green, a slow-down of 25 % is not found, or one of 10 %
is called the same. Every comparison has two cores of its own; on a machine with many, --pairs makes several at once, each with a
/tmp of its own, where benchmarks keep the lock by which they wait for each other; that takes root.
"""
import argparse
import concurrent.futures
import json
import os
import queue
import subprocess
import sys
import tempfile
import time

SPEC = """kernel: work
summary: a polynomial per element
signature: void work(int n, const double* x, double* y)
inputs:
  n: {generate: integer, min: 0, max: 1000, role: size}
  x: {generate: uniform, shape: [n], min: -1, max: 1}
outputs:
  y: {shape: [n], tolerance: {ulp: 4}, reason: the same operations in the same order}
bench:
  sizes: {n: [20_000, 200_000]}
"""

KERNEL = """static double polynomial(double x) {
  double sum = 1;
  for (int k = 0; k < 96; ++k) sum = sum * x + 0.5;
  return sum;
}
static void work(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = polynomial(x[i]);
  for (int i = 0; i < n / 100 * SHARE; ++i) y[i] = polynomial(x[i]);
}
"""


def write(folder, share):
    os.makedirs(f"{folder}/kernels/work", exist_ok=True)
    files = {"work.yaml": SPEC, "work_reference.cpp": KERNEL.replace("SHARE", "0"), "work_simd.cpp": KERNEL.replace("SHARE", str(share))}
    for name, text in files.items():
        with open(f"{folder}/kernels/work/{name}", "w", encoding="utf-8") as file:
            file.write(text)


OWN_TMP = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs tmpfs /tmp && exec "$@"', "sh"]


def compare(kparity, folder, seed, cores, alone):
    """The verdicts of one comparison on two cores, after printing them."""
    start = time.monotonic()
    done = subprocess.run(([] if alone else OWN_TMP) + [kparity, "bench", f"{folder}/kernels", "--against", "HEAD", "--implementation", "simd", "--seed", str(seed),
                           "--format", "json"], capture_output=True, text=True, check=False,
                          preexec_fn=lambda: os.sched_setaffinity(0, cores))
    if done.returncode not in (0, 1, 3):
        raise RuntimeError(f"the comparison failed with {done.returncode}: {done.stdout}{done.stderr}")
    verdict = json.loads(done.stdout)
    if verdict["no_verdict"]:
        words = ["no verdict"] * len(verdict["rows"]) or ["no verdict"]
    else:
        words = [row["verdict"] for row in verdict["rows"]]
    changes = ", ".join(f"{100 * row['change']:+.1f} % (visible {100 * row['visible']:.0f} %)" for row in verdict["rows"])
    print(f"  seed {seed}: {', '.join(words)}   {changes}   {verdict['repeated_rounds']} rounds repeated, {time.monotonic() - start:.0f} s",
          flush=True)
    return words


def repository(folder, share):
    """Its HEAD is the kernel as it is, its files the kernel with the slow-down."""
    write(folder, 0)
    git = ["git", "-C", folder, "-c", "user.name=kparity", "-c", "user.email=kparity@localhost"]
    subprocess.run(git + ["init", "-q"], check=True)
    subprocess.run(git + ["add", "."], check=True)
    subprocess.run(git + ["commit", "-qm", "base"], check=True)
    write(folder, share)


def counted(kparity, folder, runs, pairs):
    """How often each verdict came in `runs` comparisons; `pairs` holds the cores that are free."""
    counts, alone = {}, pairs.qsize() == 1

    def one(seed):
        cores = pairs.get()
        try:
            return compare(kparity, folder, seed, cores, alone)
        finally:
            pairs.put(cores)

    with concurrent.futures.ThreadPoolExecutor(pairs.qsize()) as pool:
        for words in pool.map(one, range(1, runs + 1)):
            for word in words:
                counts[word] = counts.get(word, 0) + 1
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kparity")
    parser.add_argument("--same", type=int, default=20, help="comparisons of the same code (20)")
    parser.add_argument("--slow", type=int, default=10, help="comparisons for each slow-down (10)")
    parser.add_argument("--pairs", type=int, default=1, help="comparisons at a time, each on two cores of its own (1)")
    options = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2 * options.pairs:
        parser.error(f"--pairs {options.pairs} needs {2 * options.pairs} cores, and there are {len(cores)}")
    pairs = queue.Queue()
    for i in range(options.pairs):
        pairs.put(set(cores[2 * i:2 * i + 2]))
    wrong = []
    for share, runs in ((0, options.same), (25, options.slow), (10, options.slow)):
        with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
            repository(folder, share)
            print(f"slow-down of {share} %:", flush=True)
            counts = counted(os.path.abspath(options.kparity), folder, runs, pairs)
            print("  in all: " + ", ".join(f"{count} {word}" for word, count in sorted(counts.items())), flush=True)
            bad = {0: ["slower", "faster"], 25: ["same", "faster", "unresolved", "no verdict"], 10: ["same", "faster"]}[share]
            wrong += [f"{counts[word]} {word} at {share} %" for word in bad if word in counts]
    print("as promised" if not wrong else "not as promised: " + "; ".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
