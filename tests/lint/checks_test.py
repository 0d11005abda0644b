"""The checks of ci/ convict what is planted for them: each gets a small tree with one thing wrong, and the same tree right."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CI = Path(__file__).resolve().parents[2] / "ci"


def run(check, files, *arguments):
    """Runs a check on a tree made of `files`; returns the exit status, what it printed, and the tree afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        done = subprocess.run([sys.executable, str(CI / check), folder, *arguments], capture_output=True, text=True)
        after = {name: Path(folder, name).read_text() for name in files}
    return done.returncode, done.stdout + done.stderr, after


class Includes(unittest.TestCase):
    def convicts(self, path, include, words):
        status, text, _ = run("check_includes.py", {path: f"// x\n#include {include}\n"})
        self.assertEqual((status, words in text), (1, True), text)
        self.assertIn(f"{path}:2:", text)

    def accepts(self, path, include):
        status, text, _ = run("check_includes.py", {path: f"// x\n#include {include}\n"})
        self.assertEqual(status, 0, text)

    def test_arrows(self):
        self.convicts("runtime/src/kernel.cpp", '"kparity/spec/model.hpp"', "runtime must not include")
        self.convicts("framework/src/result/result.cpp", '"kparity/kernel.hpp"', "result must not include")
        self.convicts("framework/src/generate/kinds/uniform.cpp", '"kparity/compare/compare.hpp"', "generate must not")
        self.convicts("framework/include/kparity/report/report.hpp", '"kparity/parity/parity.hpp"', "report must not")
        self.accepts("framework/src/parity/check.cpp", '"kparity/compare/compare.hpp"')
        self.accepts("framework/src/spec/reader.cpp", '"kparity/signature.hpp"')
        self.accepts("framework/src/tool/main.cpp", '"kparity/compile/cache.hpp"')

    def test_third_party(self):
        self.convicts("framework/src/generate/draw.cpp", "<rapidcheck.h>", "only in")
        self.convicts("framework/src/parity/check.cpp", "<gtest/gtest.h>", "only in")
        self.convicts("framework/src/compile/wrapper.cpp", "<yaml-cpp/yaml.h>", "only in")
        self.convicts("framework/include/kparity/report/report.hpp", "<nlohmann/json.hpp>", "third-party")
        self.convicts("runtime/include/kparity/kernel.hpp", "<fmt/format.h>", "public header of the runtime")
        self.convicts("runtime/include/kparity/kernel.hpp", "<cuda_runtime.h>", "public header of the runtime")
        self.accepts("framework/src/parity/property.cpp", "<rapidcheck.h>")
        self.accepts("runtime/include/kparity/kernel.hpp", "<string_view>")

    def test_unknown_stage(self):
        self.convicts("framework/src/surprise/x.cpp", '"kparity/kernel.hpp"', "not in the table")


class Headers(unittest.TestCase):
    def test_comment_at_the_top(self):
        status, text, _ = run("check_headers.py", {"runtime/src/a.cpp": "int a;\n", "runtime/src/b.cpp": "// b\n"})
        self.assertEqual(status, 1, text)
        self.assertIn("runtime/src/a.cpp:1:", text)
        self.assertNotIn("b.cpp:", text)


