#!/usr/bin/env python3
"""Parts of a run and their merging, the variables of engines, CTest's resource file, Slurm's template, ReFrame's test.

Usage: shards_test.py PROGRAM
"""
import json
import os
import shutil
import subprocess
import sys
import types
import unittest
from pathlib import Path

from project import Project

PROGRAM = None
EXAMPLES = Path(__file__).resolve().parents[2] / "ci/examples"


def comparable(report):
    """Without what a clock says."""
    report = json.loads(json.dumps(report))
    report["seconds"] = 0
    for outcome in report["outcomes"]:
        outcome["seconds"] = 0
    return report


class Shards(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.p = Project(PROGRAM)
        self.addCleanup(self.p.remove)
        for name in ("axpy", "dot", "sort"):
            self.p.add_kernel(name)
        self.p.replace(self.p.cuda("sort"), "a * x[i]", "a + x[i]")  # one that is red, too

    def check(self, *words, code=None, environment=None, output="out.json"):
        done = self.p.run("check", "specs", "--cases", "20", "--place", "host", "--place", "emulated", "--format", "json",
                          "--output", output, *words, environment=environment, check=code)
        return done, json.loads(self.p.read(output))

    def parts(self, count):
        for i in range(1, count + 1):
            self.check("--shard", f"{i}/{count}", output=f"part{i}.json")
        return [f"part{i}.json" for i in range(1, count + 1)]

    def test_merged_parts_equal_the_whole(self):
        _, whole = self.check(code=1)
        for count in (1, 2, 5):
            files = self.parts(count)
            done = self.p.run("merge", *files, check=1)
            self.assertEqual(comparable(json.loads(done.stdout)), comparable(whole))

    def test_gaps_and_doubles_are_refused(self):
        files = self.parts(3)
        done = self.p.run("merge", *files[:2], check=2)
        self.assertIn("sort.emulated.cuda", done.stderr)
        done = self.p.run("merge", *files[:2], "--partial", "--output", "all.json", check=3)
        self.assertIn("sort.emulated.cuda", json.loads(self.p.read("all.json"))["missing"])
        done = self.p.run("merge", *files, files[0], check=2)
        self.assertIn("is in 'part1.json' and in 'part1.json'", done.stderr)
        self.p.run("merge", check=2)
        self.check()
        self.assertIn("is no report of a part", self.p.run("merge", "out.json", check=2).stderr)

    def test_parts_of_different_runs_are_refused(self):
        self.parts(2)
        self.check("--shard", "2/2", "--seed", "2", output="seed.json")
        self.check("--shard", "2/3", output="count.json")
        self.p.replace(self.p.cuda("dot"), "a * x[i]", "x[i] * a")
        self.check("--shard", "2/2", output="sources.json")
        for other in ("seed.json", "count.json", "sources.json"):
            self.assertIn("different runs", self.p.run("merge", "part1.json", other, check=2).stderr)

    def test_variables_of_engines(self):
        engines = {"gtest": {"GTEST_SHARD_INDEX": "1", "GTEST_TOTAL_SHARDS": "3"},
                   "bazel": {"TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "3"},
                   "slurm": {"SLURM_ARRAY_TASK_ID": "8", "SLURM_ARRAY_TASK_MIN": "7", "SLURM_ARRAY_TASK_COUNT": "3"},
                   "slurm-tasks": {"SLURM_PROCID": "1", "SLURM_NTASKS": "3"},
                   "gitlab": {"CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"},
                   "k8s": {"JOB_COMPLETION_INDEX": "1", "KPARITY_SHARDS": "3"}}
        for engine, variables in engines.items():
            _, part = self.check("--shard", engine, environment=variables)
            self.assertEqual({o["kernel"] for o in part["outcomes"]}, {"dot"}, engine)
            _, alone = self.check(environment=variables)
            self.assertEqual("shard" in alone, engine in ("gtest", "bazel"), engine)
            name = next(iter(variables))
            missing = {k: v for k, v in variables.items() if k != name}
            done = self.p.run("check", "specs", "--shard", engine, environment=missing, check=2)
            self.assertIn(f"{name} is not set", done.stderr)
        status = {"GTEST_SHARD_STATUS_FILE": str(self.p.path("touched")), "TEST_SHARD_STATUS_FILE": str(self.p.path("touched2"))}
        self.check(environment=engines["gtest"] | status)
        self.assertTrue(self.p.path("touched").exists() and self.p.path("touched2").exists())

    def test_bad_shards_are_errors(self):
        for word in ("0/3", "4/3", "1/0", "1", "a/b", "1/2/3", "pbs", "-1/3"):
            self.p.run("check", "specs", "--shard", word, check=2)

    def test_more_parts_than_kernels(self):
        _, part = self.check("--shard", "5/5", code=0)
        self.assertEqual(part["outcomes"], [])

    def test_slurm_template(self):
        for index in range(3):
            subprocess.run([EXAMPLES / "kparity-array.sh", "specs", "results"], cwd=self.p.top,
                           env=self.p.environment | {"SLURM_ARRAY_TASK_ID": str(index), "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_COUNT": "3",
                                                     "KPARITY": self.p.program, "KPARITY_REQUIRE_CUDA": ""}, capture_output=True)
        done = self.p.run("merge", *[f"results/part-{i}.json" for i in range(3)])
        self.assertEqual({o["kernel"] for o in json.loads(done.stdout)["outcomes"]}, {"axpy", "dot", "sort"})

    def test_reframe(self):
        """With a stand-in for ReFrame: it parametrises by kernel, runs the command, and is red where the report is."""
        made = []
        frame = types.ModuleType("reframe")
        frame.simple_test = made.append
        frame.RunOnlyRegressionTest = object
        sanity = types.ModuleType("reframe.utility.sanity")
        def assert_eq(a, b):
            if a != b:
                raise AssertionError(f"{a} != {b}")
            return True
        sanity.assert_eq = assert_eq
        utility = types.ModuleType("reframe.utility")
        utility.sanity = sanity
        names = {"reframe": frame, "reframe.utility": utility, "reframe.utility.sanity": sanity}
        parameters = []
        scope = {"parameter": lambda values: parameters.extend(values), "run_before": lambda stage: lambda f: f, "sanity_function": lambda f: f}
        before = dict(os.environ)
        os.environ.update(self.p.environment, KPARITY=self.p.program, KPARITY_KERNELS=str(self.p.path("specs")))
        sys.modules.update(names)
        try:
            exec(compile((EXAMPLES / "kparity_reframe.py").read_text(), "kparity_reframe.py", "exec"), scope)
        finally:
            os.environ.clear()
            os.environ.update(before)
        self.assertEqual(parameters, ["axpy", "dot", "sort"])
        for kernel, red in (("axpy", False), ("sort", True)):
            test = made[0]()
            test.kernel, test.stagedir = kernel, self.p.top
            test.choose_kernel()
            self.p.run(*test.executable_opts, environment={"KPARITY_CACHE_DIR": self.p.cache})
            if red:
                self.assertRaises(AssertionError, test.nothing_is_red)
            else:
                self.assertTrue(test.nothing_is_red())

    @unittest.skipUnless(shutil.which("reframe"), "ReFrame is not installed (pip: reframe-hpc)")
    def test_reframe_itself(self):
        environment = self.p.environment | {"KPARITY": self.p.program, "KPARITY_KERNELS": str(self.p.path("specs")), "KPARITY_REQUIRE_CUDA": "0"}
        done = subprocess.run(["reframe", "-c", EXAMPLES / "kparity_reframe.py", "-r", "--prefix", "reframe", "--report-file", "reframe.json"],
                              cwd=self.p.top, env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)  # sort is red
        cases = json.loads(self.p.read("reframe.json"))["runs"][0]["testcases"]
        self.assertEqual({case["kernel"]: case["result"] for case in cases}, {"axpy": "pass", "dot": "pass", "sort": "fail"})
        reason = next(case["fail_reason"] for case in cases if case["result"] == "fail")
        self.assertIn("sort.emulated.cuda", reason)
        self.assertNotIn("unknown environment variable", done.stdout)


class Devices(unittest.TestCase):
    def setUp(self):
        self.p = Project(PROGRAM)
        self.addCleanup(self.p.remove)

    def test_ctest_resource_file(self):
        listed = json.loads(self.p.run("devices", "--format", "json", "--ctest-spec", "spec.json", check=0).stdout)
        spec = json.loads(self.p.read("spec.json"))
        self.assertEqual(spec["version"], {"major": 1, "minor": 0})
        self.assertEqual(len(spec["local"]), 1)
        self.assertEqual(spec["local"][0]["gpus"], [{"id": str(i), "slots": 1} for i in range(len(listed["devices"]))])

    def test_ctest_reads_the_file(self):
        self.p.write("CTestTestfile.cmake", 'add_test(a "true")\nset_tests_properties(a PROPERTIES RESOURCE_GROUPS "1,gpus:1")\n')
        self.p.run("devices", "--ctest-spec", "spec.json", check=0)
        spec = json.loads(self.p.read("spec.json"))
        if not spec["local"][0]["gpus"]:
            spec["local"][0]["gpus"] = [{"id": "0", "slots": 1}, {"id": "1", "slots": 1}]
            self.p.write("spec.json", json.dumps(spec))
        done = subprocess.run(["ctest", "--resource-spec-file", "spec.json"], cwd=self.p.top, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_required_device_that_is_missing(self):
        listed = json.loads(self.p.run("devices", "--format", "json").stdout)
        self.p.run("devices", environment={"KPARITY_REQUIRE_CUDA": "1"}, check=0 if listed["devices"] else 4)

    def test_variables_of_ctest(self):
        group = {"CTEST_RESOURCE_GROUP_COUNT": "1", "CTEST_RESOURCE_GROUP_0": "gpus"}
        self.p.run("devices", environment=group | {"CTEST_RESOURCE_GROUP_0_GPUS": "id:0,slots:1"}, check=0)
        done = self.p.run("devices", environment=group | {"CTEST_RESOURCE_GROUP_0_GPUS": "id:gpu0,slots:1"}, check=2)
        self.assertIn("kparity devices --ctest-spec", done.stderr)
        done = self.p.run("devices", environment=group | {"CTEST_RESOURCE_GROUP_0_GPUS": "id:2,slots:1", "CUDA_VISIBLE_DEVICES": "4,7"}, check=2)
        self.assertIn("asks for device 2, but CUDA_VISIBLE_DEVICES has 2", done.stderr)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
