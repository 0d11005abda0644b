#!/usr/bin/env python3
"""The files that kparity writes for others and those that users copy, against the schemas that are published for them.

Usage: schemas_test.py PROGRAM. Schemas are not kept here: ci/schemas fetches them into KPARITY_SCHEMAS or ~/.cache. A test
whose schema is missing is skipped with that reason; where KPARITY_SCHEMAS is set it fails. Exit 77 if all were skipped.
For each kind a file is made wrong in ways that the schema must refuse, so that a schema which takes everything is noticed.
"""
import copy
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from project import Project

PROGRAM = None
EXAMPLES = Path(__file__).resolve().parents[2] / "ci/examples"
FOLDER = Path(os.environ.get("KPARITY_SCHEMAS") or
              Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kparity-schemas")
DEMANDED = "KPARITY_SCHEMAS" in os.environ
HAS_JSONSCHEMA = importlib.util.find_spec("jsonschema") is not None and importlib.util.find_spec("yaml") is not None


def needs(what, is_there):
    """What is missing skips a test, and fails it where the schemas were asked for."""
    return unittest.skipUnless(is_there or DEMANDED, f"{what} is missing; ci/schemas fetches it")


def has(name):
    return (FOLDER / name).is_file()


class Against(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.p = Project(PROGRAM)
        self.addCleanup(self.p.remove)

    def several_findings(self):
        self.p.add_kernel("axpy")
        self.p.add_kernel("io", cuda=False, more='exempt: {reason: "50% <disk> & \\"io\\"", owner: ana, until: 2999-01-01}\n')
        self.p.add_kernel("sort", cuda=False)
        self.p.write("specs/größe, 1/a_cuda.cu", "\n")

    def gate_files(self, format):
        """What the gate writes of findings alone, of findings against a base, without a verdict, and of nothing wrong."""
        def written(code, *words):
            self.p.run("gate", "specs", "--write", f"{format}=out", *words, check=code)
            return self.p.read("out")
        self.several_findings()
        alone = written(1)
        self.p.commit()
        self.p.add_kernel("scan", cuda=False)
        files = {"alone": alone, "against a base": written(1, "--base", "HEAD"), "no verdict": written(4, "--base", "origin/nothing")}
        for name in ("sort", "scan"):
            self.p.add_cuda(name)
        shutil.rmtree(self.p.path("specs/größe, 1"))
        return files | {"green": written(0)}

    def assert_json(self, schema, value):
        import jsonschema
        jsonschema.validators.validator_for(schema)(schema).validate(value)

    def assert_refused(self, schema, value, change):
        import jsonschema
        wrong = copy.deepcopy(value)
        change(wrong)
        with self.assertRaises(jsonschema.ValidationError):
            self.assert_json(schema, wrong)

    def schema(self, name):
        return json.loads((FOLDER / name).read_text())

    @needs("sarif-2.1.0.json or jsonschema", has("sarif-2.1.0.json") and HAS_JSONSCHEMA)
    def test_sarif(self):
        schema = self.schema("sarif-2.1.0.json")
        files = {name: json.loads(text) for name, text in self.gate_files("sarif").items()}
        for name, sarif in files.items():
            with self.subTest(name):
                self.assert_json(schema, sarif)
        first = files["against a base"]
        self.assertEqual({r["baselineState"] for r in first["runs"][0]["results"]}, {"new", "unchanged"})
        self.assert_refused(schema, first, lambda s: s.update(version="2.0.0"))
        self.assert_refused(schema, first, lambda s: s["runs"][0]["results"][0].update(level="fatal"))
        self.assert_refused(schema, first, lambda s: s["runs"][0]["results"][0].update(severity="error"))
        self.assert_refused(schema, first, lambda s: s["runs"][0]["results"][0].pop("message"))
        self.assert_refused(schema, first, lambda s: s["runs"][0]["tool"]["driver"].pop("name"))
        region = lambda s: next(r for r in s["runs"][0]["results"] if "region" in r["locations"][0]["physicalLocation"])[
            "locations"][0]["physicalLocation"]["region"]
        self.assert_refused(schema, first, lambda s: region(s).update(startLine=0))

    def xml_is_valid(self, text):
        self.p.write("out.xml", text)
        done = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", FOLDER / "junit-jenkins.xsd", self.p.path("out.xml")],
                              capture_output=True, text=True)
        self.assertIn(done.returncode, (0, 3), done.stderr)  # 3: the file is read and not valid
        return done.returncode == 0, done.stderr

    def assert_junit(self, text):
        valid, error = self.xml_is_valid(text)
        self.assertTrue(valid, error)

    def assert_no_junit(self, text, old, new):
        self.assertIn(old, text)
        self.assertFalse(self.xml_is_valid(text.replace(old, new, 1))[0], new)

    @needs("junit-jenkins.xsd or xmllint", has("junit-jenkins.xsd") and shutil.which("xmllint"))
    def test_junit_of_the_gate(self):
        files = self.gate_files("junit")
        for name, text in files.items():
            with self.subTest(name):
                self.assert_junit(text)
        text = files["alone"]
        self.assert_no_junit(text, "<testsuite ", '<testsuite colour="red" ')
        self.assert_no_junit(text, 'name="kparity.port" tests="4"', 'name="kparity.port"')
        self.assert_no_junit(text, ' name="axpy"', "")
        self.assert_no_junit(text, "<failure ", "<failed/><failure ")
        self.assert_no_junit(text, "<testsuites ", '<testsuites skipped="1" ')

    @needs("junit-jenkins.xsd or xmllint", has("junit-jenkins.xsd") and shutil.which("xmllint"))
    def test_junit_of_check(self):
        self.p.add_kernel("axpy", more='expected_failure: {cuda: {reason: "<&>", until: 2999-01-01}}\n')
        self.p.replace(self.p.cuda("axpy"), "a * x[i]", "a - x[i]")
        self.p.add_kernel("copy")
        self.p.replace(self.p.cuda("copy"), "a * x[i]", "a + x[i]")
        self.p.add_kernel("scale", cuda=False)
        done = self.p.run("check", "specs", "--place", "host", "--place", "emulated", "--cases", "20", "--format", "junit", "--output", "report")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        text = self.p.read("report")
        for part in ("<failure ", "<skipped ", "<system-out>", 'file="specs/copy/copy.yaml"', ": cases.shapes"):
            self.assertIn(part, text)
        self.assert_junit(text)
        self.assert_no_junit(text, "<testcase ", '<testcase file="specs/copy/copy.yaml" ')
        self.assert_no_junit(text, "<failure ", "<properties/><failure ")

    @needs("gitlab-codequality.json or jsonschema", has("gitlab-codequality.json") and HAS_JSONSCHEMA)
    def test_code_quality(self):
        schema = self.schema("gitlab-codequality.json")  # of one issue
        files = {name: json.loads(text) for name, text in self.gate_files("codequality").items()}
        self.assertEqual(files["green"], [])
        for name, issues in files.items():
            for issue in issues:
                with self.subTest(name):
                    self.assert_json(schema, issue)
        first = files["alone"][0]
        for key in ("description", "fingerprint", "severity", "location"):
            self.assert_refused(schema, first, lambda issue: issue.pop(key))
        self.assert_refused(schema, first, lambda issue: issue["location"]["lines"].update(begin="2"))

    @needs("openmetrics.whl", has("openmetrics.whl"))
    def test_metrics(self):
        sys.path.insert(0, str(FOLDER / "openmetrics.whl"))
        from prometheus_client.openmetrics.parser import text_string_to_metric_families
        files = self.gate_files("metrics")
        for name, text in files.items():
            with self.subTest(name):
                families = {family.name: family for family in text_string_to_metric_families(text)}
                self.assertEqual(set(families), {"kparity_kernels", "kparity_findings"})
        text = files["alone"]
        for old, new in [("# EOF", ""), ('{state="exempt"}', "{state=exempt}"), (" gauge", " gouge"), ('"} 1\n', '"} one\n')]:
            self.assertIn(old, text)
            with self.assertRaises(ValueError, msg=new):
                list(text_string_to_metric_families(text.replace(old, new, 1)))

    def workflow(self, name):
        import yaml
        value = yaml.safe_load((EXAMPLES / name).read_text())
        if True in value:  # `on`, for YAML 1.1
            value["on"] = value.pop(True)
        return value

    @needs("github-workflow.json or jsonschema", has("github-workflow.json") and HAS_JSONSCHEMA)
    def test_github_workflows(self):
        schema = self.schema("github-workflow.json")
        files = sorted(EXAMPLES.glob("github*.yml"))
        self.assertEqual(len(files), 3)
        for file in files:
            with self.subTest(file.name):
                self.assert_json(schema, self.workflow(file.name))
        flow = self.workflow("github.yml")
        self.assert_refused(schema, flow, lambda f: f["jobs"]["gate"].pop("runs-on"))
        self.assert_refused(schema, flow, lambda f: f["jobs"]["gate"]["steps"][0].update(script="true"))
        self.assert_refused(schema, flow, lambda f: f["permissions"].update(contents="all"))
        self.assert_refused(schema, flow, lambda f: f.pop("on"))

    @needs("gitlab-ci.json or jsonschema", has("gitlab-ci.json") and HAS_JSONSCHEMA)
    def test_gitlab(self):
        schema = self.schema("gitlab-ci.json")
        flow = self.workflow("gitlab.yml")
        self.assert_json(schema, flow)
        self.assert_refused(schema, flow, lambda f: f["kparity:gate"].update(script=5))
        self.assert_refused(schema, flow, lambda f: f["kparity:gate"].update(when="sometimes"))
        self.assert_refused(schema, flow, lambda f: f["kparity:gate"]["artifacts"]["reports"].update(codequality=1))

    @needs("actionlint", shutil.which("actionlint") or has("bin/actionlint"))
    def test_actionlint(self):
        program = shutil.which("actionlint") or FOLDER / "bin/actionlint"
        def lint(text):
            self.p.write(".github/workflows/a.yml", text)
            done = subprocess.run([program, "-no-color", ".github/workflows/a.yml"], cwd=self.p.top, capture_output=True, text=True)
            return done.returncode, done.stdout + done.stderr
        self.p.write(".github/actionlint.yaml", "self-hosted-runner: {labels: [gpu]}\n")
        for file in sorted(EXAMPLES.glob("github*.yml")):
            with self.subTest(file.name):
                self.assertEqual(lint(file.read_text()), (0, ""))
        text = (EXAMPLES / "github.yml").read_text()
        for old, new in [("needs: [device]", "needs: [devices]"), ("github.run_number", "github.run_numbre"), ("if: always()", "if: alwyas()")]:
            self.assertIn(old, text)
            self.assertEqual(lint(text.replace(old, new, 1))[0], 1, new)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    ran = unittest.main(exit=False).result
    if not ran.wasSuccessful():
        sys.exit(1)
    for _, reason in ran.skipped:
        print(f"skipped: {reason}")
    sys.exit(77 if ran.testsRun == len(ran.skipped) else 0)
