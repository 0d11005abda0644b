# A test for ReFrame: checks every kernel of a folder as a test of its own, through whatever scheduler the site has. Use:
#   KPARITY_KERNELS=/path/to/kernels reframe -c kparity_reframe.py -r
# A kernel without a device is red; KPARITY_REQUIRE_CUDA=0 leaves its device checks out.
import json
import os
import subprocess

import reframe as rfm
import reframe.utility.sanity as sn

PROGRAM = os.environ.get("KPARITY", "kparity")
FOLDER = os.environ.get("KPARITY_KERNELS", "kernels")


def kernels():
    listed = subprocess.run([PROGRAM, "status", FOLDER, "--format", "json"], capture_output=True, text=True, check=True)
    return [row["kernel"] for row in json.loads(listed.stdout)["kernels"]]


@rfm.simple_test
class KparityCheck(rfm.RunOnlyRegressionTest):
    kernel = parameter(kernels())
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    num_gpus_per_node = 1
    executable = PROGRAM

    @run_before("run")
    def choose_kernel(self):
        self.executable_opts = ["check", FOLDER, self.kernel, "--format", "json", "--output", "report.json"]
        self.env_vars = {"KPARITY_REQUIRE_CUDA": os.environ.get("KPARITY_REQUIRE_CUDA", "1")}

    @sanity_function
    def nothing_is_red(self):
        with open(os.path.join(str(self.stagedir), "report.json")) as file:
            report = json.load(file)
        red = [outcome["id"] for outcome in report["outcomes"] if outcome["red"]]
        return sn.assert_eq(red, []) and sn.assert_eq(report["exit_code"], 0)
