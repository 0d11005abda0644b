#!/usr/bin/env python3
"""Checks who includes whom, from one table. An include that points against the arrows is printed with its line.

The table is the one of docs/design.md: a stage may include itself and the stages listed for it, and a third-party
library may be included only in the places named for it.
"""
import re
import sys
from pathlib import Path

# Stage -> the stages whose headers it may include, itself always included.
STAGES = {
    "runtime": [],
    "result": [],
    "spec": ["runtime"],
    "generate": ["spec", "runtime"],
    "compare": ["spec", "runtime", "result"],
    "compile": ["spec", "runtime"],
    "checker": ["compile", "runtime"],
    "emulate": ["compile", "spec", "runtime"],
    "parity": ["emulate", "checker", "compile", "generate", "compare", "spec", "runtime", "result"],
    "mutate": ["parity", "emulate", "compile", "generate", "spec", "runtime", "result"],
    "bench": ["parity", "generate", "compare", "spec", "runtime", "result"],
    "gate": ["parity", "compile", "spec", "runtime", "result"],
    "report": ["result"],
    "catalog_writer": ["compile", "compare", "generate", "spec", "runtime"],
    "tool": ["gate", "mutate", "bench", "parity", "report", "emulate", "compile", "compare", "generate", "spec", "runtime", "result"],
}

# First part of a third-party include -> the paths (prefixes) that may contain it.
THIRD_PARTY = {
    "yaml-cpp": ["framework/src/spec/yaml_reader.cpp"],
    "rapidcheck": ["framework/src/parity/property.cpp"],
    "rapidcheck.h": ["framework/src/parity/property.cpp"],
    "gtest": ["framework/src/tool/", "tests/"],
    "gmock": ["framework/src/tool/", "tests/"],
    "CLI": ["framework/src/tool/"],
    "benchmark": ["bench/"],
    "clang-c": ["framework/src/parity/"],
    "fmt": ["framework/src/", "tests/", "bench/"],
    "nlohmann": ["framework/src/", "tests/", "bench/"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
ENDINGS = {".hpp", ".cpp", ".h", ".cu", ".cuh"}


def stage_of_file(path):
    """The stage that a source file (relative to the root) belongs to, or None for tests, specs and the like."""
    parts = path.parts
    if parts[0] == "runtime":
        return "runtime"
    if parts[:2] == ("framework", "program"):
        return "tool"
    if parts[0] != "framework" or len(parts) < 4 or parts[1] == "emulation":
        return None  # framework/emulation is compiled with kernels, not with kparity
    return parts[3] if parts[1] == "include" else parts[2]


def stage_of_header(name):
    """The stage of a header of ours as it is included: kparity/<stage>/x.hpp, or kparity/x.hpp for the runtime."""
    parts = name.split("/")
    if parts[0] != "kparity":
        return None
    return parts[1] if len(parts) > 2 and parts[1] in STAGES else "runtime"


def problems_of(path, text):
    """What is wrong with the includes of one file, as (line number, message)."""
    stage = stage_of_file(path)
    is_runtime_header = stage == "runtime" and path.parts[1] == "include"
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        name = match.group(2)
        target = stage_of_header(name)
        if stage and stage not in STAGES:
            yield number, f"stage '{stage}' is not in the table of {Path(__file__).name}"
            return
        if stage and target and target != stage and target not in STAGES[stage]:
            allowed = ", ".join([stage] + STAGES[stage])
            yield number, f"{stage} must not include {name} of {target} (allowed: {allowed})"
        places = THIRD_PARTY.get(name.split("/")[0])
        if places is not None and not any(str(path).startswith(place) for place in places):
            yield number, f"{name} may be included only in {', '.join(places)}"
        if is_runtime_header and match.group(1) == "<" and ("/" in name or name.endswith((".h", ".hpp"))):
            yield number, f"a public header of the runtime includes only the standard library and kparity, not <{name}>"
        if path.parts[0] == "framework" and path.parts[1] == "include" and places is not None:
            yield number, f"a public header shows no third-party type: {name}"


def check(root):
    folders = ["runtime", "framework", "tests", "bench"]
    files = sorted(f for d in folders for f in (root / d).rglob("*") if f.suffix in ENDINGS)
    wrong = 0
    for file in files:
        path = file.relative_to(root)
        if path.parts[:2] in {("tests", "lint"), ("tests", "mutants"), ("tests", "data")}:
            continue
        for number, message in problems_of(path, file.read_text(errors="replace")):
            print(f"{path}:{number}: {message}")
            wrong += 1
    print(f"check_includes: {len(files)} files, {wrong} wrong includes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(check(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()))
