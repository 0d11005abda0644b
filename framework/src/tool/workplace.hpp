// What a verb works on: the kernel folders below one root with their specs, and the catalogue that runs them, whether
// the build made it or the tool compiles it on first use.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kparity/catalog.hpp"
#include "kparity/compile/catalog.hpp"
#include "kparity/spec/vocabulary.hpp"
#include "kparity/tool/tool.hpp"

namespace kparity::tool {

struct Workplace {
  std::string root;
  std::vector<compile::KernelSource> sources;  // sorted by name
  compile::CompileHost compile_host;           // of `compiled`; fails once per file
  KernelCatalog compiled;                      // stand-alone
  KernelCatalog* catalog = nullptr;            // `compiled`, or the built-in one
  bool built_in = false;
};

/// The words of all generators and tolerance forms.
spec::Vocabulary vocabulary();

/// The kernels below `root` with all problems of their specs; none is no error.
std::vector<compile::KernelSource> read_kernels(const std::string& root);

/// Opens `root`; empty means the built-in folder, and the current folder without one. Throws FileNotFound,
/// NotAKernelFolder, and InvalidArgument when there is no kernel folder at all.
void open_workplace(Workplace& workplace, const std::string& root, const BuiltIn* built_in);

/// The sources that `names` select, all of them if it is empty. Throws KeyError with the nearest names.
std::vector<const compile::KernelSource*> select(const Workplace& workplace, const std::vector<std::string>& names);

/// The implementations of a kernel that `wanted` selects (all if empty). Throws ImplementationUnavailable if no
/// selected kernel has one of them.
std::vector<std::string> implementations_of(const compile::KernelSource& source);

/// What to type in front of a token: "kparity replay --in specs".
std::string replay_command(const Workplace& workplace, const BuiltIn* built_in);

/// Compiles the host files of the sources into the cache, unless the build has done it.
void compile_hosts(const Workplace& workplace, const std::vector<const compile::KernelSource*>& sources, unsigned jobs);

}  // namespace kparity::tool
