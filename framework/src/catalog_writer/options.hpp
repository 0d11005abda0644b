// The command line of kparity_write_catalog, which only a build rule writes.
#pragma once

#include <map>
#include <string>

namespace kparity::catalog_writer {

struct Options {
  std::string name;                                // of the catalogue and its namespace
  std::string prefix;                              // of the C symbols
  std::string folder;                              // with the kernel folders
  std::string output;                              // folder for the written files
  std::string depfile;                             // what the result depends on, for the build; may be empty
  std::string target;                              // the left-hand side in the depfile
  std::map<std::string, std::string> unavailable;  // host kind and why the build has none of it
};

/// Throws InvalidArgument.
Options parse_options(int argc, char** argv);

}  // namespace kparity::catalog_writer
