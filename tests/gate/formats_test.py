#!/usr/bin/env python3
"""The files that the gate writes for others: their form, and the limits of their hosts with 2000 findings.

Usage: formats_test.py PROGRAM. The published schemas are not ours to keep here, schemas_test.py fetches them; what they say
of the files of the gate, and what hosts demand beyond them, is stated below, closed: a key that is not named fails.
"""
import importlib.util
import json
import re
import sys
import unittest
import xml.etree.ElementTree as ElementTree

from project import Project

PROGRAM = None
HAS_JSONSCHEMA = importlib.util.find_spec("jsonschema") is not None


def closed(required, **properties):
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


TEXT = {"type": "string", "minLength": 1}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
MESSAGE = closed(["text"], text=TEXT)
NOTIFICATION = closed(["message"], message=MESSAGE, level=LEVEL)
# SARIF 2.1.0: sections 3.13 (log), 3.14 (run), 3.18 and 3.19 (tool), 3.20 (invocation), 3.27 (result), 3.29 and 3.30 (location).
RULE = closed(["id"], id={"pattern": "^KP[0-9]{3}$"}, shortDescription=MESSAGE, fullDescription=MESSAGE, help=MESSAGE,
              defaultConfiguration=closed([], level=LEVEL))
LOCATION = closed([], physicalLocation=closed(
    ["artifactLocation"], artifactLocation=closed(["uri"], uri={"pattern": r"^([A-Za-z0-9._~/-]|%[0-9A-F]{2})+$"}, uriBaseId=TEXT),
    region=closed(["startLine"], startLine={"type": "integer", "minimum": 1})))
RESULT = closed(["ruleId", "level", "message", "locations"], ruleId={"pattern": "^KP[0-9]{3}$"}, level=LEVEL, message=MESSAGE,
                locations={"type": "array", "items": LOCATION, "minItems": 1, "maxItems": 1},
                partialFingerprints={"type": "object", "additionalProperties": TEXT},
                baselineState={"enum": ["new", "unchanged", "updated", "absent"]})
SARIF = closed(
    ["version", "runs"], **{"$schema": {"pattern": "^https://"}}, version={"const": "2.1.0"},
    runs={"type": "array", "minItems": 1, "maxItems": 20, "items": closed(
        ["tool", "results"],
        tool=closed(["driver"], driver=closed(["name"], name=TEXT, version=TEXT, informationUri={"pattern": "^https://"},
                                              rules={"type": "array", "items": RULE, "uniqueItems": True})),
        automationDetails=closed([], id=TEXT), columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        originalUriBaseIds={"type": "object", "additionalProperties": closed([], description=MESSAGE)},
        invocations={"type": "array", "items": closed(["executionSuccessful"], executionSuccessful={"type": "boolean"},
                                                      exitCode={"type": "integer"},
                                                      toolExecutionNotifications={"type": "array", "items": NOTIFICATION})},
        results={"type": "array", "items": RESULT, "maxItems": 5000})})
# GitLab: the subset of Code Climate's format that its documentation asks for.
CODEQUALITY = {"type": "array", "items": closed(
    ["description", "check_name", "fingerprint", "severity", "location"], description=TEXT, check_name=TEXT, fingerprint=TEXT,
    severity={"enum": ["info", "minor", "major", "critical", "blocker"]},
    location=closed(["path", "lines"], path={"pattern": "^[^/]"}, lines=closed(["begin"], begin={"type": "integer", "minimum": 1})))}
# shields.io has no schema but the code of endpoint badges: it refuses other keys and an empty message.
BADGE = closed(["schemaVersion", "label", "message"], schemaVersion={"const": 1}, label={"type": "string"}, message=TEXT,
               color=TEXT, isError={"type": "boolean"})


def check(schema, value):
    import jsonschema
    jsonschema.Draft7Validator(schema).validate(value)


