#!/usr/bin/env python3
"""What users copy from ci/examples: its form, and its steps run here one by one, as they are written.

Usage: ci_files_test.py PROGRAM. Steps that install packages are left out, actions of the hosts are what workflow.py makes of
them; the build of kparity is replaced by the program that is there. Their published schemas are the matter of schemas_test.py.
"""
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from project import Project
from workflow import Machine, run_github, run_gitlab

PROGRAM = None
EXAMPLES = Path(__file__).resolve().parents[2] / "ci/examples"
HAS_YAML = importlib.util.find_spec("yaml") is not None

STEP_KEYS = {"name", "if", "uses", "with", "run", "env", "continue-on-error"}
JOB_KEYS = {"name", "needs", "if", "runs-on", "container", "permissions", "env", "steps"}


def read(name):
    import yaml
    return yaml.load((EXAMPLES / name).read_text(), Loader=yaml.BaseLoader)  # `on` is a word, not a boolean


@unittest.skipUnless(HAS_YAML, "python3-yaml is not installed")
class Files(unittest.TestCase):
    def test_github_workflows(self):
        for file in sorted(EXAMPLES.glob("github*.yml")):
            flow = read(file.name)
            self.assertLessEqual(set(flow), {"name", "on", "permissions", "env", "jobs"}, file.name)
            self.assertEqual(flow["permissions"].get("contents", "read"), "read")
            for job in flow["jobs"].values():
                self.assertLessEqual(set(job), JOB_KEYS)
                for step in job["steps"]:
                    self.assertLessEqual(set(step), STEP_KEYS)
                    self.assertEqual(("run" in step) + ("uses" in step), 1)
                    if "uses" in step:
                        self.assertRegex(step["uses"], r"^[\w./-]+@v\d+$")
                    else:
                        script = re.sub(r"\$\{\{.*?\}\}", "1", step["run"])
                        subprocess.run(["bash", "-n"], input=script, text=True, check=True)

    def test_the_gate_judges_whatever_became_of_the_device(self):
        gate = read("github.yml")["jobs"]["gate"]
        self.assertEqual(gate["if"], "${{ !cancelled() }}")
        self.assertEqual(next(s for s in gate["steps"] if s.get("uses", "").startswith("actions/checkout"))["with"]["fetch-depth"], "0")
        self.assertEqual(read("gitlab.yml")["kparity:gate"]["when"], "always")
        self.assertEqual(read("gitlab.yml")["kparity:gate"]["variables"]["GIT_DEPTH"], "0")

    def test_code_of_forks_meets_no_secret_and_no_machine_of_ours(self):
        device = read("github.yml")["jobs"]["device"]
        self.assertIn("head.repo.full_name == github.repository", device["if"])
        comment = (EXAMPLES / "github-comment.yml").read_text()
        self.assertNotIn("actions/checkout", comment)
        self.assertNotIn("pull_request_target", "".join(f.read_text() for f in EXAMPLES.glob("*.yml")))

    def test_container_file(self):
        lines = [line for line in (EXAMPLES / "Containerfile").read_text().splitlines() if line and not line.startswith(("#", " "))]
        for line in lines:
            self.assertRegex(line, r"^(FROM|RUN|COPY|ENTRYPOINT) ")
        self.assertEqual([line.split()[1] for line in lines if line.startswith("FROM")], ["debian:12", "debian:12"])
        self.assertIn("--from=build", "\n".join(lines))


