// From kernel folders that no build knows to a runtime catalogue whose host implementations are compiled on first use.
#pragma once

#include <functional>
#include <map>
#include <optional>
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
  std::vector<spec::Problem> problems;  // of the folder and of the spec
};

/// Reads the kernel folders below `root` and their specs; problems are collected per kernel, never thrown.
/// Throws FileNotFound, NotAKernelFolder only for `root` itself.
std::vector<KernelSource> read_sources(const std::string& root, const spec::Vocabulary& vocabulary);

/// Compiles one host file to a shared object and returns its path.
using CompileHost = std::function<std::string(const spec::KernelSpec&, const spec::HostFile&)>;

/// `compile` with a memory: a file that failed is not compiled again, its exception is thrown again. Copies share the
/// memory; they may be called from several threads.
CompileHost remembering_failures(CompileHost compile);

struct CatalogOptions {
  CompileHost compile_host;  // the default uses the cache and the system compiler
  /// Extra or replacement implementations by kernel name, then implementation name.
  std::map<std::string, std::map<std::string, kparity::LoadedHost>> host_fallback{};
  /// Implementations to treat as unavailable in every kernel, with the reason: simulates a poorer machine.
  std::map<std::string, std::string> unavailable{};
};

/// The runtime definition of one kernel; its host loaders compile and open the shared object on first use. A loader
/// throws ImplementationUnavailable if this machine or build cannot have the implementation, CompileError if the file
/// is wrong. Throws FileNotFound, naming folder and file, if the folder has no `reference`.
KernelDefinition definition(const spec::KernelSpec& spec, const spec::KernelFolder& folder,
                            const CatalogOptions& options = {});

/// A catalogue of all sources that have a spec and no problems.
KernelCatalog make_catalog(const std::vector<KernelSource>& sources, const CatalogOptions& options = {});

/// Compiles (into the cache) the host files and launch rules of all given kernels with `jobs` compilers at a time;
/// failures are left to the loaders, not thrown. `compile` is that of the catalogue's options; with one that remembers
/// failures the loaders have the words without a compiler.
void compile_ahead(const std::vector<KernelSource>& sources, unsigned jobs, const CompileHost& compile = {});

/// Loads, which means compiles where needed, all host implementations of a catalogue with `jobs` compilers at a time.
/// The kernels remember successes and failures, so nothing is compiled twice.
void load_ahead(const KernelCatalog& catalog, unsigned jobs);

}  // namespace kparity::compile
