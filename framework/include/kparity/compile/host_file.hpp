// One host file, from its source to entries that can be called: its flags, its key in the cache, its compilation.
#pragma once

#include <string>
#include <vector>

#include "kparity/definition.hpp"
#include "kparity/implementation.hpp"
#include "kparity/spec/folder.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::compile {

/// Flags for the compiler: those of every wrapper, of the file's kind, of the spec for all and for this implementation,
/// and the include folders. Flags for the linker (-l, -L, -Wl,, libraries) are left to host_link_flags.
std::vector<std::string> host_compile_flags(const spec::KernelSpec& spec, const spec::HostFile& file);
/// Flags for the linker: those of the spec.
std::vector<std::string> spec_link_flags(const spec::KernelSpec& spec, const spec::HostFile& file);
/// Flags for the linker: those of the spec, then those of the kind.
std::vector<std::string> host_link_flags(const spec::KernelSpec& spec, const spec::HostFile& file);

/// The shared object of one host file, from the cache or compiled now. Throws CompileError if the file is wrong,
/// ImplementationUnavailable if this machine cannot compile files of its kind (the kind's probe fails too) or this
/// build leaves the kind out.
std::string compile_host_file(const spec::KernelSpec& spec, const spec::HostFile& file);

/// The rule of a spec with `threads: function`, from `<kernel>.cpp`: compiled into the cache and opened when first
/// asked. The rule throws CompileError then if the file is wrong.
ThreadsFrom launch_rule(const spec::KernelSpec& spec, const std::string& file);

/// What launch_rule() compiles when it is first asked: the path of the shared object in the cache. Throws CompileError.
std::string compile_launch_rule(const spec::KernelSpec& spec, const std::string& file);

/// Opens a shared object made from wrapper_source() with an empty prefix; it is never closed. Throws RuntimeFailure,
/// and ImplementationUnavailable if its `<kernel>_available()` says why it cannot run here.
LoadedHost open_host_file(const std::string& shared_object, const spec::KernelSpec& spec,
                          const std::string& implementation);

}  // namespace kparity::compile