@unittest.skipUnless(HAS_YAML, "python3-yaml is not installed")
class Runs(unittest.TestCase):
    """Each test is a run of a host: its jobs one after the other, each in a clone of its own."""

    def setUp(self):
        self.p = Project(PROGRAM, kernels="kernels")
        self.addCleanup(self.p.remove)
        self.p.add_kernel("axpy")
        self.p.write(".gitignore", "external\nartifacts\n")
        self.p.commit("one")
        self.p.commit("two")
        self.tool = self.p.program

    def prepare(self, folder):
        """kparity as a submodule, already built; building it is the matter of ci/quickstart."""
        source = folder / "external/kparity"
        (source / "ci").mkdir(parents=True)
        (source / "build/release").mkdir(parents=True)
        (source / "ci/quickstart").write_text("#!/bin/sh\nexit 0\n")
        (source / "ci/quickstart").chmod(0o755)
        (source / "build/release/kparity").symlink_to(self.tool)

    def machine(self, branch="main", **environment):
        machine = Machine(self.p, branch, self.prepare, environment)
        self.addCleanup(machine.remove)
        return machine

    def github(self, name="github.yml", branch="main", event="push", fork=False, flow=None, jobs=None, **environment):
        context = {"github.run_number": "7", "github.event.number": "12", "github.event_name": event, "github.repository": "a/b",
                   "github.event.pull_request.head.repo.full_name": "eve/b" if fork else "a/b", "github.token": "none",
                   "github.event.workflow_run.conclusion": "success", "github.event.workflow_run.id": "1"}
        machine = self.machine(branch, GITHUB_ACTIONS="true", GITHUB_STEP_SUMMARY="summary",
                               **({"GITHUB_BASE_REF": "main"} if event == "pull_request" else {}), **environment)
        return machine, run_github(machine, flow or read(name), context, jobs)

    def with_a_device(self):
        """A program that stands in for a machine with a device: it writes evidence there, and else is kparity."""
        self.p.forge_evidence("axpy", folder="forged")
        self.tool = self.p.path("with-a-device")
        self.tool.write_text("#!/bin/sh\ncase \"$*\" in *'--place device'*'--evidence evidence'*)\n"
                             f"  mkdir -p evidence; cp {self.p.path('forged')}/* evidence; echo '<testsuites/>' > kparity-device.xml; exit 0 ;;\n"
                             f"esac\nexec {self.p.program} \"$@\"\n")
        self.tool.chmod(0o755)

    def no_job_failed(self, jobs):
        for name, job in jobs.items():
            self.assertEqual(job.result, "success", f"{name}\n{job.output()}")

    def test_github_on_main_with_a_device(self):
        self.with_a_device()
        machine, jobs = self.github()
        self.no_job_failed(jobs)
        self.assertEqual(list(jobs), ["check", "device", "gate"])
        self.assertIn("Porting gate green", (jobs["gate"].folder / "summary").read_text())
        report = json.loads((machine.artifacts["kparity-gate"] / "kparity-gate.json").read_text())
        self.assertEqual([row["state"] for row in report["kernels"]], ["verified"])  # by what the other job left
        self.assertEqual({file.suffix for file in machine.artifacts["kparity-gate"].iterdir()}, {".xml", ".md", ".json", ".html"})
        self.assertIn("<testsuites", (machine.artifacts["kparity"] / "kparity.xml").read_text())
        self.assertIn("sarif", machine.artifacts)

    def test_github_gate_runs_where_the_device_job_fails(self):
        _, jobs = self.github()
        has_device = subprocess.run(["bash", "-c", "nvidia-smi -L"], capture_output=True).returncode == 0
        self.assertEqual(jobs["device"].result, "success" if has_device else "failure", jobs["device"].output())
        self.assertEqual(jobs["gate"].result, "success", jobs["gate"].output())

    def test_github_pull_request_of_a_fork_that_loses_a_port(self):
        self.p.branch("change")
        self.p.remove_file("kernels/axpy/axpy_cuda.cu")
        self.p.commit()
        machine, jobs = self.github(branch="change", event="pull_request", fork=True)
        self.assertEqual((jobs["check"].result, jobs["device"].result, jobs["gate"].result), ("success", "skipped", "failure"))
        gate = jobs["gate"]
        self.assertEqual([step.name for step in gate.steps if step.result == "failure"], ["actions/download-artifact", "Gate"])
        self.assertIn("::error file=kernels/axpy/axpy.yaml,line=2,title=KP102 axpy::", gate.step("Gate").output)
        self.assertIn("Porting gate red", (gate.folder / "summary").read_text())
        self.assertIn('"new"', (machine.artifacts["sarif"] / "kparity.sarif").read_text())
        self.assertIn("kparity-gate", machine.artifacts)

    def test_github_without_the_history_it_asks_for(self):
        flow = read("github.yml")
        next(s for s in flow["jobs"]["gate"]["steps"] if s.get("uses", "").startswith("actions/checkout"))["with"].pop("fetch-depth")
        self.p.branch("change")
        self.p.commit()
        self.p.git("checkout", "-q", "main")
        self.p.commit("main goes on")
        _, jobs = self.github(branch="change", event="pull_request", flow=flow)
        self.assertIn("git fetch", jobs["gate"].step("Gate").output)
        self.assertEqual(jobs["gate"].result, "failure", jobs["gate"].output())

    def test_a_gate_that_cannot_say_no_is_noticed(self):
        self.tool = self.p.path("blind")
        self.tool.write_text("#!/bin/sh\nexit 0\n")
        self.tool.chmod(0o755)
        _, jobs = self.github()
        self.assertEqual(jobs["gate"].step("The gate can say no").result, "failure")

    def test_github_bench_and_comment(self):
        self.p.add_kernel("axpy", more="bench: {sizes: {n: [1000]}}\n")
        self.p.commit()
        machine, jobs = self.github("github-bench.yml", event="pull_request")
        self.no_job_failed(jobs)
        bench = machine.artifacts["bench"]
        self.assertEqual((bench / "number").read_text(), "12\n")
        json.loads((bench / "bench.json").read_text())
        tools = self.p.path("tools")
        tools.mkdir()
        (tools / "gh").write_text('#!/bin/sh\necho "$GH_REPO $@" >> gh-said\n')
        (tools / "gh").chmod(0o755)
        flow = read("github-comment.yml")
        comment = self.machine(PATH=f"{tools}:{self.p.environment['PATH']}")
        comment.artifacts = machine.artifacts
        (bench / "number").write_text("12; rm -rf /\n")  # only digits are taken
        (bench / "table.txt").write_text("~~~\n# an injected title\n")
        context = {"github.token": "none", "github.repository": "a/b", "github.event.workflow_run.conclusion": "success",
                   "github.event.workflow_run.id": "1"}
        jobs = run_github(comment, flow, context)
        self.no_job_failed(jobs)
        folder = jobs["comment"].folder
        self.assertEqual((folder / "gh-said").read_text().split()[:4], ["a/b", "pr", "comment", "12"])
        self.assertEqual((folder / "comment.md").read_text().count("~~~"), 2)
        jobs = run_github(self.machine(), flow, context | {"github.event.workflow_run.conclusion": "failure"})
        self.assertEqual(jobs["comment"].result, "skipped")

    def test_gitlab_on_main_with_a_device(self):
        self.with_a_device()
        machine = self.machine()
        jobs = run_gitlab(machine, read("gitlab.yml"), {"GITLAB_CI": "true", "CI_PIPELINE_IID": "7"})
        self.no_job_failed(jobs)
        self.assertEqual(list(jobs), ["kparity:check", "kparity:device", "kparity:gate"])
        folder = jobs["kparity:gate"].folder
        self.assertEqual(json.loads((folder / "kparity-quality.json").read_text()), [])
        self.assertIn('kparity_kernels{state="verified"} 1', (folder / "kparity-metrics.txt").read_text())

    def test_gitlab_merge_request_that_loses_a_port(self):
        base = self.p.git("rev-parse", "HEAD")
        self.p.branch("change")
        self.p.remove_file("kernels/axpy/axpy_cuda.cu")
        for i in range(30):  # beyond the depth of a clone by default
            self.p.commit(f"change {i}")
        variables = {"GITLAB_CI": "true", "CI_PIPELINE_IID": "7", "CI_MERGE_REQUEST_DIFF_BASE_SHA": base,
                     "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}
        jobs = run_gitlab(self.machine("change"), read("gitlab.yml"), variables)
        self.assertEqual(jobs["kparity:gate"].result, "failure")
        self.assertIn("KP102", jobs["kparity:gate"].output())
        quality = json.loads((jobs["kparity:gate"].folder / "kparity-quality.json").read_text())
        self.assertEqual({issue["check_name"] for issue in quality}, {"KP101", "KP102"})
        flow = read("gitlab.yml")
        del flow["kparity:gate"]["variables"]
        jobs = run_gitlab(self.machine("change"), flow, variables)
        self.assertIn("git fetch", jobs["kparity:gate"].output())

    def test_pre_commit_hook(self):
        hook = self.p.path(".git/hooks/pre-commit")
        shutil.copy(EXAMPLES / "pre-commit", hook)
        self.p.environment |= {"KPARITY": self.p.program}
        self.p.write("kernels/readme.txt", "x\n")
        self.p.commit("nothing of kernels")
        self.p.add_kernel("sort", cuda=False)
        self.p.git("add", "-A")
        done = subprocess.run(["git", "commit", "-qm", "x"], cwd=self.p.top, env=self.p.environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("KP101", done.stdout + done.stderr)
        self.p.environment["KPARITY"] = "kparity-that-is-not-there"
        done = subprocess.run(["git", "commit", "-qm", "x"], cwd=self.p.top, env=self.p.environment, capture_output=True, text=True)
        self.assertIn("set KPARITY", done.stderr)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
