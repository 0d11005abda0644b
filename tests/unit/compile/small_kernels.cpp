// Writes small kernel folders.
#include "small_kernels.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace kparity::compile {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() {
  std::string name = (fs::temp_directory_path() / "kparity-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder");
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string ScratchFolder::write(const std::string& name, const std::string& text) const {
  const fs::path file = path_ / name;
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
  return file.string();
}

spec::Vocabulary small_vocabulary() {
  spec::KindRule uniform;
  uniform.name = "uniform";
  spec::KindRule integer = uniform;
  integer.name = "integer";
  spec::KindRule exact;
  exact.name = "exact";
  exact.for_booleans = true;
  return {{uniform, integer}, {exact}};
}

std::string axpy_spec() {
  return "kernel: axpy\n"
         "summary: y += a x\n"
         "signature: void axpy(double a, const double* x, double* y, int n)\n"
         "inputs:\n"
         "  n: {generate: integer, role: size}\n"
         "  a: {generate: uniform}\n"
         "  x: {generate: uniform, shape: [n]}\n"
         "  y: {generate: uniform, shape: [n]}\n"
         "outputs:\n"
         "  y: {tolerance: exact, reason: a test}\n"
         "launch: {threads: n}\n";
}

std::string axpy_source() {
  return "static void axpy(double a, const double* x, double* y, int n) {\n"
         "  for (int i = 0; i < n; ++i) y[i] += a * x[i];\n"
         "}\n";
}

KernelSource axpy_folder(const ScratchFolder& scratch, const std::map<std::string, std::string>& sources) {
  scratch.write("axpy/axpy.yaml", axpy_spec());
  for (const auto& [name, text] : sources) scratch.write("axpy/" + name, text);
  return read_sources(scratch.path() + "/axpy", small_vocabulary()).at(0);
}

double call_axpy(const LoadedHost& host, bool witnessed) {
  double a = 2;
  const double values[]{1, 2};
  double results[]{10, 20};
  const double* x = values;
  double* y = results;
  int n = 2;
  void* arguments[]{&a, &x, &y, &n};
  (witnessed ? host.witnessed : host.entries).at(0)(arguments);
  return results[1];
}

void use_private_cache() {
  static const ScratchFolder folder;
  setenv("KPARITY_CACHE_DIR", (folder.path() + "/cache").c_str(), 1);
}

}  // namespace kparity::compile
