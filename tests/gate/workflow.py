"""Runs the jobs of a GitHub workflow or a GitLab pipeline on this machine as they are written: each job in a clone of its own
with the depth it asks for, its variables, conditions, needs and artifacts. What packages install and hosts' actions do besides is left out.
"""
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

@dataclass
class Step:
    name: str
    result: str  # success, failure, skipped
    output: str = ""


@dataclass
class Job:
    result: str
    folder: Path
    steps: list = field(default_factory=list)

    def step(self, name):
        return next(step for step in self.steps if step.name == name)

    def output(self):
        return "".join(f"--- {step.name}: {step.result}\n{step.output}" for step in self.steps)


class Machine:
    """What jobs share: where the repository comes from, the environment, the artifacts that were kept."""

    def __init__(self, project, branch, prepare, environment):
        self.project, self.branch, self.prepare = project, branch, prepare
        self.top = Path(tempfile.mkdtemp(prefix="kparity-workflow-"))
        home = self.top / "home"
        home.mkdir()
        self.environment = project.environment | {"HOME": str(home), "GIT_CONFIG_GLOBAL": str(home / ".gitconfig")} | environment
        self.artifacts = {}

    def remove(self):
        shutil.rmtree(self.top, ignore_errors=True)

    def folder_of(self, job):
        return self.top / re.sub(r"\W", "-", job)

    def checkout(self, folder, depth):
        words = ["git", "clone", "-q", "--no-single-branch", "-b", self.branch, f"file://{self.project.top}", str(folder)]
        if depth:
            words[3:3] = ["--depth", str(depth)]
        subprocess.run(words, env=self.environment, check=True, capture_output=True)
        self.prepare(folder)

    def shell(self, words, script, folder, environment):
        done = subprocess.run([*words, script], cwd=folder, env=environment, capture_output=True, text=True)
        return done.returncode == 0, done.stdout + done.stderr

    def keep(self, name, folder, paths):
        """Files and folders by their paths in `folder`; patterns have stars."""
        kept = self.top / "artifacts" / name
        for pattern in paths:
            for path in folder.glob(pattern.rstrip("/")):
                target = kept / path.relative_to(folder)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copytree(path, target, dirs_exist_ok=True) if path.is_dir() else shutil.copy(path, target)
        if kept.exists():
            self.artifacts[name] = kept
        return kept.exists()


def evaluated(expression, context, failed):
    """The value of `${{ expression }}`: literals, names of the context, status functions, == != && || !."""
    functions = {"always": True, "cancelled": False, "success": not failed, "failure": failed}
    def word(match):
        text = match[0]
        if text.startswith("'"):
            return text
        if text.endswith("()"):
            return repr(functions[text[:-2]])
        return repr(context[text])  # a name that is not there ends the test
    python = re.sub(r"'[^']*'|[a-z_]+\(\)|[a-z_]+(?:\.[a-z_]+)+", word, expression)
    python = re.sub(r"!(?!=)", " not ", python).replace("&&", " and ").replace("||", " or ")
    return eval(python, {"__builtins__": {}})  # of a file of this repository


def condition(text, context, failed):
    """As hosts have it: without a status function a failure before skips."""
    if text is None:
        return not failed
    text = re.sub(r"^\$\{\{(.*)\}\}$", r"\1", text.strip())
    value = evaluated(text, context, failed)
    return bool(value) if re.search(r"\b(always|cancelled|success|failure)\(\)", text) else bool(value) and not failed


def expanded(text, context, failed=False):
    return re.sub(r"\$\{\{\s*(.*?)\s*\}\}", lambda m: str(evaluated(m[1], context, failed)), text)


