#!/usr/bin/env python3
"""Checks that code shown in the pages is the code that runs, and rewrites the pages with --fix.

A code block after `<!-- region: path#name -->` equals the lines between `// [name]` and `// [/name]` (or `# [name]`,
`! [name]`) of that file; without `#name` it equals the whole file. What stands between `<!-- printed by: kparity ... -->` and
`<!-- end of print -->` equals what the program prints, if `--program FILE` says where it is. Relative links lead to files
that exist.
"""
import argparse
import re
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path

MARKER = re.compile(r"^<!-- region: (?P<path>[^#\s]+)(#(?P<name>[\w.-]+))? -->$")
PRINTED = re.compile(r"^<!-- printed by: kparity (?P<arguments>.+) -->$")
END = "<!-- end of print -->"
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)]*)?\)")


def region(root, path, name):
    """The text of a region, common indentation removed. Raises ValueError if it is not there."""
    file = root / path
    if not file.is_file():
        raise ValueError(f"no file {path}")
    lines = file.read_text().splitlines()
    if name is None:
        return lines
    mark = re.compile(r"^\s*(//|#|!)\s*\[(/?)" + re.escape(name) + r"\]\s*$")
    ends = [(i, bool(m.group(2))) for i, line in enumerate(lines) if (m := mark.match(line))]
    if len(ends) != 2 or ends[0][1] or not ends[1][1]:
        raise ValueError(f"{path} has no region [{name}] ... [/{name}]")
    return textwrap.dedent("\n".join(lines[ends[0][0] + 1 : ends[1][0]])).splitlines()


def with_regions(root, page, lines):
    """The page's lines with every marked block replaced by its region, and the problems met."""
    result, problems, i = [], [], 0
    while i < len(lines):
        result.append(lines[i])
        match = MARKER.match(lines[i])
        i += 1
        if not match:
            continue
        if i >= len(lines) or not lines[i].startswith("```"):
            problems.append(f"{page}:{i}: a region marker without a code block below it")
            continue
        end = next((j for j in range(i + 1, len(lines)) if lines[j] == "```"), None)
        if end is None:
            problems.append(f"{page}:{i + 1}: a code block without an end")
            continue
        shown = lines[i + 1 : end]
        try:
            wanted = region(root, match["path"], match["name"])
        except ValueError as error:
            problems.append(f"{page}:{i}: {error}")
            wanted = shown
        if shown != wanted:
            problems.append(f"{page}:{i + 1}: differs from {match['path']}" + (f"#{match['name']}" if match["name"] else ""))
        result += [lines[i], *wanted, "```"]
        i = end + 1
    return result, problems


def with_prints(root, page, lines, program):
    """The page's lines with what the program prints between its marker and the end marker, and the problems met."""
    result, problems, i = [], [], 0
    while i < len(lines):
        result.append(lines[i])
        match = PRINTED.match(lines[i])
        i += 1
        if not match:
            continue
        start, command = i, f"`kparity {match['arguments']}`"
        if END not in lines[i:]:
            problems.append(f"{page}:{start}: no line {END} below it")
            continue
        end = lines.index(END, i)
        i = end
        shown = lines[start:end]
        if program:
            run = subprocess.run([program, *shlex.split(match["arguments"])], cwd=root, capture_output=True, text=True)
            wanted = ["", *run.stdout.strip("\n").splitlines(), ""]
            if run.returncode != 0:
                problems.append(f"{page}:{start}: {command} exits with {run.returncode}: {run.stderr.strip()}")
            elif shown != wanted:
                problems.append(f"{page}:{start}: differs from what {command} prints")
                shown = wanted
        result += shown
    return result, problems


def broken_links(root, page, lines):
    in_code = False
    for number, line in enumerate(lines, 1):
        in_code ^= line.startswith("```")
        for target, _ in [] if in_code else LINK.findall(line):
            if "://" not in target and not (root / page).parent.joinpath(target).exists():
                yield f"{page}:{number}: a link to {target}, which does not exist"


def check(root, program, fix):
    pages = sorted([*root.glob("*.md"), *root.glob("docs/**/*.md")])
    problems = []
    for file in pages:
        page = file.relative_to(root)
        before = file.read_text().splitlines()
        after, wrong = with_regions(root, page, before)
        after, differs = with_prints(root, page, after, program)
        wrong += differs
        wrong += broken_links(root, page, after)
        if fix and after != before:
            file.write_text("\n".join(after) + "\n")
            print(f"{page}: rewritten")
            wrong = [w for w in wrong if ": differs from " not in w]
        problems += wrong
    print("\n".join([*problems, f"check_docs: {len(pages)} pages, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", nargs="?", default=str(Path(__file__).parent.parent))
    parser.add_argument("--program", help="the kparity program, to compare the pages it prints")
    parser.add_argument("--fix", action="store_true", help="rewrite the pages")
    options = parser.parse_args()
    sys.exit(check(Path(options.root).resolve(), options.program, options.fix))
