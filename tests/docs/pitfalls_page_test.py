#!/usr/bin/env python3
"""Holds docs/pitfalls.md and the last table of docs/benchmarks.md against the list of tests: every test that they name exists,
every row names one or begins with "none: " and says why, and the pitfalls are numbered without gaps. A name without its
parameters stands for all tests of that name.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "pitfalls.md"


def rows_of(text):
    """The cells of each row below a header whose last column is `tests`."""
    rows, inside = [], False
    for line in text.splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if not cells:
            inside = False
        elif cells[-1] == "tests":
            inside = True
        elif inside and not set("".join(cells)) <= set("- "):
            rows.append(cells)
    return rows


def problems_of(text, tests, count, needs_tests):
    known = set(tests) | {re.split(r"/[^/]*$", name)[0] for name in tests}
    rows, problems = rows_of(text), []
    for cells in rows:
        names = re.findall(r"`([^`]+)`", cells[-1])
        if not names and (needs_tests or not cells[-1].startswith("none: ")):
            problems.append(f"no test in the row '{cells[0]} {cells[1]}'")
        problems += [f"no test '{name}' in the row '{cells[0]}'" for name in names if name not in known]
    numbers = sorted(int(cells[0]) for cells in rows if cells[0].isdigit())
    if numbers != list(range(1, count + 1)):
        problems.append(f"the pitfalls are numbered {numbers}")
    return problems


def main():
    ctest, build = sys.argv[1:3]
    listing = subprocess.run([ctest, "--test-dir", build, "--show-only=json-v1"], check=True, capture_output=True, text=True).stdout
    tests = [re.sub(r"\s+# GetParam\(\).*", "", each["name"]) for each in json.loads(listing)["tests"]]
    text = PAGE.read_text()
    timing = (DOCS / "benchmarks.md").read_text()
    problems = problems_of(text, tests, 50, True) + problems_of(timing, tests, 44, False)
    print("\n".join(problems) or f"{len(rows_of(text))} rows, all of whose tests are among {len(tests)}")
    if len(problems_of(text.replace("`mutants.no_op`", "`mutants.none`"), tests, 50, True)) <= len(problems_of(text, tests, 50, True)):
        problems.append("")
        print("a name that does not exist was not found")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
