// From kernel folders that no build knows to a runtime catalogue whose host implementations are compiled on first use.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "kparity/catalog.hpp"
#include "kparity/spec/folder.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::compile {

/// A kernel folder with its spec, if it has a readable one.
struct KernelSource {
  spec::KernelFolder folder;
  std::optional<spec::KernelSpec> spec;
  std::vector<spec::Problem> problems;     // of the folder and of the spec
};

/// Reads the kernel folders below `root` and their specs; problems are collected per kernel, never thrown.
/// Throws FileNotFound, NotAKernelFolder only for `root` itself.
std::vector<KernelSource> read_sources(const std::string& root, const spec::Vocabulary& vocabulary);

struct CatalogOptions {
  /// Compiles one host file to a shared object and returns its path; the default uses the cache and the system compiler.
  std::function<std::string(const spec::KernelSpec&, const spec::HostFile&)> compile_host;
  /// Extra or replacement implementations by kernel name, then implementation name.
  std::map<std::string, std::map<std::string, kparity::LoadedHost>> host_fallback;
};

/// The runtime definition of one kernel; its host loaders compile and open the shared object on first use.
KernelDefinition definition(const spec::KernelSpec& spec, const spec::KernelFolder& folder,
                            const CatalogOptions& options = {});

/// A catalogue of all sources that have a spec and no problems.
KernelCatalog make_catalog(const std::vector<KernelSource>& sources, const CatalogOptions& options = {});

/// Compiles (into the cache) the host files of all given kernels with `jobs` compilers at a time; failures are remembered by
/// the loaders, not thrown.
void compile_ahead(const std::vector<KernelSource>& sources, unsigned jobs);

}  // namespace kparity::compile
