#!/usr/bin/env python3
"""The history of a small repository, commit by commit and pull request by pull request, with what the gate says at each.

Usage: history_test.py PROGRAM. Each step is one commit on main or one pull request; the steps build on each other.
"""
import sys
import unittest

from project import PARAMETERS, Project, findings, notes, states

PROGRAM = None


class History(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.p = Project(PROGRAM)
        self.addCleanup(self.p.remove)
        self.steps = 0

    # --- how a step is told ---

    def on_main(self, message, exit_code, expected, expected_notes=()):
        """A commit on main, judged alone."""
        self.steps += 1
        self.p.commit(message)
        report = self.p.gate("--mode", "absolute")
        self.assertEqual((report["exit_code"], findings(report), notes(report)),
                         (exit_code, sorted(expected), sorted(expected_notes)), message)
        self.p.publish()
        return report

    def pull_request(self, message, change, exit_code, new, old=(), expected_notes=(), merge=True, start="main", environment=None):
        """A branch with one change, judged against main as in CI."""
        self.steps += 1
        self.p.branch("change", start)
        change()
        self.p.commit(message)
        report = self.p.gate(environment={"GITHUB_BASE_REF": "main"} | (environment or {}))
        self.assertEqual(report["mode"], "ratchet")
        self.assertEqual((report["exit_code"], findings(report), findings(report, new=False), notes(report)),
                         (exit_code, sorted(new), sorted(old), sorted(expected_notes)), message)
        self.p.git("checkout", "-q", "main")
        if merge:
            self.p.git("merge", "-q", "--no-ff", "-m", "merge", "change")
            self.p.publish()
        return report

    # --- the history ---

    def test_history(self):
        p = self.p
        error, warning = "error", "warning"

        # 1: nothing yet: no verdict, never green.
        p.write("README.md", "kernels\n")
        p.write("specs/notes.txt", "here they will be\n")
        report = self.on_main("empty", 4, [("KP000", error, "")])
        self.assertIn("no kernel", report["exit_reason"])
        # 2: the first kernel, without CUDA, where calls on the device would throw.
        p.add_kernel("axpy", cuda=False)
        report = self.on_main("axpy", 1, [("KP101", error, "axpy")])
        self.assertEqual(report["summary"], "CUDA kernels: 0 of 1 (missing: axpy)")
        self.assertEqual((report["findings"][0]["file"], report["findings"][0]["line"]), ("specs/axpy/axpy.yaml", 2))
        # 3: a second that may fall back is a note.
        p.add_kernel("dot", cuda=False, policy="fallback")
        self.on_main("dot", 1, [("KP101", error, "axpy")], [("KP101", "dot")])
        # 4: a pull request that adds a port; what main lacks already does not hold it up.
        report = self.pull_request("port axpy", lambda: p.add_cuda("axpy"), 1, [("KP106", error, "axpy")],
                                   expected_notes=[("KP101", "dot")], merge=False)
        self.assertEqual(states(report), {"axpy": "signature", "dot": "unported"})
        # 5: with evidence of a device run it is green.
        def port_with_evidence():
            p.add_cuda("axpy")
            p.forge_evidence("axpy")
        report = self.pull_request("port axpy with evidence", port_with_evidence, 0, [], expected_notes=[("KP101", "dot")])
        self.assertEqual(states(report)["axpy"], "verified")
        self.assertEqual(report["kernels"][0]["before"], "unported")
        # 6: a new kernel without CUDA where missing_cuda is raise is stopped, with file and line.
        report = self.pull_request("add sort", lambda: p.add_kernel("sort", cuda=False), 1, [("KP101", error, "sort")],
                                   expected_notes=[("KP101", "dot")], merge=False)
        self.assertEqual(report["findings"][0]["file"], "specs/sort/sort.yaml")
        self.assertIn("specs/sort/sort_cuda.cu", report["findings"][0]["advice"])
        # 7: where it may fall back it is a warning.
        self.pull_request("add scan", lambda: p.add_kernel("scan", cuda=False, policy="fallback"), 0,
                          [("KP103", warning, "scan")], expected_notes=[("KP101", "dot"), ("KP101", "scan")])
        # 8: an exemption with all it needs; it is seen as a weakened check.
        exempt = 'exempt: {reason: "bound by the disk", owner: ana, until: 2999-01-01}\n'
        report = self.pull_request("add io, exempt", lambda: p.add_kernel("io", cuda=False, more=exempt), 0,
                                   [("KP107", warning, "io")], expected_notes=[("KP101", "dot"), ("KP101", "scan")])
        self.assertEqual(states(report)["io"], "exempt")
        # 9: the port of a kernel is deleted.
        old = [("KP101", "dot"), ("KP101", "scan")]
        report = self.pull_request("lose axpy", lambda: p.remove_file(p.cuda("axpy")), 1,
                                   [("KP101", error, "axpy"), ("KP102", error, "axpy")], expected_notes=old, merge=False)
        lost = next(f for f in report["findings"] if f["rule"] == "KP102")
        self.assertIn("was verified in the base and is unported here", lost["message"])
        # 10: the CUDA file is there and defines something else.
        self.pull_request("misname axpy", lambda: p.replace(p.cuda("axpy"), "void axpy(", "void axpi("), 1,
                          [("KP101", error, "axpy"), ("KP102", error, "axpy")], expected_notes=old, merge=False)
        # 11: its parameters change on one side, in the line that is named.
        swapped = "int n, double a, double* y, const double* x"
        report = self.pull_request("swap", lambda: p.replace(p.cuda("axpy"), PARAMETERS, swapped), 1,
                                   [("KP102", error, "axpy"), ("KP104", error, "axpy")], expected_notes=old, merge=False)
        place = next(f for f in report["findings"] if f["rule"] == "KP104")
        self.assertEqual((place["file"], place["line"]), (p.cuda("axpy"), 1))
        # 12: on the host side.
        self.pull_request("host differs", lambda: p.replace("specs/axpy/axpy_reference.cpp", "double a", "float a"), 1,
                          [("KP102", error, "axpy"), ("KP104", error, "axpy")], expected_notes=old, merge=False)
        # 13: a change that keeps the parameters makes the evidence stale.
        def edit():
            p.replace(p.cuda("axpy"), "if (i < n)", "if (i < n && n > 0)")
        report = self.pull_request("edit axpy", edit, 1, [("KP106", error, "axpy")], expected_notes=old, merge=False)
        self.assertEqual(states(report)["axpy"], "compiles")
        self.assertEqual(report["kernels"][0]["evidence"]["fresh"], False)
        # 14: a comment in the spec, `bench:` and `summary:` do not.
        def edit_bench():
            p.write(p.spec("axpy"), p.read(p.spec("axpy")) + "summary: y = a x  # quickly\nbench: {sizes: {n: [1000]}}\n")
        self.pull_request("bench", edit_bench, 0, [], expected_notes=old)
        # 15: a device run that failed.
        def fail():
            edit()
            p.forge_evidence("axpy", verdict="fail")
        self.pull_request("break axpy", fail, 1, [("KP102", error, "axpy")], expected_notes=old, merge=False)
        # 16: a looser tolerance is seen, and still green: whether it is wanted is for people.
        def loosen():
            p.replace(p.spec("axpy"), "{ulp: 2}", "{ulp: 64}")
            p.forge_evidence("axpy")
        report = self.pull_request("loosen", loosen, 0, [("KP107", warning, "axpy")], expected_notes=old, merge=False)
        self.assertIn("tolerance of output 'y': 'ulp", report["findings"][0]["message"])
        # 17: --fail-on warning makes it red.
        p.git("checkout", "-q", "change")
        self.assertEqual(p.gate("--base", "origin/main", "--fail-on", "warning")["exit_code"], 1)
        p.git("checkout", "-q", "main")
        # 18: a narrower generator.
        def narrow():
            p.replace(p.spec("axpy"), "max: 500,", "max: 50,")
            p.forge_evidence("axpy")
        self.pull_request("narrow", narrow, 0, [("KP107", warning, "axpy")], expected_notes=old, merge=False)
        # 19: raise becomes fallback: weakened.
        self.pull_request("fall back", lambda: (p.replace(p.spec("io"), "missing_cuda: raise", "missing_cuda: fallback")), 0,
                          [("KP107", warning, "io")], expected_notes=old, merge=False)
        # 20: a renamed kernel carries its state over.
        def rename(with_name=True):
            p.git("mv", "specs/axpy", "specs/saxpy")
            for ending in (".yaml", "_reference.cpp", "_cuda.cu"):
                p.git("mv", f"specs/saxpy/axpy{ending}", f"specs/saxpy/saxpy{ending}")
                p.write(f"specs/saxpy/saxpy{ending}", p.read(f"specs/saxpy/saxpy{ending}").replace("axpy", "saxpy"))
            p.remove_file("specs/saxpy/axpy.evidence.json")
            if with_name:
                p.write(p.spec("saxpy"), p.read(p.spec("saxpy")) + "renamed_from: axpy\n")
            p.forge_evidence("saxpy")
        report = self.pull_request("rename", rename, 0, [], expected_notes=old, merge=False)
        self.assertEqual([r["before"] for r in report["kernels"] if r["kernel"] == "saxpy"], ["verified"])
        # 21: without a word it is one kernel gone and one new.
        self.pull_request("rename silently", lambda: rename(False), 0, [], expected_notes=[*old, ("KP111", "axpy")], merge=False)
        # 22: a kernel is removed whole: a note, never an error.
        self.pull_request("remove dot", lambda: p.git("rm", "-rq", "specs/dot"), 0, [],
                          expected_notes=[("KP101", "scan"), ("KP111", "dot")], merge=False)
        # 23: one breach mended and another one made is red: sets are compared, not counts.
        def swap():
            p.add_cuda("scan")
            p.forge_evidence("scan")
            p.add_kernel("gather", cuda=False)
        self.pull_request("swap breaches", swap, 1, [("KP101", error, "gather")], expected_notes=[("KP101", "dot")], merge=False)
        # 24: an exemption that has expired on main does not stop others, but main is red.
        def expire():
            p.replace(p.spec("io"), "2999-01-01", "2020-01-01")
        self.pull_request("expire", expire, 1, [("KP101", error, "io"), ("KP108", error, "io")], expected_notes=old)
        self.on_main("expired", 1, [("KP101", error, "io"), ("KP108", error, "io")], old)
        self.pull_request("a page", lambda: p.write("docs.md", "x\n"), 0, [],
                          old=[("KP101", error, "io"), ("KP108", error, "io")], expected_notes=old, merge=False)
        # 25: the policy can make it count.
        self.pull_request("count old ones", lambda: p.write("kparity.yaml", "gate: {old_findings: count}\n"), 1, [],
                          old=[("KP101", error, "io"), ("KP108", error, "io")], expected_notes=old, merge=False)
        # 26: a branch behind main is not blamed for what main got since, nor credited with it.
        behind = p.git("rev-parse", "main")
        p.add_cuda("dot")
        p.forge_evidence("dot")
        p.replace(p.spec("io"), "2020-01-01", "2998-01-01")
        self.on_main("main goes on", 0, [], [("KP101", "scan")])
        self.pull_request("behind", lambda: p.write("docs.md", "x\n"), 0, [], old=[("KP101", error, "io"), ("KP108", error, "io")],
                          expected_notes=old, merge=False, start=behind)
        # 27: after merging main into it, the base is main as it is now.
        p.git("checkout", "-q", "change")
        p.git("merge", "-q", "-m", "merge main", "main")
        report = p.gate(environment={"GITHUB_BASE_REF": "main"})
        self.assertEqual((report["exit_code"], findings(report), findings(report, new=False)), (0, [], []))
        self.assertIn("origin/main", report["base"])
        p.git("checkout", "-q", "main")
        # 28: CRLF in the working tree and in a change of line ends alone.
        def crlf():
            for name in ("specs/axpy/axpy_cuda.cu", "specs/axpy/axpy_reference.cpp", "specs/axpy/axpy.yaml"):
                p.write(name, p.read(name), newline="\r\n")
        report = self.pull_request("CRLF", crlf, 0, [], expected_notes=[("KP101", "scan")], merge=False)
        self.assertEqual(states(report)["axpy"], "verified")
        # 29: non-ASCII paths, with a breach in one.
        def umlaut():
            p.write("specs/größe/notiz.txt", "x\n")
            p.write("specs/größe/groesse_cuda.cu", "__global__ void groesse() {}\n")
        report = self.pull_request("non-ASCII", umlaut, 0, [("KP109", warning, "")], expected_notes=[("KP101", "scan")], merge=False)
        self.assertEqual(report["findings"][0]["file"], "specs/größe/groesse_cuda.cu")
        # 30: a spec that cannot be read is never a kernel fewer.
        report = self.pull_request("bad spec", lambda: p.replace(p.spec("axpy"), "generate: uniform, min: -2", "generate: unifrom, min: -2"), 1,
                                   [("KP000", error, "axpy"), ("KP102", error, "axpy")], expected_notes=[("KP101", "scan")], merge=False)
        # 31: a kernel folder without a spec.
        def no_spec():
            p.write("specs/bare/bare_reference.cpp", "static void bare(int n) {}\n")
        self.pull_request("no spec", no_spec, 1, [("KP000", error, "bare"), ("KP101", error, "bare")],
                          expected_notes=[("KP101", "scan")], merge=False)
        # 32: nothing changed at all.
        report = self.pull_request("nothing", lambda: None, 0, [], expected_notes=[("KP101", "scan")], merge=False)
        self.assertTrue(all(not row["changed"] for row in report["kernels"]))
        # 33: a shared header counts as part of the kernels that include it.
        def header():
            p.write("specs/common/step.cuh", "__device__ inline int step() { return 1; }\n")
            p.replace(p.cuda("axpy"), "__global__", '#include "../common/step.cuh"\n__global__')
            p.forge_evidence("axpy")
        self.pull_request("header", header, 0, [], expected_notes=[("KP101", "scan")])
        self.pull_request("edit header", lambda: p.replace("specs/common/step.cuh", "return 1", "return 2"), 1,
                          [("KP106", error, "axpy")], expected_notes=[("KP101", "scan")], merge=False)
        # 34: the header is gone: the base is read with it, and nothing is taken for a loss of parameters by itself.
        report = self.pull_request("lose header", lambda: p.remove_file("specs/common/step.cuh"), 1,
                                   [("KP106", error, "axpy")], expected_notes=[("KP101", "scan")], merge=False)
        self.assertGreaterEqual(self.steps, 30)


class Clones(unittest.TestCase):
    """What keeps a gate from judging is exit code 4 with a command that mends it."""

    def setUp(self):
        self.p = Project(PROGRAM)
        self.addCleanup(self.p.remove)
        for name in ("axpy", "dot"):
            self.p.add_kernel(name)
            self.p.commit(name)
        self.p.publish()
        self.p.branch("change")
        self.p.add_kernel("sort", cuda=False)
        self.p.commit("sort")

    def clone(self, *words):
        copy = Project(PROGRAM)
        self.addCleanup(copy.remove)
        copy.git("remote", "add", "origin", f"file://{self.p.top}")
        copy.git("fetch", "-q", *words)
        copy.git("checkout", "-q", "-B", "change", "FETCH_HEAD")
        return copy

    def test_shallow_clone(self):
        copy = self.clone("--depth", "1", "origin", "change")
        report = copy.gate(environment={"GITHUB_BASE_REF": "main"})
        self.assertEqual(report["exit_code"], 4)
        self.assertIn("shallow", report["exit_reason"])
        self.assertIn("git fetch --unshallow origin main:refs/remotes/origin/main", report["what_next"])
        copy.git("fetch", "-q", "--depth", "1", "origin", "main:refs/remotes/origin/main")
        report = copy.gate(environment={"GITHUB_BASE_REF": "main"})
        self.assertEqual(report["exit_code"], 4)
        self.assertIn("does not reach back", report["exit_reason"])
        copy.git("fetch", "-q", "--unshallow", "origin", "main:refs/remotes/origin/main", "change")
        report = copy.gate(environment={"GITHUB_BASE_REF": "main"})
        self.assertEqual((report["exit_code"], findings(report)), (1, [("KP101", "error", "sort")]))

    def test_base_of_gitlab(self):
        base = self.p.git("rev-parse", "main")
        report = self.p.gate(environment={"CI_MERGE_REQUEST_DIFF_BASE_SHA": base})
        self.assertEqual((report["mode"], report["exit_code"]), ("ratchet", 1))
        report = self.p.gate(environment={"CI_MERGE_REQUEST_DIFF_BASE_SHA": "0" * 39 + "1"})
        self.assertEqual(report["exit_code"], 4)

    def test_unreadable_base(self):
        tree = self.p.git("rev-parse", "main:specs/dot")
        self.p.path(f".git/objects/{tree[:2]}/{tree[2:]}").unlink()
        report = self.p.gate("--base", "main")
        self.assertEqual(report["exit_code"], 4)
        self.assertIn("cannot be read", report["exit_reason"])

    def test_2000_kernels(self):
        p = self.p
        p.git("checkout", "-q", "main")
        for i in range(2000):
            p.add_kernel(f"kernel_{i}", cuda=i % 2 == 0, policy="fallback")
        p.commit()
        p.publish()
        p.branch("change")
        p.remove_file(p.cuda("kernel_10"))
        p.add_cuda("kernel_11")
        p.replace(p.cuda("kernel_12"), "double a", "float a")
        p.git("rm", "-rq", "specs/kernel_13")
        p.add_kernel("kernel_2000", cuda=False)
        p.commit()
        report = p.gate(environment={"GITHUB_BASE_REF": "main"})
        self.assertEqual((report["exit_code"], findings(report), findings(report, new=False)),
                         (1, sorted([("KP102", "error", "kernel_10"), ("KP102", "error", "kernel_12"), ("KP104", "error", "kernel_12"),
                                     ("KP106", "warning", "kernel_11"), ("KP101", "error", "kernel_2000")]), []))
        self.assertEqual(len([n for n in notes(report) if n[0] == "KP101"]), 999)  # 13 is gone, 11 is ported, 10 is not
        self.assertEqual([n for n in notes(report) if n[0] == "KP111"], [("KP111", "kernel_13")])
        self.assertIn("were not read again", " ".join(report["notes"]))

    def test_unknown_base(self):
        report = self.p.gate("--base", "origin/nothing")
        self.assertEqual(report["exit_code"], 4)
        self.assertIn("git fetch origin nothing", report["what_next"])

    def test_no_repository(self):
        copy = Project(PROGRAM)
        self.addCleanup(copy.remove)
        copy.add_kernel("axpy")
        import shutil
        shutil.rmtree(copy.path(".git"))
        self.assertEqual(copy.gate("--mode", "ratchet")["exit_code"], 4)
        self.assertEqual(copy.gate()["exit_code"], 0)  # absolute needs none

    def test_origin_head_is_the_base_of_a_stated_ratchet(self):
        report = self.p.gate("--mode", "ratchet")
        self.assertEqual((report["exit_code"], findings(report)), (1, [("KP101", "error", "sort")]))

    def test_pre_commit_compares_the_working_tree_with_head(self):
        self.p.add_kernel("gather", cuda=False)
        report = self.p.gate("--base", "HEAD")
        self.assertEqual(findings(report), [("KP101", "error", "gather")])


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
