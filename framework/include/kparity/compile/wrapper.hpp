// Writes the generated sources: the wrapper that includes one host file and exports its entries, and the table of a
// catalogue. The build (`kparity_add_kernels`) and the stand-alone tool use the same text.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kparity/spec/folder.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::compile {

/// The C symbol of entry `instantiation`: "kparity_axpy_openmp_0"; `prefix` keeps two catalogues of one program apart.
std::string entry_symbol(const std::string& prefix, const std::string& kernel, const std::string& implementation,
                         std::size_t instantiation);

/// All C symbols that the wrapper of one host file exports.
struct WrapperSymbols {
  std::vector<std::string> entries;    // void(void**), one per instantiation
  std::vector<std::string> witnessed;  // the same, counting
  std::string witness;                 // unsigned long long: the count
  std::string available;               // const char*(): null, or why it cannot run here
  std::string function;                // void*(): the kernel function itself; tells whether a linker merged two
};
WrapperSymbols wrapper_symbols(const std::string& prefix, const spec::KernelSpec& spec,
                               const std::string& implementation);

/// The wrapper of one host file: includes it, lets the compiler check its type against the spec's signature, and
/// exports entries, witnessed entries, the witness counter and the availability probe. Throws InvalidArgument for a
/// Fortran file of a kernel with several instantiations.
std::string wrapper_source(const spec::KernelSpec& spec, const spec::HostFile& file, const std::string& prefix);

/// "axpy must be static or in an unnamed namespace": stands in the compiler's words about a host file whose function
/// has external linkage, before a note that says where the function is.
std::string linkage_advice(const spec::KernelSpec& spec);

/// The C symbols of a launch rule, one per instantiation: kparity::ThreadsEntry.
std::vector<std::string> launch_rule_symbols(const std::string& prefix, const spec::KernelSpec& spec);

/// Includes `file`, the kernel's `<kernel>.cpp`, and exports its function `<kernel>_threads` by those symbols. The
/// function takes what the kernel takes and returns an integer, or a std::array or other range of 1 to 3 of them.
std::string launch_rule_source(const spec::KernelSpec& spec, const std::string& file, const std::string& prefix);

/// The table of a catalogue: signatures, outputs, launch rules, policies, entries, `.cu` texts; and its header with
/// `namespace <name> { kparity::KernelCatalog& catalog(); kparity::Kernel& axpy(); ... }`. `unavailable` says for a
/// kind of host implementation why the build has no wrapper of that kind; its loaders answer with that.
struct TableSource {
  std::string header, source;
};
TableSource table_source(const std::string& name, const std::string& prefix, const std::vector<spec::KernelSpec>& specs,
                         const std::vector<spec::KernelFolder>& folders,
                         const std::map<std::string, std::string>& unavailable = {});

}  // namespace kparity::compile
