#!/usr/bin/env python3
"""Holds the medians of `kparity bench` against the durations that Nsight Compute reports for the same kernels.

Usage: ci/compare_ncu.py KPARITY FOLDER BENCH_JSON. Takes up to five kernels of at least 200 us from the JSON of a run on this
machine, profiles each once more, prints a table, and ends with 1 if one differs by more than 3 % and 2 us; 77 without ncu.
"""
import csv
import json
import os
import re
import shutil
import statistics
import subprocess
import sys

SHORTEST_US, MOST_KERNELS, LAUNCHES = 200.0, 5, 20
ALLOWED_SHARE, ALLOWED_US = 0.03, 2.0
CANNOT_PROFILE = ("Failed to initialize the profiler", "ERR_NVGPUCTRPERM", "No CUDA application", "Device not supported")


def chosen(benchmarks):
    """The longest row of each kernel on the device, as (kernel, sizes, types, median in us)."""
    best = {}
    for row in benchmarks:
        parts = row["name"].split("/")
        fields = dict(part.split(":", 1) for part in parts[1:])
        if fields.get("impl") != "cuda" or fields.get("what") != "kernel":
            continue
        median = row["kparity"]["median"]
        if median >= SHORTEST_US and median > best.get(parts[0], (0, 0, 0, 0))[3]:
            sizes = {k: v for k, v in fields.items() if k not in ("impl", "what", "cache") and not k[0].isupper()}
            types = {k: v for k, v in fields.items() if k[0].isupper()}
            best[parts[0]] = (parts[0], sizes, types, median)
    return sorted(best.values(), key=lambda row: -row[3])[:MOST_KERNELS]


def named(kernel, types):
    """The instantiation alone, whose name ncu writes as "void push<double>(...)" or "axpy(...)"."""
    arguments = "".join(f".*{value}" for value in types.values())
    return f"regex:^(void )?{kernel}<{arguments}.*>" if types else f"regex:^(void )?{kernel}[(<]"


def profiled(ncu, kparity, folder, kernel, sizes, types):
    """Durations in us of the launches that ncu saw; an error text in place of them if there are none."""
    command = [ncu, "--clock-control", "none", "--cache-control", "none", "--metrics", "gpu__time_duration.sum",
               "--csv", "--target-processes", "all", "--kernel-name-base", "demangled", "--kernel-name", named(kernel, types),
               "--launch-count", str(LAUNCHES),
               kparity, "bench", folder, kernel, "--place", "device", "--in-process", "--no-roof", "--budget", "0.05", "--profile", "ci"]
    for name, value in sizes.items():
        command += ["--size", f"{name}={value}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    except subprocess.TimeoutExpired:
        return [], "it did not end within 240 s"
    lines = done.stdout.splitlines()
    head = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if head is None:
        return [], (done.stdout + done.stderr).strip()[-400:]
    launches = []
    for row in csv.DictReader(lines[head:]):
        if row.get("Metric Name") != "gpu__time_duration.sum":
            continue
        if types and not all(re.search(rf"\b{re.escape(v)}\b", row["Kernel Name"].split("(")[0]) for v in types.values()):
            continue
        value = float(row["Metric Value"].replace(",", ""))
        unit = row["Metric Unit"]
        launches.append((row.get("Grid Size"), value * {"ns": 1e-3, "nsecond": 1e-3, "us": 1, "usecond": 1, "ms": 1e3, "msecond": 1e3}[unit]))
    durations = [time for grid, time in launches if grid == launches[-1][0]]  # the first are those of a small case
    return durations, "" if durations else "no launch of the kernel with these types"


def main():
    kparity, folder, file = sys.argv[1:]
    ncu = shutil.which("ncu")
    if ncu is None:
        print("skipped: ncu is not there")
        return 77
    if not os.path.exists(file):
        print(f"there is no {file}, so there is nothing to compare with")
        return 1
    with open(file, encoding="utf-8") as text:
        rows = chosen(json.load(text)["benchmarks"])
    if not rows:
        print(f"no kernel of {SHORTEST_US:g} us or more in {file}")
        return 1
    print(f"{'kernel':<44} {'kparity':>10} {'ncu':>10} {'launches':>8} {'difference':>18}")
    wrong = 0
    for kernel, sizes, types, median in rows:
        durations, fault = profiled(ncu, kparity, folder, kernel, sizes, types)
        name = " ".join([kernel] + [f"{k}={v}" for k, v in {**sizes, **types}.items()])
        if any(word in fault for word in CANNOT_PROFILE):
            print(f"skipped: ncu cannot profile here: {fault}")
            return 77
        if not durations:
            print(f"{name:<44} {median:8.2f}us   not profiled: {fault}")
            wrong += 1
            continue
        other = statistics.median(durations)
        difference = median - other
        is_wrong = abs(difference) > max(ALLOWED_SHARE * other, ALLOWED_US)
        wrong += is_wrong
        print(f"{name:<44} {median:8.2f}us {other:8.2f}us {len(durations):>8} {difference:+8.2f}us {100 * difference / other:+6.2f} %"
              f"{'  too far' if is_wrong else ''}")
    print(f"{len(rows)} kernels, {wrong} beyond {100 * ALLOWED_SHARE:g} % and {ALLOWED_US:g} us of Nsight Compute or not profiled")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
