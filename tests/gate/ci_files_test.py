#!/usr/bin/env python3
"""What users copy from ci/examples: its form, and its steps run here one by one, as they are written.

Usage: ci_files_test.py PROGRAM. Steps that install packages, and actions of the hosts, are left out; the build of kparity is
replaced by the program that is there. Their published schemas are the matter of schemas_test.py.
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

PROGRAM = None
EXAMPLES = Path(__file__).resolve().parents[2] / "ci/examples"
HAS_YAML = importlib.util.find_spec("yaml") is not None

# How GitHub's and GitLab's expressions read in a run of main on this machine.
EXPRESSIONS = {"github.run_number": "7", "github.event.number": "12"}
STEP_KEYS = {"name", "if", "uses", "with", "run", "env", "continue-on-error"}
JOB_KEYS = {"name", "needs", "if", "runs-on", "container", "permissions", "env", "steps"}


def read(name):
    import yaml
    return yaml.load((EXAMPLES / name).read_text(), Loader=yaml.BaseLoader)  # `on` is a word, not a boolean


def expanded(text):
    return re.sub(r"\$\{\{\s*(.*?)\s*\}\}", lambda m: EXPRESSIONS[m[1]], text)


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
    def setUp(self):
        self.p = Project(PROGRAM, kernels="kernels")
        self.addCleanup(self.p.remove)
        self.p.add_kernel("axpy")
        self.p.write(".gitignore", "external\nkparity*\nevidence\nartifacts\nbench\nsummary\n")
        self.p.commit()
        self.p.publish()
        source = self.p.path("external/kparity")
        (source / "ci").mkdir(parents=True)
        (source / "build/release").mkdir(parents=True)
        (source / "ci/quickstart").write_text("#!/bin/sh\nexit 0\n")
        (source / "ci/quickstart").chmod(0o755)
        (source / "build/release/kparity").symlink_to(self.p.program)
        self.p.environment |= {"KPARITY_SOURCE": "external/kparity", "GITHUB_STEP_SUMMARY": str(self.p.path("summary")),
                               "CI_PIPELINE_IID": "7"}

    def script(self, text):
        """As the hosts run it: bash, ending at the first command that fails."""
        done = subprocess.run(["bash", "-eo", "pipefail", "-c", text], cwd=self.p.top, env=self.p.environment,
                              capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def run_github(self, job, name="github.yml", environment=None):
        self.p.environment |= environment or {}
        results = []
        failed = False
        for step in read(name)["jobs"][job]["steps"]:
            command = step.get("run")
            if command is None or command.startswith(("apt-get", "git config --global")):
                continue
            if failed and "if" not in step:
                continue
            code, output = self.script(expanded(command))
            results.append((step.get("name", command.split()[0]), code, output))
            failed = failed or code != 0
        return {name: (code, output) for name, code, output in results}, failed

    def test_github_check(self):
        steps, failed = self.run_github("check")
        self.assertFalse(failed, steps)
        self.assertIn("<testsuites", self.p.read("kparity.xml"))

    def test_github_gate_on_main_and_in_a_pull_request(self):
        steps, failed = self.run_github("gate")
        self.assertFalse(failed, steps)
        self.assertIn("Porting gate green", self.p.read("summary"))
        self.p.branch("change")
        self.p.remove_file("kernels/axpy/axpy_cuda.cu")
        self.p.commit()
        steps, failed = self.run_github("gate", environment={"GITHUB_BASE_REF": "main"})
        self.assertEqual(steps["Gate"][0], 1, steps)
        self.assertIn("::error file=kernels/axpy/axpy.yaml,line=2,title=KP102 axpy::", steps["Gate"][1])
        self.assertEqual((steps["Summary"][0], steps["The gate can say no"][0]), (0, 0), steps)
        self.assertIn("Porting gate red", self.p.read("summary"))
        for name in ("sarif", "json"):
            json.loads(self.p.read(f"kparity{'-gate' if name == 'json' else ''}.{name}"))

    def test_a_gate_that_cannot_say_no_is_noticed(self):
        blind = self.p.path("external/kparity/build/release/kparity")
        blind.unlink()
        blind.write_text("#!/bin/sh\nexit 0\n")
        blind.chmod(0o755)
        self.p.write("kparity-gate.md", "")
        steps, _ = self.run_github("gate")
        self.assertEqual(steps["The gate can say no"][0], 1)

    def test_github_device_fails_where_there_is_none(self):
        steps, failed = self.run_github("device", environment={"KPARITY_REQUIRE_CUDA": "1"})
        has_device = subprocess.run(["bash", "-c", "nvidia-smi -L"], capture_output=True).returncode == 0
        self.assertEqual(failed, not has_device, steps)
        self.assertEqual(self.p.path("evidence/axpy.evidence.json").exists(), has_device)

    def test_github_bench_and_comment(self):
        steps, failed = self.run_github("bench", "github-bench.yml")
        self.assertFalse(failed, steps)
        self.assertEqual(self.p.read("bench/number"), "12\n")
        tools = self.p.path("tools")
        tools.mkdir()
        (tools / "gh").write_text('#!/bin/sh\necho "$@" > gh-said\n')
        (tools / "gh").chmod(0o755)
        self.p.write("bench/number", "12; rm -rf /\n")  # only digits are taken
        self.p.write("bench/table.txt", "~~~\n# an injected title\n")
        EXPRESSIONS.update({"github.token": "none", "github.repository": "a/b"})
        steps, failed = self.run_github("comment", "github-comment.yml", {"PATH": f"{tools}:{self.p.environment['PATH']}"})
        self.assertFalse(failed, steps)
        self.assertEqual(self.p.read("gh-said").split()[:3], ["pr", "comment", "12"])
        self.assertEqual(self.p.read("comment.md").count("~~~"), 2)

    def test_gitlab(self):
        flow = read("gitlab.yml")
        for job in ("kparity:check", "kparity:gate"):
            for command in flow[job]["script"]:
                code, output = self.script(command)
                self.assertEqual(code, 0, (command, output))
        self.assertEqual(json.loads(self.p.read("kparity-quality.json")), [])
        self.assertIn('kparity_kernels{state="signature"} 1', self.p.read("kparity-metrics.txt"))

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