@unittest.skipUnless(HAS_JSONSCHEMA, "python3-jsonschema is not installed")
class Formats(unittest.TestCase):
    def setUp(self):
        self.p = Project(PROGRAM)
        self.addCleanup(self.p.remove)
        self.p.add_kernel("axpy")
        self.p.add_kernel("io", cuda=False, more='exempt: {reason: "50% <disk> & \\"io\\"", owner: ana, until: 2999-01-01}\n')
        self.p.add_kernel("sort", cuda=False)
        self.p.write("specs/größe, 1/a_cuda.cu", "\n")

    def outputs(self, *words, code=1):
        names = ["sarif", "junit", "github", "codequality", "metrics", "badge", "markdown", "json", "html", "text"]
        writes = [word for name in names for word in ("--write", f"{name}=out.{name}")]
        self.p.run("gate", "specs", *writes, *words, check=code)
        return {name: self.p.path(f"out.{name}").read_bytes().decode() for name in names}

    def test_sarif(self):
        text = self.outputs()["sarif"]
        sarif = json.loads(text)
        check(SARIF, sarif)
        results = sarif["runs"][0]["results"]
        self.assertEqual({r["ruleId"] for r in results}, {"KP101", "KP109"})
        self.assertIn("specs/gr%C3%B6%C3%9Fe%2C%201/a_cuda.cu", text)
        prints = [r["partialFingerprints"]["kparity/v1"] for r in results]
        self.assertEqual(len(prints), len(set(prints)))

    def test_fingerprints_do_not_know_lines(self):
        before = json.loads(self.outputs()["sarif"])["runs"][0]["results"]
        self.p.write(self.p.spec("sort"), "# a line\n" + self.p.read(self.p.spec("sort")))
        after = json.loads(self.outputs()["sarif"])["runs"][0]["results"]
        lines = [[r["locations"][0]["physicalLocation"]["region"]["startLine"] for r in each] for each in (before, after)]
        self.assertNotEqual(*lines)
        self.assertEqual([r["partialFingerprints"] for r in before], [r["partialFingerprints"] for r in after])

    def test_junit(self):
        suites = ElementTree.fromstring(self.outputs()["junit"])
        self.assertEqual(suites.tag, "testsuites")
        suite = suites.find("testsuite")
        cases = {case.get("name"): case for case in suite.findall("testcase")}
        self.assertEqual(set(cases), {"axpy", "io", "sort", "whole"})
        for element in (suites, suite):
            self.assertEqual([int(element.get(name)) for name in ("tests", "failures", "errors")], [4, 1, 0])
        self.assertEqual(suite.get("skipped"), "1")
        self.assertEqual(cases["sort"].find("failure").get("type"), "KP101")
        self.assertIn('50% <disk> & "io"', cases["io"].find("skipped").get("message"))
        states = {each.get("name"): each.get("value") for each in suite.findall("properties/property")}
        self.assertEqual(states, {"state.axpy": "signature", "state.io": "exempt", "state.sort": "unported"})
        allowed = {"testcase": {"classname", "name", "time"}, "failure": {"type", "message"}, "skipped": {"message"},
                   "property": {"name", "value"}, "properties": set(), "system-out": set(), "error": {"type", "message"},
                   "testsuites": {"name", "tests", "failures", "errors", "time"},
                   "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"}}
        for element in suites.iter():
            self.assertLessEqual(set(element.attrib), allowed[element.tag])

    def test_annotations(self):
        lines = self.outputs()["github"].splitlines()
        for line in lines:
            self.assertRegex(line, r"^::(error|warning|notice) ((file|line|title)=[^:,]*,?)*::[^\r\n]+$")
        self.assertTrue(any("file=specs/sort/sort.yaml,line=2,title=KP101 sort::" in line for line in lines))
        self.assertTrue(any("größe%2C 1/a_cuda.cu" in line for line in lines))

    def test_codequality_and_metrics(self):
        out = self.outputs()
        issues = json.loads(out["codequality"])
        check(CODEQUALITY, issues)
        prints = [issue["fingerprint"] for issue in issues]
        self.assertEqual(len(prints), len(set(prints)))
        for line in out["metrics"].splitlines():
            self.assertRegex(line, r'^(# TYPE \w+ gauge|# EOF|\w+\{\w+="\w+"\} \d+)$')
        self.assertIn('kparity_kernels{state="exempt"} 1', out["metrics"])
        self.assertIn('kparity_findings{severity="error"} 1', out["metrics"])

    def test_badge(self):
        badge = json.loads(self.outputs()["badge"])
        check(BADGE, badge)
        self.assertEqual(badge["message"], "1 of 3 ported")
        self.p.forge_evidence("axpy")
        self.assertEqual(json.loads(self.outputs()["badge"])["message"], "1 of 3 verified")

    def test_page(self):
        self.p.write("history/1.json", json.dumps({"date": "2026-01-01T00:00:00Z", "states": {"unported": 3}}))
        page = self.outputs("--history", "history")["html"]
        self.assertIn("Are we on the GPU yet? Not yet.", page)
        self.assertNotRegex(page, r"(?i)<script|src=|href=|url\(|@import|https?://")  # no other file, no network
        self.assertIn("<polyline", page)
        self.assertIn("2026-01-01", page)
        from html.parser import HTMLParser
        opened = []
        class Parser(HTMLParser):
            def handle_starttag(self, tag, attrs):
                if tag not in ("meta", "polyline"):
                    opened.append(tag)
            def handle_endtag(self, tag):
                if tag != "polyline" and opened.pop() != tag:
                    raise AssertionError(f"</{tag}> closes another")
        Parser().feed(page)
        self.assertEqual(opened, [])

    def test_no_verdict_is_in_every_format(self):
        self.p.commit()
        out = self.outputs("--base", "origin/nothing", code=4)
        self.assertFalse(json.loads(out["sarif"])["runs"][0]["invocations"][0]["executionSuccessful"])
        check(SARIF, json.loads(out["sarif"]))
        suites = ElementTree.fromstring(out["junit"])
        self.assertEqual(suites.get("errors"), "1")
        self.assertIsNotNone(suites.find("testsuite/testcase/error"))
        self.assertTrue(out["github"].startswith("::error title=kparity gate::"))
        check(CODEQUALITY, json.loads(out["codequality"]))
        self.assertEqual(json.loads(out["codequality"])[0]["severity"], "blocker")
        check(BADGE, json.loads(out["badge"]))
        self.assertTrue(json.loads(out["badge"])["isError"])
        for name in ("text", "markdown"):
            self.assertIn("git fetch origin nothing", out[name])

    def test_limits_of_hosts_with_2000_findings(self):
        for i in range(1000):
            self.p.write(f"specs/kernel_{i}/kernel_{i}_reference.cpp", "static void f() {}\n")  # no spec, no CUDA: two findings
        out = self.outputs()
        report = json.loads(out["json"])
        self.assertGreaterEqual(len(report["findings"]), 2000)
        sarif = json.loads(out["sarif"])
        check(SARIF, sarif)
        self.assertEqual(len(sarif["runs"][0]["results"]), 1000)
        said = sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]
        self.assertEqual(said, f"1000 of {len(report['findings'])} findings are shown")
        for kind in ("error", "warning", "notice"):
            self.assertLessEqual(sum(line.startswith(f"::{kind} ") for line in out["github"].splitlines()), 10)
        self.assertRegex(out["github"], r"::error title=kparity gate::\d+ more of this kind")
        self.assertLess(len(out["markdown"].encode()), 1024 * 1024)
        self.assertEqual(len(json.loads(out["codequality"])), len(report["findings"]))
        check(CODEQUALITY, json.loads(out["codequality"]))
        self.assertEqual(len(ElementTree.fromstring(out["junit"]).findall("testsuite/testcase")), len(report["kernels"]) + 1)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
