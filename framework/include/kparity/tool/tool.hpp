// The program `kparity` as a function: the stand-alone tool and the ahead-of-time `<name>_kparity` are the same.
#pragma once

#include <string>

#include "kparity/catalog.hpp"

namespace kparity::tool {

/// What an ahead-of-time tool knows already; the stand-alone tool passes none.
struct BuiltIn {
  std::string name;    // "my_kernels"
  std::string folder;  // where the specs are
  KernelCatalog* catalog = nullptr;
};

/// Runs the command line and returns the exit code (design 1). Never throws.
int main(int argc, char** argv, const BuiltIn* built_in = nullptr);

/// The GoogleTest program `<name>_tests`: registers one test per kernel and check, then runs what the filter asks for.
int test_main(int argc, char** argv, const BuiltIn& built_in);

}  // namespace kparity::tool
