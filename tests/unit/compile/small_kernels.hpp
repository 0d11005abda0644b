// Kernel folders written by a test, and a vocabulary of two words, so that these tests need no other stage.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "kparity/compile/catalog.hpp"
#include "kparity/spec/vocabulary.hpp"

namespace kparity::compile {

/// A folder that goes away at the end.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  std::string path() const { return path_.string(); }
  /// Writes a file below it, with its folders, and returns its path.
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

/// Generators `uniform` and `integer`, the tolerance `exact`; no fields are required.
spec::Vocabulary small_vocabulary();

/// "axpy.yaml" for `void axpy(double a, const double* x, double* y, int n)`.
std::string axpy_spec();
/// A correct implementation.
std::string axpy_source();

/// The folder `axpy` in `scratch` with a spec and `sources` by file name; returns what read_sources makes of it.
KernelSource axpy_folder(const ScratchFolder& scratch, const std::map<std::string, std::string>& sources);

/// Calls entry 0 on x = (1, 2), y = (10, 20), a = 2 and returns y[1]: 24 if right.
double call_axpy(const LoadedHost& host, bool witnessed = false);

/// Sends this process's cache to a folder of its own; the first call has to come before the first compilation.
void use_private_cache();

}  // namespace kparity::compile
