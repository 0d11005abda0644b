#!/usr/bin/env python3
"""docs/specs.md names every key that the reader knows, and no other: compares its tables with `kparity describe schema`."""
import json
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs/specs.md"
# Keys of `inputs`, `types` and the like are names that a user chooses; the schema gives those no `properties`.
ROW = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \|")


def keys_of_schema(node):
    if isinstance(node, dict):
        for name, value in node.get("properties", {}).items():
            yield name
            yield from keys_of_schema(value)
        for name, value in node.items():
            if name != "properties":
                yield from keys_of_schema(value)
    elif isinstance(node, list):
        for value in node:
            yield from keys_of_schema(value)


def words_of_schema(node):
    """Names of generators, tolerances and other fixed words."""
    if isinstance(node, dict):
        yield from (word for word in [*node.get("enum", []), node.get("const")] if isinstance(word, str))
        node = list(node.values())
    for value in node if isinstance(node, list) else []:
        yield from words_of_schema(value)


def main(program):
    done = subprocess.run([program, "describe", "schema"], capture_output=True, text=True, check=True)
    schema = json.loads(done.stdout)
    known = set(keys_of_schema(schema))
    text = PAGE.read_text()
    words = set(re.findall(r"`([A-Za-z_]\w*)`", text)) | set(re.findall(r"(\w+):", text))
    rows = {name for line in text.splitlines() if (match := ROW.match(line)) for name in re.findall(r"`(\w+)`", match[1])}
    missing, unknown = sorted(known - words), sorted(rows - known - set(words_of_schema(schema)))
    for name in missing:
        print(f"docs/specs.md does not mention the key '{name}'")
    for name in unknown:
        print(f"docs/specs.md has a row for '{name}', which the reader does not know")
    print(f"specs page: {len(known)} keys, {len(missing)} missing, {len(unknown)} unknown")
    return 1 if missing or unknown or not known else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
