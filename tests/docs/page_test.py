#!/usr/bin/env python3
"""Executes a page as written, docs/tour.md by default: every `sh` block runs in a fresh copy of the repository, in order, and
prints what the `text` block below it shows. `<!-- run: COMMAND -->` stands for a command that the page does not show.

Blocks after `<!-- tour: build -->` are run only with --build; otherwise the program under test stands where they would have
put it. In a `text` block a line `...` stands for any lines, runs of blanks count as one, and times may differ. `--fix` writes
what was printed into blocks without a `...`.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = "<!-- tour: build -->"
RUN = re.compile(r"^<!-- run: (.+) -->$")
SLOWEST = re.compile(r"^  slowest ")  # printed only where something took long
PROGRAM = "build/release/kparity"


class Block:
    """A command block, the lines it is expected to print (None: anything), and where they stand in the page."""

    def __init__(self, line, commands, is_build):
        self.line, self.commands, self.is_build = line, commands, is_build
        self.expected, self.span = None, None


def blocks_of(lines):
    blocks, i = [], 0
    while i < len(lines):
        if hidden := RUN.match(lines[i]):
            blocks.append(Block(i + 1, hidden[1], False))
        if not lines[i].startswith("```"):
            i += 1
            continue
        end = next(j for j in range(i + 1, len(lines)) if lines[j] == "```")
        inside = lines[i + 1 : end]
        if lines[i] == "```sh":
            blocks.append(Block(i + 1, "\n".join(inside), lines[i - 1] == BUILD))
        elif lines[i] == "```text" and blocks and blocks[-1].expected is None:
            blocks[-1].expected, blocks[-1].span = inside, (i + 1, end)
        i = end + 1
    return blocks


def normal(line):
    line = re.sub(r"\b\d+(\.\d+)? ?(min|ms|s)( \d+ s)?(?!\w)", "TIME", line)
    return " ".join(line.split())


def matches(expected, printed):
    """Whether `printed` is `expected`, where `...` stands for any lines. Returns the line that is missing, or None."""
    position, anywhere = 0, False
    for line in expected:
        if line.strip() == "...":
            anywhere = True
            continue
        while position < len(printed) and anywhere and normal(printed[position]) != normal(line):
            position += 1
        if position >= len(printed) or normal(printed[position]) != normal(line):
            return line
        position, anywhere = position + 1, False
    return None if anywhere or position == len(printed) else f"(end of output, but printed: {printed[position]})"


def copy_of_repository(target):
    """Copies the files that a clone would have, as they are now."""
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                           capture_output=True).stdout
    files = [name for name in names.split(b"\0") if name and (ROOT / name.decode()).is_file()]
    pack = subprocess.Popen(["tar", "-cf", "-", "--null", "-T", "-"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    unpack = subprocess.Popen(["tar", "-xf", "-", "-C", str(target)], stdin=pack.stdout)
    pack.stdin.write(b"\0".join(files))
    pack.stdin.close()
    if pack.wait() or unpack.wait():
        raise SystemExit("page_test: cannot copy the repository")


def run(page, program, build, fix):
    lines = page.read_text().splitlines()
    blocks = blocks_of(lines)
    failures, fixes = 0, []
    with tempfile.TemporaryDirectory() as folder:
        copy_of_repository(Path(folder))
        if not build:
            place = Path(folder, PROGRAM)
            place.parent.mkdir(parents=True)
            place.symlink_to(Path(program).resolve())
        for block in blocks:
            if block.is_build and not build:
                continue
            done = subprocess.run(["bash", "-euo", "pipefail", "-c", block.commands], cwd=folder, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "NO_COLOR": "1"})
            printed = [line for line in done.stdout.rstrip("\n").splitlines() if not SLOWEST.match(line)]
            missing = matches(block.expected, printed) if block.expected is not None and not block.is_build else None
            if fix and missing is not None and "..." not in block.expected and done.returncode == 0:
                fixes.append((block.span, printed))
                missing = None
            if done.returncode or missing is not None:
                failures += 1
                why = f"exits with {done.returncode}" if done.returncode else f"does not print: {missing}"
                print(f"{page.relative_to(ROOT)}:{block.line}: {why}")
                print("".join(f"    $ {line}\n" for line in block.commands.splitlines()), end="")
                print("".join(f"    | {line}\n" for line in printed), end="")
    for (begin, end), printed in reversed(fixes):
        lines[begin:end] = printed
    if fixes:
        page.write_text("\n".join(lines) + "\n")
    print(f"{page.name}: {len(blocks)} blocks, {failures} failed, {len(fixes)} rewritten")
    return 1 if failures else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", help="the kparity program; not needed with --build")
    parser.add_argument("--page", default=str(ROOT / "docs/tour.md"))
    parser.add_argument("--build", action="store_true", help="run the build blocks, too")
    parser.add_argument("--fix", action="store_true", help="write what was printed into the page")
    options = parser.parse_args()
    if not options.build and not options.program:
        parser.error("give the program, or --build")
    sys.exit(run(Path(options.page).resolve(), options.program, options.build, options.fix))
