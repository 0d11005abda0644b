#!/usr/bin/env python3
"""Every rule of the gate has a case in which it fires and one in which it must not; the table of rules says so.

Usage: rules_test.py PROGRAM
"""
import json
import re
import subprocess
import sys
import unittest

from project import Project, findings, notes, states

PROGRAM = None


class Rules(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.p = Project(PROGRAM)
        self.addCleanup(self.p.remove)
        self.p.add_kernel("axpy")
        self.p.commit()

    def settle(self):
        """What is there now is the base."""
        self.p.commit()
        self.p.publish()

    def assert_found(self, report, *expected):
        self.assertEqual(findings(report), sorted(expected))

    def messages(self, report, rule):
        return [f["message"] for f in report["findings"] if f["rule"] == rule]

    def ratchet(self, *words):
        return self.p.gate("--base", "main" if self.p.git("branch", "--show-current") != "main" else "HEAD", *words)

    # --- one pair per rule ---

    def test_KP000(self):
        self.assert_found(self.p.gate())
        self.p.replace(self.p.spec("axpy"), "outputs:", "outptus:")
        report = self.p.gate()
        self.assertIn(("KP000", "error", "axpy"), findings(report))
        self.assertTrue(any(f["line"] > 0 for f in report["findings"] if f["rule"] == "KP000"))

    def test_KP101(self):
        self.p.add_kernel("sort", cuda=False)
        self.assert_found(self.p.gate(), ("KP101", "error", "sort"))
        self.p.replace(self.p.spec("sort"), "raise", "fallback")
        report = self.p.gate()
        self.assert_found(report)
        self.assertEqual(notes(report), [("KP101", "sort")])
        self.p.add_cuda("sort")
        self.assertEqual(self.p.gate()["findings"], [])

    def test_KP102(self):
        self.settle()
        self.assert_found(self.ratchet())
        self.p.remove_file(self.p.cuda("axpy"))
        self.assert_found(self.ratchet(), ("KP101", "error", "axpy"), ("KP102", "error", "axpy"))

    def test_KP102_evidence_that_is_gone(self):
        self.p.forge_evidence("axpy")
        self.settle()
        self.p.remove_file("specs/axpy/axpy.evidence.json")
        self.assert_found(self.ratchet(), ("KP102", "error", "axpy"))

    def test_KP103(self):
        self.settle()
        self.p.add_kernel("scan", cuda=False, policy="fallback")
        self.assert_found(self.ratchet(), ("KP103", "warning", "scan"))
        self.p.write("kparity.yaml", "gate: {new_kernels: must_be_ported}\n")
        self.assert_found(self.ratchet(), ("KP103", "error", "scan"))
        self.settle()
        self.assert_found(self.ratchet())

    def test_KP104(self):
        self.assert_found(self.p.gate())
        self.p.replace(self.p.cuda("axpy"), "double a", "float a")
        report = self.p.gate()
        self.assert_found(report, ("KP104", "error", "axpy"))
        self.assertIn("axpy_cuda.cu:1", self.messages(report, "KP104")[0])

    def test_KP104_where_libclang_cannot_read_is_a_warning(self):
        self.p.replace("specs/axpy/axpy_reference.cpp", "static void axpy", "static nothing axpy")
        report = self.p.gate()
        self.assertIn(("KP104", "warning", "axpy"), findings(report))

    def test_KP105(self):
        self.p.forge_evidence("axpy")
        self.assert_found(self.p.gate())
        def broken(evidence):
            evidence["checks"][0] |= {"verdict": "broken", "reason": "axpy_cuda.cu(3): error: no"}
        self.p.forge_evidence("axpy", change=broken)
        report = self.p.gate()
        self.assert_found(report, ("KP105", "error", "axpy"))
        self.assertEqual(states(report)["axpy"], "signature")

    def test_KP105_compiled_now(self):
        if "NVRTC" not in self.p.run("list", "specs").stdout or self.p.run("gate", "specs", "--compile").returncode == 2:
            self.skipTest("there is no NVRTC")
        report = self.p.gate("--compile")
        self.assert_found(report)
        self.assertEqual(states(report)["axpy"], "compiles")
        self.p.replace(self.p.cuda("axpy"), "y[i] =", "z[i] =")
        report = self.p.gate("--compile")
        self.assert_found(report, ("KP105", "error", "axpy"))
        self.p.write("kparity.yaml", "gate: {architectures: [sm_1]}\n")
        self.p.run("gate", "specs", "--compile", check=2)

    def test_KP106(self):
        self.p.forge_evidence("axpy")
        self.settle()
        self.assert_found(self.ratchet())
        self.p.replace(self.p.cuda("axpy"), "a * x[i]", "x[i] * a")
        self.assert_found(self.ratchet(), ("KP106", "error", "axpy"))
        self.assert_found(self.p.gate("--mode", "absolute"), ("KP106", "error", "axpy"))
        self.p.write("kparity.yaml", "gate: {evidence: advisory}\n")
        self.assert_found(self.ratchet(), ("KP106", "warning", "axpy"))
        self.p.forge_evidence("axpy")
        self.assert_found(self.ratchet())

    def test_KP106_evidence_from_a_folder(self):
        self.settle()
        self.p.replace(self.p.cuda("axpy"), "a * x[i]", "x[i] * a")
        self.p.forge_evidence("axpy", folder="artifacts/deep")
        self.assert_found(self.ratchet(), ("KP106", "error", "axpy"))
        self.assert_found(self.ratchet("--evidence", "artifacts"))

    def test_KP106_demands_of_the_policy(self):
        self.p.forge_evidence("axpy", cases=100, workflow="Laptop")
        self.assert_found(self.p.gate())
        self.p.write("kparity.yaml", "gate: {workflow: GPU}\n")
        self.assertIn("wants the workflow 'GPU'", self.messages(self.p.gate(), "KP106")[0])
        self.p.write("kparity.yaml", "gate: {cases: 200}\n")
        self.assertIn("ran 100 cases", self.messages(self.p.gate(), "KP106")[0])
        self.p.forge_evidence("axpy", cases=200)
        self.assert_found(self.p.gate())

    def test_KP106_signatures(self):
        p = self.p
        keys = p.path("keys")
        keys.mkdir()
        for name in ("ana", "eve"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", keys / name], check=True)
        p.write("signers", f"ana@example.org {p.read('keys/ana.pub')}")
        p.write("kparity.yaml", "gate: {signers: signers}\n")
        p.forge_evidence("axpy")
        file = p.path("specs/axpy/axpy.evidence.json")
        self.assertIn("it is not signed", self.messages(p.gate(), "KP106")[0])
        def sign(name):
            p.path("specs/axpy/axpy.evidence.json.sig").unlink(missing_ok=True)
            subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-n", "kparity", "-f", keys / name, file], check=True, capture_output=True)
        sign("eve")
        self.assertIn("by nobody", self.messages(p.gate(), "KP106")[0])
        sign("ana")
        report = p.gate()
        self.assert_found(report)
        self.assertEqual(states(report)["axpy"], "verified")
        file.write_text(file.read_text().replace("Imagined 1", "Imagined 2"))
        self.assertIn("does not fit", self.messages(p.gate(), "KP106")[0])

    def test_KP107(self):
        spec = self.p.spec("axpy")
        base = self.p.read(spec).replace("{ulp: 2}", "{rel: 1e-12}") + "checker: {ignore: {race: {reason: r, arrays: [y]}}}\n" + \
            "properties: [{linear_in: x}]\n"
        self.p.write(spec, base)
        self.settle()
        stricter = [("rel: 1e-12", "rel: 1e-13"), ("max: 500", "max: 5000"), ("min: -2", "min: -3"),
                    ('tolerance: {rel: 1e-12}, reason: "a test"', "tolerance: auto"),
                    ("checker: {ignore: {race: {reason: r, arrays: [y]}}}\n", "")]
        weaker = [("rel: 1e-12", "rel: 1e-11"), ("{rel: 1e-12}", "{ulp: 1}"), ("max: 500", "max: 400"),
                  ("a: {generate: uniform, min: -2, max: 2}", "a: {generate: constant, value: 1}"),
                  ("y: {shape: [n],", "y: {shape: [n], nan: match,"), ("y: {shape: [n],", "y: {shape: [n], inf: any,"),
                  ("y: {shape: [n],", "y: {shape: [n], determinism: none,"),
                  ("y: {shape: [n],", "y: {shape: [n], compare: multiset,"),
                  ("y: {shape: [n],", "y: {shape: [n], subnormal: may_flush,"),
                  ("y: {shape: [n],", "y: {shape: [n], defined: {first: n},"),
                  ("launch:", "unused: {a: why}\nlaunch:"),
                  ("launch:", "expected_failure: {cuda: {reason: r, until: 2999-01-01}}\nlaunch:"),
                  ("race: {reason: r, arrays: [y]}", "race: {reason: r}"),
                  ("properties: [{linear_in: x}]\n", ""),
                  ("missing_cuda: raise", "missing_cuda: fallback"),
                  ("launch:", "exempt: {reason: r, owner: o, until: 2999-01-01}\nlaunch:")]
        for old, new in stricter:
            self.p.write(spec, base)
            self.p.replace(spec, old, new)
            self.assertEqual(self.messages(self.ratchet(), "KP107"), [], new)
        for old, new in weaker:
            self.p.write(spec, base)
            self.p.replace(spec, old, new)
            self.assertEqual(len(self.messages(self.ratchet(), "KP107")), 1, (old, new, self.messages(self.ratchet(), "KP107")))

    def test_KP107_of_a_last_day_of_suspects_and_of_regions(self):
        spec = self.p.spec("axpy")
        stated = self.p.read(spec).replace("{ulp: 2}", "{rel: 1e-12}, until: 2999-06-01")
        derived = self.p.read(spec).replace('tolerance: {ulp: 2}, reason: "a test"', "tolerance: auto")
        for base, old, new, findings in (
                (stated, "until: 2999-06-01", "until: 2999-05-01", 0), (stated, "until: 2999-06-01", "until: 2999-07-01", 1),
                (stated, ", until: 2999-06-01", "", 1),
                (stated.replace("y: {shape: [n],", "y: {shape: [n], defined: {region: [[1, n]]},"), "[[1, n]]", "[[2, n]]", 1), (derived, "tolerance: auto", "tolerance: auto, on_suspect: fail", 0),
                (derived, "tolerance: auto", "tolerance: auto, on_suspect: warn", 1)):
            self.p.write(spec, base)
            self.settle()
            self.p.replace(spec, old, new)
            self.assertEqual(len(self.messages(self.ratchet(), "KP107")), findings, (new, self.messages(self.ratchet(), "KP107")))

    def test_KP107_of_what_is_drawn_and_compared(self):
        spec = self.p.spec("axpy")
        base = self.p.read(spec).replace("min: -1, max: 1}", "min: -1, max: 1, special: [nan, inf]}").replace(
            "y: {shape: [n], ", "y: {shape: [n], subnormal: preserve, ") + "cases: {mandatory: [special.nan]}\n"
        self.p.write(spec, base)
        self.settle()
        self.assertEqual(self.messages(self.ratchet(), "KP107"), [])
        for old, new in [("special: [nan, inf]", "special: [inf]"), ("subnormal: preserve", "subnormal: may_flush"),
                         ("subnormal: preserve, ", "subnormal: preserve, compare: multiset, "),
                         ("subnormal: preserve, ", "subnormal: preserve, defined: {first: n}, "),
                         ("cases: {mandatory: [special.nan]}\n", "")]:
            self.p.write(spec, base)
            self.p.replace(spec, old, new)
            report = self.ratchet()
            self.assertNotIn("KP000", [f["rule"] for f in report["findings"]], (new, report["findings"]))
            self.assertEqual(len(self.messages(report, "KP107")), 1, (new, self.messages(report, "KP107")))

    def test_KP107_opt_out_in_the_source_and_fewer_cases(self):
        self.p.forge_evidence("axpy", cases=200)
        self.settle()
        self.p.replace(self.p.cuda("axpy"), "y[i] = a * x[i];", "y[i] = a * x[i];  // kparity: ignore race: benign\n")
        self.assertIn("ignore race", self.messages(self.ratchet(), "KP107")[0])
        self.p.git("checkout", "-q", ".")
        self.p.forge_evidence("axpy", cases=100)
        self.assertIn("100 instead of 200", self.messages(self.ratchet(), "KP107")[0])
        self.p.forge_evidence("axpy", cases=300)
        self.assertEqual(self.messages(self.ratchet(), "KP107"), [])

    def test_KP107_of_mutants(self):
        self.settle()
        def mutants(name, killed, survived):
            rows = [{"kernel": "axpy", "fate": fate} for fate in ["killed"] * killed + ["survived"] * survived + ["equivalent"]]
            self.p.write(name, json.dumps({"schema": 1, "command": "mutate", "mutants": rows}))
        mutants("before.json", 9, 1)
        for killed, survived, count in [(9, 1, 0), (18, 2, 0), (5, 0, 0), (8, 2, 1), (0, 1, 1)]:
            mutants("now.json", killed, survived)
            self.assertEqual(len(self.messages(self.ratchet("--mutants", "now.json", "--base-mutants", "before.json"), "KP107")), count)
        self.p.run("gate", "specs", "--mutants", "now.json", check=2)
        self.p.write("now.json", "{}")
        self.p.run("gate", "specs", "--base", "HEAD", "--mutants", "now.json", "--base-mutants", "before.json", check=2)

    def test_KP107_a_dropped_output(self):
        spec = self.p.spec("axpy")
        for name in (spec, "specs/axpy/axpy_reference.cpp", self.p.cuda("axpy")):
            self.p.replace(name, "double* y)", "double* y, double* z)")
        self.p.replace(spec, "outputs:\n", "outputs:\n  z: {shape: [n]}\n")
        self.settle()
        self.assertEqual(self.messages(self.ratchet(), "KP107"), [])
        self.p.replace(spec, "z: {shape: [n]}", "z: {shape: [n], role: scratch}")
        self.assertEqual(self.messages(self.ratchet(), "KP107"), ["kernel 'axpy': output 'z': it is scratch now and not compared"])

    def test_KP107_of_the_policy(self):
        strict = ("gate:\n  fail_on: warning\n  evidence: required\n  workflow: GPU\n  cases: 100\n  old_findings: count\n"
                  "  new_kernels: must_be_ported\n  rules: {KP109: error}\n  targets: {spring: {by: 2999-01-01}}\n")
        self.p.write("kparity.yaml", strict)
        self.settle()
        self.assertEqual(self.messages(self.ratchet(), "KP107"), [])
        for old, new in [("fail_on: warning", "fail_on: error"), ("required", "advisory"), ("workflow: GPU", "workflow: Any"),
                         ("cases: 100", "cases: 10"), ("old_findings: count", "old_findings: report"),
                         ("must_be_ported", "may_fall_back"), ("KP109: error", "KP109: note"), ("KP109: error", "KP101: off"),
                         ("2999-01-01", "2999-02-01"), ("spring", "summer")]:
            self.p.write("kparity.yaml", strict.replace(old, new))
            self.assertGreaterEqual(len(self.messages(self.ratchet(), "KP107")), 1, new)
        self.p.remove_file("kparity.yaml")
        self.assertGreaterEqual(len(self.messages(self.ratchet(), "KP107")), 5)

    def test_KP108(self):
        for more, why in [("exempt: {owner: ana, until: 2999-01-01}", "has no reason"), ("exempt: {reason: r, until: 2999-01-01}", "has no owner"),
                          ("exempt: {reason: r, owner: ana}", "has no date"), ("exempt: {reason: r, owner: ana, until: 2020-01-31}", "has expired on 2020-01-31")]:
            self.p.add_kernel("sort", cuda=False, more=more + "\n")
            report = self.p.gate()
            self.assert_found(report, ("KP101", "error", "sort"), ("KP108", "error", "sort"))
            self.assertIn(why, self.messages(report, "KP108")[0])
        self.p.add_kernel("sort", cuda=False, more="exempt: {reason: r, owner: ana, until: 2999-01-01}\n")
        report = self.p.gate()
        self.assert_found(report)
        self.assertEqual(states(report)["sort"], "exempt")

    def test_KP109(self):
        self.p.write("specs/axpy/helper.cuh", "\n")
        self.assert_found(self.p.gate())
        self.p.write("specs/typo/typpo.yaml", "kernel: typpo\nsignature: void typpo(int n)\n")
        report = self.p.gate()
        self.assert_found(report, ("KP109", "warning", ""))
        self.assertEqual(report["findings"][0]["file"], "specs/typo/typpo.yaml")
        self.p.remove_file("specs/typo/typpo.yaml")
        self.p.write("specs/axpy/axpi_cuda.cu", "__global__ void axpi() {}\n")
        self.p.write("specs/lonely/lonely_cuda.cu", "__global__ void lonely() {}\n")
        report = self.p.gate()
        self.assertEqual([f for f in findings(report) if f[0] == "KP109"], [("KP109", "warning", ""), ("KP109", "warning", "lonely")])

    def test_KP110(self):
        self.p.add_kernel("scan", cuda=False, policy="fallback")
        self.settle()
        self.p.write("log", "axpy\tmain.cpp\t42\nscan\t\t0\nscan\t\t0\n")
        report = self.ratchet("--fallbacks", "log")
        self.assert_found(report, ("KP110", "error", "axpy"))  # scan could only fall back in the base, too
        found = next(f for f in report["findings"] if f["rule"] == "KP110")
        self.assertEqual((found["file"], found["line"]), ("main.cpp", 42))
        self.p.write("old", "axpy\tmain.cpp\t42\n")
        self.assert_found(self.ratchet("--fallbacks", "log", "--base-fallbacks", "old"), ("KP110", "warning", "scan"))
        self.p.write("log", "")
        self.assert_found(self.ratchet("--fallbacks", "log"))

    def test_KP111(self):
        self.p.add_kernel("scan", policy="fallback")
        self.settle()
        self.assertEqual(notes(self.ratchet()), [])
        self.p.git("rm", "-rqf", "specs/scan")
        self.assertEqual(notes(self.ratchet()), [("KP111", "scan")])

    def test_KP112(self):
        self.p.add_kernel("axpy", more="bench: {sizes: {n: [1000, 100000]}, gate: {must_beat_host: {at: {n: 100000}, by: 3}}}\n")
        slow = [("n=1000", "cuda", 1e-5), ("n=1000", "openmp", 1e-6), ("n=100000", "cuda", 1e-5), ("n=100000", "openmp", 2e-5)]
        fast = [*slow[:2], ("n=100000", "cuda", 1e-5), ("n=100000", "openmp", 4e-5)]
        self.p.forge_evidence("axpy", times=slow)
        report = self.p.gate()
        self.assert_found(report, ("KP112", "error", "axpy"))
        self.assertEqual(states(report)["axpy"], "measured")
        self.p.forge_evidence("axpy", times=fast)
        self.assert_found(self.p.gate())

    def test_KP113(self):
        self.p.forge_evidence("axpy", registers=32)
        self.settle()
        self.p.forge_evidence("axpy", registers=31)
        self.assert_found(self.ratchet())
        self.p.forge_evidence("axpy", registers=30)
        self.assert_found(self.ratchet())
        self.p.forge_evidence("axpy", registers=33)  # 40 a thread: 12 blocks of 128 instead of 16
        report = self.ratchet()
        self.assert_found(report, ("KP113", "warning", "axpy"))
        self.assertIn("12 blocks instead of 16", self.messages(report, "KP113")[0])

    def test_KP114(self):
        self.p.write("kparity.yaml", "gate: {targets: {spring: {kernels: [axpy], state: verified, by: 2020-01-01}}}\n")
        self.assert_found(self.p.gate(), ("KP114", "error", "axpy"))
        self.p.write("kparity.yaml", "gate: {targets: {spring: {kernels: [axpy], state: verified, by: 2999-01-01}}}\n")
        report = self.p.gate()
        self.assert_found(report)
        self.assertEqual(notes(report), [("KP114", "")])
        self.p.write("kparity.yaml", "gate: {targets: {spring: {kernels: [axpi], by: 2999-01-01}}}\n")
        self.assert_found(self.p.gate(), ("KP114", "error", ""))
        self.p.write("kparity.yaml", "gate: {targets: {spring: {kernels: [axpy], by: 2020-01-01}}}\n")
        self.p.forge_evidence("axpy")
        self.assert_found(self.p.gate())

    # --- what holds for all of them ---

    def test_each_rule_of_the_table_has_a_case(self):
        text = self.p.run("describe", "rules", check=0).stdout
        table = set(re.findall(r"`(KP\d+)`", text))
        cases = {m for name in dir(self) for m in re.findall(r"KP\d+", name)}
        self.assertEqual(table, cases)

    def test_severities_of_the_policy(self):
        self.p.add_kernel("sort", cuda=False)
        for severity, exit_code in [("off", 0), ("note", 0), ("warning", 0), ("error", 1)]:
            self.p.write("kparity.yaml", f"gate: {{rules: {{KP101: {severity}}}}}\n")
            report = self.p.gate()
            self.assertEqual(report["exit_code"], exit_code)
            self.assertEqual([f["severity"] for f in report["findings"]], [] if severity == "off" else [severity])

    def test_bad_policies_are_errors_with_their_place(self):
        for text, error in [("gate: {rules: {KP999: off}}\n", "kparity.yaml:1:16: 'rules' of gate: there is no rule 'KP999'"),
                            ("gate: {mode: strict}\n", "kparity.yaml:1:14:"), ("gaet: {}\n", "did you mean 'gate'?"),
                            ("gate: {cases: 0}\n", "'cases' of gate"), ("- 1\n", "must be a map"), ("", "the file is empty"),
                            ("gate: {targets: {a: {}}}\n", "missing key 'by'")]:
            self.p.write("kparity.yaml", text)
            done = self.p.run("gate", "specs", check=2)
            self.assertIn(error, done.stderr)

    def test_evidence_that_cannot_be_read_is_never_ignored(self):
        for text in ("", "{}", '{"schema": 2}', "[]"):
            self.p.write("specs/axpy/axpy.evidence.json", text)
            self.assertIn(("KP000", "error", ""), findings(self.p.gate()))

    def test_options_without_effect_are_errors(self):
        self.p.run("gate", "specs", "--mode", "absolute", "--base", "main", check=2)
        self.p.run("gate", "specs", "axpy", check=2)
        self.p.run("gate", "specs", "--base-fallbacks", "x", check=2)
        self.p.run("gate", "specs", "--evidence", "nowhere", check=2)
        self.p.run("gate", "nowhere", check=2)
        self.p.run("gate", "specs", "--write", "nothing=x", check=2)

    def test_status(self):
        self.p.add_kernel("sort", cuda=False)
        done = self.p.run("status", "specs", check=0)
        self.assertTrue(done.stdout.startswith("CUDA kernels: 1 of 2 (missing: sort)\n"))
        self.p.run("status", "specs", "axpy", check=0)
        self.p.run("status", "specs", "axpi", check=2)
        schema = json.loads(self.p.run("describe", "policy-schema", check=0).stdout)
        self.assertIn("KP101", schema["properties"]["gate"]["properties"]["rules"]["propertyNames"]["enum"])

    def test_names_below_a_symbolic_link(self):
        self.settle()
        self.p.remove_file(self.p.cuda("axpy"))
        self.p.path("link").symlink_to(self.p.path("specs"))
        self.p.kernels = "link"
        report = self.ratchet()
        self.assert_found(report, ("KP101", "error", "axpy"), ("KP102", "error", "axpy"))
        self.assertEqual({f["file"] for f in report["findings"]}, {"specs/axpy/axpy.yaml"})

    def test_from_within_the_folder(self):
        self.settle()
        self.p.remove_file(self.p.cuda("axpy"))
        done = subprocess.run([self.p.program, "gate", "--base", "HEAD", "--format", "json"], cwd=self.p.path("specs"),
                              env=self.p.environment, capture_output=True, text=True)
        self.assertEqual({f["file"] for f in json.loads(done.stdout)["findings"]}, {"specs/axpy/axpy.yaml"})

    def test_a_single_kernel_folder(self):
        self.settle()
        self.p.remove_file(self.p.cuda("axpy"))
        self.p.kernels = "specs/axpy"
        self.assert_found(self.ratchet(), ("KP101", "error", "axpy"), ("KP102", "error", "axpy"))


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