def act(machine, action, options, folder):
    """The part of a host's action that the following steps rest on."""
    if action == "actions/checkout":
        machine.checkout(folder, 0 if options.get("fetch-depth") == "0" else 1)
    elif action == "actions/upload-artifact":
        paths = options["path"].split()
        only = paths[0] if len(paths) == 1 and paths[0].endswith("/") else None  # what paths have in common is left off
        kept = machine.keep(options["name"], folder / only, ["*"]) if only else machine.keep(options["name"], folder, paths)
        return kept or options.get("if-no-files-found") == "ignore" or f"no files at {options['path']}"  # a warning only
    elif action == "actions/download-artifact":
        if options["name"] not in machine.artifacts:
            return None
        shutil.copytree(machine.artifacts[options["name"]], folder / options["path"], dirs_exist_ok=True)
    elif action == "github/codeql-action/upload-sarif":
        if not (folder / options["sarif_file"]).is_file():
            return None
        machine.keep("sarif", folder, [options["sarif_file"]])
    else:
        raise AssertionError(f"unknown action {action}")
    return True


def run_github(machine, flow, context, jobs=None):
    """The jobs of a workflow in the order of their needs; `context` holds what `github.` names are in this run."""
    done = {}
    for name, job in flow["jobs"].items():
        if jobs is not None and name not in jobs:
            continue
        needs = job.get("needs", [])
        failed = any(done[need].result != "success" for need in needs)
        folder = machine.folder_of(name)
        done[name] = Job("success", folder)
        if not condition(job.get("if"), context, failed):
            done[name].result = "skipped"
            continue
        folder.mkdir()
        variables = flow.get("env", {}) | job.get("env", {})
        for step in job["steps"]:
            run_step(machine, step, variables, context, done[name])
    return done


def run_step(machine, step, variables, context, job):
    failed = job.result != "success"
    name = step.get("name") or step.get("uses", "").split("@")[0] or step["run"].split("\n")[0]
    if not condition(step.get("if"), context, failed):
        job.steps.append(Step(name, "skipped"))
        return
    environment = machine.environment | {k: expanded(v, context) for k, v in (variables | step.get("env", {})).items()}
    if "uses" in step:
        options = {key: expanded(value, context) for key, value in step.get("with", {}).items()}
        said = act(machine, step["uses"].split("@")[0], options, job.folder)
        good, output = said is not None, said if isinstance(said, str) else ""
    elif step["run"].startswith("apt-get"):
        good, output = True, "left out"
    else:
        good, output = machine.shell(["bash", "-e", "-c"], expanded(step["run"], context), job.folder, environment)
    job.steps.append(Step(name, "success" if good else "failure", output))
    if not good and step.get("continue-on-error") != "true":
        job.result = "failure"


def run_gitlab(machine, flow, variables, jobs=None):
    """The jobs of a pipeline by stage; a job gets the artifacts of its needs, or of all stages before."""
    reserved = {"variables", "stages"}
    done = {}
    red = False  # a job of an earlier stage that may not fail
    for stage in flow["stages"]:
        names = [n for n, job in flow.items() if n not in reserved and job["stage"] == stage and (jobs is None or n in jobs)]
        for name in names:
            job = flow[name]
            folder = machine.folder_of(name)
            done[name] = Job("skipped", folder)
            if red and job.get("when") != "always":
                continue
            own = flow["variables"] | job.get("variables", {})
            machine.checkout(folder, int(own.get("GIT_DEPTH", 20)))
            sources = [need["job"] for need in job["needs"]] if "needs" in job else list(machine.artifacts)
            for source in sources:
                if source in machine.artifacts:
                    shutil.copytree(machine.artifacts[source], folder, dirs_exist_ok=True)
            script = "\n".join(job["script"])
            good, output = machine.shell(["bash", "-eo", "pipefail", "-c"], script, folder, machine.environment | own | variables)
            done[name] = Job("success" if good else "failure", folder, [Step("script", "success" if good else "failure", output)])
            kept = job.get("artifacts", {})
            if good or kept.get("when") == "always":
                machine.keep(name, folder, kept.get("paths", []))
        red = red or any(done[n].result == "failure" and flow[n].get("allow_failure") != "true" for n in names)
    return done