class Docs(unittest.TestCase):
    SOURCE = "int before;\n  // [part]\n  int a;\n    int b;\n  // [/part]\nint after;\n"

    def page(self, code):
        return f"# Page\n\n<!-- region: src/a.cpp#part -->\n```cpp\n{code}\n```\n\nEnd.\n"

    def test_equal_region(self):
        status, text, _ = run("check_docs.py", {"src/a.cpp": self.SOURCE, "docs/p.md": self.page("int a;\n  int b;")})
        self.assertEqual(status, 0, text)

    def test_differing_region_is_found_and_fixed(self):
        files = {"src/a.cpp": self.SOURCE, "docs/p.md": self.page("int a;")}
        status, text, _ = run("check_docs.py", files)
        self.assertEqual(status, 1, text)
        self.assertIn("docs/p.md:4: differs from src/a.cpp#part", text)
        status, text, after = run("check_docs.py", files, "--fix")
        self.assertEqual(status, 0, text)
        self.assertEqual(after["docs/p.md"], self.page("int a;\n  int b;"))

    def test_missing_region_file_and_end(self):
        for page, words in [
            (self.page("x").replace("#part", "#other"), "no region [other]"),
            (self.page("x").replace("a.cpp", "b.cpp"), "no file src/b.cpp"),
            (self.page("x").replace("\n```\n\n", "\n"), "without an end"),
            ("<!-- region: src/a.cpp#part -->\ntext\n", "without a code block"),
        ]:
            status, text, _ = run("check_docs.py", {"src/a.cpp": self.SOURCE, "docs/p.md": page})
            self.assertEqual(status, 1, text)
            self.assertIn(words, text)

    def test_printed_page(self):
        page = "# P\n\n<!-- printed by: kparity one two -->\n\none two\n\n<!-- end of print -->\nmore\n"
        for text, wanted in [(page, 0), (page.replace("\none", "\none one"), 1), (page.replace("end", "start"), 1)]:
            status, output, _ = run("check_docs.py", {"docs/p.md": text}, "--program", "/bin/echo")
            self.assertEqual(status, wanted, output)
        status, output, after = run("check_docs.py", {"docs/p.md": page.replace("one two\n", "1\n")}, "--program", "/bin/echo",
                                    "--fix")
        self.assertEqual((status, after["docs/p.md"]), (0, page), output)

    def test_broken_link(self):
        status, text, _ = run("check_docs.py", {"docs/p.md": "[a](gone.md)\n"})
        self.assertEqual(status, 1, text)
        self.assertIn("docs/p.md:1: a link to gone.md", text)


class Setup(unittest.TestCase):
    def run_with(self, programs, *arguments):
        """Runs ci/setup where only the given fake programs exist (name -> shell text)."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {"dirname": 'exec /usr/bin/dirname "$@"', **programs}.items():
                Path(folder, name).write_text(f"#!/bin/bash\n{text}\n")
                Path(folder, name).chmod(0o755)
            done = subprocess.run(["/bin/bash", str(CI / "setup"), *arguments], env={"PATH": folder}, capture_output=True,
                                  text=True)
        return done.returncode, done.stdout + done.stderr

    def test_names_what_to_install_elsewhere(self):
        status, text = self.run_with({})
        self.assertEqual(status, 1, text)
        self.assertIn("librapidcheck-dev", text)
        self.assertIn("there is no cmake", text)

    def test_goes_on_elsewhere_where_the_tools_are_there(self):
        status, text = self.run_with({"cmake": "", "ninja": "", "c++": ""})
        self.assertEqual(status, 0, text)
        self.assertIn("librapidcheck-dev", text)

    def test_does_nothing_when_all_is_there(self):
        status, text = self.run_with({"dpkg-query": "echo installed", "apt-get": "echo called; exit 1"})
        self.assertEqual((status, text), (0, ""))

    def test_asks_for_root(self):
        status, text = self.run_with({"dpkg-query": "exit 1", "apt-get": "echo called", "id": "echo 1000"})
        self.assertEqual(status, 1, text)
        self.assertIn("as root: apt-get install --no-install-recommends g++", text)

    def test_installs_what_is_missing_without_questions(self):
        fake = {"dpkg-query": '[[ "$*" == *gfortran* ]] || echo installed', "id": "echo 0",
                "env": 'for a; do case "$a" in *=*) shift;; *) break;; esac; done; "$@"',
                "apt-get": 'echo "apt-get $*" >&2'}
        status, text = self.run_with(fake)
        self.assertEqual(status, 0, text)
        self.assertRegex(text, r"apt-get .*-y .*--no-install-recommends.* install gfortran\n")

    def test_unknown_argument(self):
        status, text = self.run_with({}, "nightmare")
        self.assertEqual(status, 2, text)


if __name__ == "__main__":
    unittest.main()
