#!/usr/bin/env python3
"""ci/examples/kparity-array.sh on a real Slurm of one node, which this test starts and stops: a job array, and the merging of its
parts once through and once with a hole.

Usage: slurm_test.py PROGRAM. Exit 77 with a reason where Slurm (Debian: slurm-wlm, munge) or the right to start it is missing.
"""
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import unittest
from pathlib import Path

from project import Project

PROGRAM = None
EXAMPLES = Path(__file__).resolve().parents[2] / "ci/examples"
# Two cards that are files: Slurm hands out what it is told of.
CONFIGURATION = """ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser=root
AuthInfo=socket={top}/munge/socket
StateSaveLocation={top}/state
SlurmdSpoolDir={top}/spool
SlurmctldPidFile={top}/slurmctld.pid
SlurmdPidFile={top}/slurmd.pid
SlurmctldLogFile={top}/slurmctld.log
SlurmdLogFile={top}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
GresTypes=gpu
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} Gres=gpu:2
PartitionName=all Nodes=ALL Default=YES State=UP
"""


def missing():
    """Why there can be no Slurm here; empty if there can."""
    if os.geteuid() != 0:
        return "starting Slurm needs root"
    for program in ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel"):
        if shutil.which(program) is None:
            return f"there is no {program}; packages slurm-wlm and munge have it"
    return ""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def waited_for(what, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.5)
    return False


class Cluster:
    """munged, slurmctld and slurmd in the foreground, with all their files in one folder."""

    def __init__(self, top):
        self.top = top
        self.started = []
        for name in ("munge", "state", "spool"):
            (top / name).mkdir()
        (top / "munge").chmod(0o711)
        (top / "munge/key").write_bytes(os.urandom(128))
        (top / "munge/key").chmod(0o600)
        for i in range(2):
            (top / f"gpu{i}").touch()
        host = socket.gethostname().split(".")[0]
        (top / "slurm.conf").write_text(CONFIGURATION.format(host=host, ports=free_ports(2), top=top, cpus=os.cpu_count()))
        (top / "gres.conf").write_text(f"NodeName={host} Name=gpu File={top}/gpu[0-1]\n")
        self.environment = {"SLURM_CONF": str(top / "slurm.conf")}
        munge = top / "munge"
        self.start("munged", "--foreground", "--force", f"--socket={munge}/socket", f"--key-file={munge}/key", f"--pid-file={munge}/pid",
                   f"--log-file={munge}/log", f"--seed-file={munge}/seed")
        if not waited_for((munge / "socket").exists, 30):
            raise AssertionError("munged does not answer")
        self.start("slurmctld", "-D")
        self.start("slurmd", "-D")

    def start(self, *words):
        with open(self.top / f"{words[0]}.out", "w") as output:
            self.started.append(subprocess.Popen(words, env=os.environ | self.environment, stdout=output, stderr=output))

    def stop(self):
        for process in reversed(self.started):
            process.terminate()
        for process in self.started:
            process.wait(30)

    def logs(self):
        return "".join(f"--- {log.name}\n" + "".join(log.read_text().splitlines(True)[-15:]) for log in self.top.glob("*.log"))


class Slurm(unittest.TestCase):
    def setUp(self):
        self.p = Project(PROGRAM)
        self.addCleanup(self.p.remove)
        top = self.p.path("slurm")
        top.mkdir()
        self.p.top.chmod(0o755)
        self.cluster = Cluster(top)
        self.addCleanup(self.cluster.stop)
        self.environment = self.p.environment | self.cluster.environment | {
            "KPARITY": self.p.program, "KPARITY_REQUIRE_CUDA": "", "PATH": f"{Path(self.p.program).parent}:{os.environ['PATH']}"}
        self.assertTrue(waited_for(lambda: self.slurm("sinfo", "-h", "-o", "%t") == "idle", 60), self.cluster.logs())

    def slurm(self, *words):
        done = subprocess.run(words, cwd=self.p.top, env=self.environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, f"{words}\n{done.stderr}\n{self.cluster.logs()}")
        return done.stdout.strip()

    def wait_for_all(self):
        self.assertTrue(waited_for(lambda: not self.slurm("squeue", "-h"), 240), self.slurm("squeue") + self.cluster.logs())

    def said(self):
        return "".join(file.read_text() for file in sorted(self.p.top.glob("slurm-*.out")))

    def commands(self):
        """The two lines of the template's comment, which users type."""
        lines = (EXAMPLES / "kparity-array.sh").read_text().splitlines()
        return "\n".join(line.lstrip("# ") for line in lines if line.startswith("#   "))

    def test_an_array_of_parts_and_their_merging(self):
        for name in ("axpy", "copy", "dot", "scan", "sort"):
            self.p.add_kernel(name)
        self.p.replace(self.p.cuda("sort"), "a * x[i]", "a + x[i]")  # one that is red, too
        shutil.copy(EXAMPLES / "kparity-array.sh", self.p.top)
        self.p.run("check", "specs", "--format", "json", "--output", "whole.json", check=1)
        self.slurm("bash", "-euc", self.commands().replace("kernels results", "specs results"))
        self.wait_for_all()
        self.assertEqual(len(list(self.p.path("results").glob("part-*.json"))), 4, self.said())
        def told(name):
            report = json.loads(self.p.read(name))
            return [(o["id"], o["verdict"], o["cases"]) for o in report["outcomes"]], report["exit_code"]
        self.assertEqual(told("results/all.json"), told("whole.json"), self.said())

        # A task that was lost is a hole that the merging names.
        shutil.rmtree(self.p.path("results"))
        job = self.slurm("sbatch", "--parsable", "--hold", "--array=0-3", "kparity-array.sh", "specs", "results")
        self.slurm("scancel", f"{job}_2")
        self.slurm("scontrol", "release", job)
        self.wait_for_all()
        done = self.p.run("merge", *[f"results/part-{i}.json" for i in (0, 1, 3)], check=2)
        self.assertIn("dot.", done.stderr)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    if missing():
        print(f"skipped: {missing()}")
        sys.exit(77)
    unittest.main()
