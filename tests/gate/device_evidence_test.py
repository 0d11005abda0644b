#!/usr/bin/env python3
"""Evidence of a real device: written by a check, accepted by the gate, stale after an edit. Skipped without a device.

Usage: device_evidence_test.py PROGRAM
"""
import json
import sys

from project import Project, findings, states

SKIPPED = 77
project = Project(sys.argv[1])
try:
    if not json.loads(project.run("devices", "--format", "json", check=0).stdout)["devices"]:
        print("skipped: no device")
        sys.exit(SKIPPED)
    project.add_kernel("axpy")
    project.add_kernel("wrong")
    project.replace(project.cuda("wrong"), "a * x[i]", "a + x[i]")
    project.commit()
    project.run("check", "specs", "--place", "host", "--place", "device", "--evidence", "beside", check=1)
    report = project.gate("--mode", "absolute")
    assert states(report) == {"axpy": "verified", "wrong": "compiles"}, states(report)
    assert findings(report) == [("KP106", "error", "wrong")], findings(report)
    evidence = json.loads(project.read("specs/axpy/axpy.evidence.json"))
    assert evidence["device"] and evidence["driver"] and evidence["nvrtc"], evidence
    assert evidence["code"] and all(each["registers"] > 0 for each in evidence["code"]), evidence
    assert all("local_memory" in each and "shared_memory" in each for each in evidence["code"]), evidence
    assert {check["id"]: check["verdict"] for check in evidence["checks"]} == {"axpy.compile.cuda": "pass", "axpy.parity.cuda": "pass"}
    project.replace(project.cuda("axpy"), "a * x[i]", "x[i] * a")
    report = project.gate("--mode", "absolute")
    assert states(report)["axpy"] == "compiles", states(report)
    assert ("KP106", "error", "axpy") in findings(report), findings(report)
    print("evidence of", evidence["device"])
finally:
    project.remove()
