#!/usr/bin/env python3
"""Runs a short benchmark and holds bench.json and bench.gha.json against JSON schemas. Google Benchmark publishes none; what is
here are the keys that its compare tool and github-action-benchmark read, with their types.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)

NUMBER = {"type": "number", "exclusiveMinimum": 0}
COUNT = {"type": "integer", "minimum": 0}
TEXT = {"type": "string", "minLength": 1}
BLOCK = {
    "type": "object",
    "required": ["name", "run_name", "run_type", "repetitions", "repetition_index", "threads", "iterations", "real_time", "cpu_time",
                 "time_unit", "family_index", "per_family_instance_index", "kparity"],
    "properties": {
        "name": {"type": "string", "pattern": "^[^/]+/impl:[^/]+/cache:(cold|warm)/what:[a-z_]+(/[^/]+)*$"},
        "run_name": TEXT, "run_type": {"const": "iteration"}, "repetitions": {"type": "integer", "minimum": 1},
        "repetition_index": COUNT, "threads": {"type": "integer", "minimum": 1}, "iterations": {"type": "integer", "minimum": 1},
        "real_time": NUMBER, "cpu_time": NUMBER, "time_unit": {"enum": ["ns", "us", "ms", "s"]},
        "family_index": COUNT, "per_family_instance_index": COUNT,
        "bytes_per_second": NUMBER, "items_per_second": NUMBER, "flops_per_second": NUMBER,
        "kparity": {"type": "object", "required": ["state", "median"], "properties": {"state": {"const": "measured"}, "median": NUMBER}},
    },
}
BENCH = {
    "type": "object",
    "required": ["context", "benchmarks", "kparity"],
    "properties": {
        "context": {
            "type": "object",
            "required": ["date", "executable", "num_cpus", "caches", "load_avg", "library_build_type", "json_schema_version"],
            "properties": {
                "date": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$"},
                "num_cpus": {"type": "integer", "minimum": 1}, "mhz_per_cpu": {"type": "integer"}, "caches": {"type": "array"},
                "load_avg": {"type": "array", "items": {"type": "number"}}, "library_build_type": {"enum": ["debug", "release"]},
                "json_schema_version": {"const": 1},
            },
        },
        "benchmarks": {"type": "array", "minItems": 1, "items": BLOCK},
        "kparity": {
            "type": "object",
            "required": ["rows_without_time", "complete", "exit_code"],
            "properties": {"complete": {"const": True}, "rows_without_time": {"type": "array", "items": {
                "type": "object", "required": ["name", "state", "reason"], "properties": {"reason": TEXT}}}},
        },
    },
}
GHA = {
    "type": "array", "minItems": 1,
    "items": {"type": "object", "required": ["name", "unit", "value"], "additionalProperties": False, "properties": {
        "name": TEXT, "unit": {"const": "us"}, "value": NUMBER, "range": {"type": "string", "pattern": "^± "}, "extra": TEXT}},
}


def refuse_constant(name):
    raise ValueError(f"{name} is no JSON")


def main():
    kparity, specs = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([kparity, "bench", specs, "axpy", "--profile", "ci", "--budget", "0.05", "--no-roof", "--place", "host",
                        "--files", folder], check=True, stdout=subprocess.DEVNULL)
        bench, gha = (json.loads((Path(folder) / name).read_text(), parse_constant=refuse_constant)
                      for name in ("bench.json", "bench.gha.json"))
    jsonschema.validate(bench, BENCH)
    jsonschema.validate(gha, GHA)
    assert len({each["name"] for each in gha}) == len(gha), "a name comes twice"
    # The schemas are no rubber stamps.
    for spoil, schema, value in ((lambda v: v["benchmarks"][0].update(real_time=0), BENCH, bench),
                                 (lambda v: v["context"].update(json_schema_version=2), BENCH, bench),
                                 (lambda v: v[0].update(value=0), GHA, gha)):
        spoiled = json.loads(json.dumps(value))
        spoil(spoiled)
        try:
            jsonschema.validate(spoiled, schema)
        except jsonschema.ValidationError:
            continue
        raise AssertionError("a spoiled file was accepted")
    print(f"{len(bench['benchmarks'])} blocks, {len(gha)} entries")


if __name__ == "__main__":
    main()
