"""A small repository of kernels for the tests of the gate: writes kernels, commits, forges evidence, runs the gate."""
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

SPEC = """kernel: {name}
signature: void {name}(int n, double a, const double* x, double* y)
missing_cuda: {policy}
inputs:
  n: {{generate: integer, min: 0, max: {most}, role: size}}
  a: {{generate: uniform, min: -2, max: 2}}
  x: {{generate: uniform, shape: [n], min: -1, max: 1}}
outputs:
  y: {{shape: [n], tolerance: {{ulp: {ulp}}}, reason: "a test"}}
launch: {{threads: n}}
{more}"""
BODY = "if (i < n) y[i] = a * x[i];"
REFERENCE = "static void {name}(int n, double a, const double* x, double* y) {{\n  for (int i = 0; i < n; ++i) y[i] = a * x[i];\n}}\n"
CUDA = "__global__ void {name}({parameters}) {{\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  {body}\n}}\n"
PARAMETERS = "int n, double a, const double* x, double* y"


class Project:
    """A git repository with a clone of itself as origin, so that origin/main is there as in CI."""

    def __init__(self, program, folder=None, kernels="specs"):
        self.program = str(Path(program).resolve())
        self.top = Path(folder or tempfile.mkdtemp(prefix="kparity-gate-"))
        self.kernels = kernels
        self.cache = tempfile.mkdtemp(prefix="kparity-gate-cache-")
        self.environment = {k: v for k, v in os.environ.items()
                            if not k.startswith(("GIT_", "GITHUB_", "CI_", "KPARITY_"))}
        self.environment |= {"KPARITY_CACHE_DIR": self.cache, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
                             "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org",
                             "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org"}
        self.git("init", "-q", "-b", "main")
        self.git("config", "core.autocrlf", "false")

    def remove(self):
        shutil.rmtree(self.top, ignore_errors=True)
        shutil.rmtree(self.cache, ignore_errors=True)

    def git(self, *words, check=True):
        done = subprocess.run(["git", *words], cwd=self.top, env=self.environment, capture_output=True, text=True)
        if check and done.returncode != 0:
            raise AssertionError(f"git {' '.join(words)}: {done.stderr}")
        return done.stdout.strip()

    def path(self, name):
        return self.top / name

    def write(self, name, text, newline="\n"):
        file = self.path(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.replace("\n", newline).encode())

    def read(self, name):
        return self.path(name).read_text()

    def replace(self, name, old, new):
        text = self.read(name)
        assert old in text, f"{name} has no {old!r}"
        self.write(name, text.replace(old, new))

    def spec(self, name):
        return f"{self.kernels}/{name}/{name}.yaml"

    def cuda(self, name):
        return f"{self.kernels}/{name}/{name}_cuda.cu"

    def add_kernel(self, name, cuda=True, policy="raise", ulp=2, most=500, more="", newline="\n"):
        self.write(self.spec(name), SPEC.format(name=name, policy=policy, ulp=ulp, most=most, more=more), newline)
        self.write(f"{self.kernels}/{name}/{name}_reference.cpp", REFERENCE.format(name=name), newline)
        if cuda:
            self.add_cuda(name, newline=newline)

    def add_cuda(self, name, parameters=PARAMETERS, body=BODY, newline="\n"):
        self.write(self.cuda(name), CUDA.format(name=name, parameters=parameters, body=body), newline)

    def remove_file(self, name):
        self.path(name).unlink()

    def commit(self, message="a change"):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)

    def publish(self):
        """What main is now is what origin/main is."""
        self.git("update-ref", "refs/remotes/origin/main", "main")
        self.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")

    def branch(self, name, start="main"):
        self.git("checkout", "-q", "-B", name, start)

    def run(self, *words, environment=None, check=None):
        done = subprocess.run([self.program, *words], cwd=self.top, env=self.environment | (environment or {}),
                              capture_output=True, text=True)
        if check is not None and done.returncode != check:
            raise AssertionError(f"kparity {' '.join(words)}: exit {done.returncode}, wanted {check}\n{done.stdout}{done.stderr}")
        return done

    def gate(self, *words, environment=None):
        """The JSON report with the exit code of the program."""
        done = self.run("gate", self.kernels, "--format", "json", *words, environment=environment)
        if done.returncode == 2:
            raise AssertionError(f"usage error: {done.stderr}")
        report = json.loads(done.stdout)
        assert report["exit_code"] == done.returncode, (report["exit_code"], done.returncode)
        return report

    def status(self, *words):
        return json.loads(self.run("status", self.kernels, "--format", "json", *words, check=0).stdout)

    def forge_evidence(self, *names, verdict="pass", cases=200, registers=32, shared=0, local=0, folder=None, workflow="GPU",
                       times=(), change=None):
        """Evidence as a device run would write it; the tests have no device."""
        rows = {row["kernel"]: row for row in self.status()["kernels"]}
        for name in names:
            def check(kind, verdict="pass"):
                return {"id": f"{name}.{kind}.cuda", "verdict": verdict, "reason": "" if verdict == "pass" else "1 of 9 differ",
                        "cases": cases, "used": 0.1, "token": ""}
            evidence = {"schema": 1, "kernel": name, "kparity": "0.1.0", "hash": rows[name]["hash"],
                        "date": "2026-01-02T03:04:05Z", "device": "Imagined 1", "driver": "1", "nvrtc": "13.0",
                        "workflow": workflow, "run": "7", "commit": "", "seed": 1,
                        "checks": [check("compile"), check("parity", verdict)],
                        "code": [{"architecture": "sm_90", "types": "", "registers": registers, "threads": 128,
                                  "shared_memory": shared, "local_memory": local}],
                        "times": [dict(zip(("point", "implementation", "seconds", "what"), time)) for time in times]}
            if change:
                change(evidence)
            target = f"{folder}/{name}.evidence.json" if folder else f"{self.kernels}/{name}/{name}.evidence.json"
            self.write(target, json.dumps(evidence, indent=2))


def findings(report, new=True):
    """(rule, severity, kernel) of the findings, without notes."""
    return sorted((f["rule"], f["severity"], f["kernel"]) for f in report["findings"]
                  if f["new"] == new and f["severity"] != "note")


def notes(report):
    return sorted((f["rule"], f["kernel"]) for f in report["findings"] if f["severity"] == "note")


def states(report):
    return {row["kernel"]: row["state"] for row in report["kernels"]}
