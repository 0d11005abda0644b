// Runs the tool in this process on folders made for one test, and keeps what it printed.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "kparity/tool/tool.hpp"

namespace kparity::tool {

struct Ran {
  int code = 0;
  std::string out, err;
  std::string all() const { return out + err; }
};

inline Ran run_tool(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "kparity");
  std::vector<char*> argv;
  for (auto& argument : arguments) argv.push_back(argument.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Ran ran;
  ran.code = main(static_cast<int>(argv.size()), argv.data());
  ran.out = testing::internal::GetCapturedStdout();
  ran.err = testing::internal::GetCapturedStderr();
  return ran;
}

/// A folder of kernel folders that goes away with the test.
class KernelFolders : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "kparity-tool-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(root); }

  void write(const std::string& path, const std::string& text) {
    const auto file = root / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

  /// A right kernel y = a * x on integers, with a reference and a simd version.
  void write_kernel(const std::string& name, const std::string& body = "for (int i = 0; i < n; ++i) y[i] = a * x[i];") {
    write(name + "/" + name + ".yaml", "kernel: " + name + "\nsummary: y = a * x\nsignature: void " + name +
                                           "(int n, int a, const int* x, int* y)\n"
                                           "inputs:\n  n: {generate: integer, min: 0, max: 500, role: size}\n"
                                           "  a: {generate: integer, min: 2, max: 9}\n"
                                           "  x: {generate: integer, shape: [n], min: -9, max: 9}\n"
                                           "outputs:\n  y: {shape: [n]}\n");
    const std::string head = "static void " + name + "(int n, int a, const int* x, int* y) {\n  ";
    write(name + "/" + name + "_reference.cpp", head + "for (int i = 0; i < n; ++i) y[i] = a * x[i];\n}\n");
    write(name + "/" + name + "_simd.cpp", head + body + "\n}\n");
  }

  std::string path(const std::string& name = "") const { return (root / name).string(); }

  std::filesystem::path root;
};

}  // namespace kparity::tool
