#!/usr/bin/env python3
"""Checks that every source file starts with a comment that says what it is for."""
import sys
from pathlib import Path

FOLDERS = ["runtime", "framework", "specs", "tests", "bench", "ci"]
# Ending -> how a first line may begin. Files that stand for a user's own or for broken input are left out below.
BEGINNINGS = {
    ".hpp": ("//", "/*"), ".cpp": ("//", "/*"), ".cu": ("//", "/*"), ".cuh": ("//", "/*"),
    ".f90": ("!",), ".py": ("#", '"""'), ".cmake": ("#",), ".yaml": ("#", "kernel:"), "": ("#!", "#"),
}
EXEMPT = {("tests", "mutants"), ("tests", "data"), ("tests", "install"), ("tests", "controls")}


def check(root):
    wrong, count = [], 0
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            path = file.relative_to(root)
            beginnings = BEGINNINGS.get(file.suffix)
            if not file.is_file() or beginnings is None or path.parts[:2] in EXEMPT or "__pycache__" in path.parts:
                continue
            if file.suffix == "" and path.parts[0] != "ci":
                continue
            count += 1
            if not file.read_text(errors="replace").startswith(beginnings):
                wrong.append(path)
    for path in wrong:
        print(f"{path}:1: starts without a comment that says what the file is for")
    print(f"check_headers: {count} files, {len(wrong)} without a comment at the top")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(check(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()))
