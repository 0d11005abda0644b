// The libraries of instrumented kernels, one per compiler that was found, and the lines of their sources that tests
// expect.
#pragma once

#include <dlfcn.h>

#include <fstream>
#include <ostream>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "kparity/checker/checker.hpp"

namespace kparity::checker {

struct KernelLibrary {
  std::string compiler, path, flags;
};

/// For the names of tests.
inline void PrintTo(const KernelLibrary& library, std::ostream* out) {
  *out << library.compiler;
}

inline std::vector<KernelLibrary> kernel_libraries() {
  std::vector<KernelLibrary> libraries;
#ifdef KPARITY_KERNELS_OF_GCC
  libraries.push_back({"gcc", KPARITY_KERNELS_OF_GCC, KPARITY_FLAGS_OF_GCC});
#endif
#ifdef KPARITY_KERNELS_OF_CLANG
  libraries.push_back({"clang", KPARITY_KERNELS_OF_CLANG, KPARITY_FLAGS_OF_CLANG});
#endif
  return libraries;
}

/// The function `name` of a library, which stays loaded.
template <typename Function>
Function* kernel(const KernelLibrary& library, const std::string& name) {
  void* handle = dlopen(library.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw std::runtime_error(dlerror());
  void* symbol = dlsym(handle, name.c_str());
  if (symbol == nullptr) throw std::runtime_error("no kernel " + name + " in " + library.path);
  return reinterpret_cast<Function*>(symbol);
}

/// The lines of a kernels' source that carry `mark`.
inline std::set<unsigned> lines_with(const std::string& file, const std::string& mark) {
  std::ifstream in(std::string(KPARITY_CHECKER_KERNELS) + "/" + file);
  std::set<unsigned> lines;
  std::string line;
  for (unsigned number = 1; std::getline(in, line); ++number) {
    if (line.find("// " + mark) != std::string::npos) lines.insert(number);
  }
  if (lines.empty()) throw std::runtime_error("no line of " + file + " carries '" + mark + "'");
  return lines;
}

}  // namespace kparity::checker
