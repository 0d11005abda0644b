// Compiles and opens one host file. All that can change the machine code goes into the key: the wrapper, every file
// that it includes, the flags, the compilers and the architecture.
#include "kparity/compile/host_file.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <sstream>

#include "kparity/compile/bound_file.hpp"
#include "kparity/compile/cache.hpp"
#include "kparity/compile/comparators.hpp"
#include "kparity/compile/compiler.hpp"
#include "kparity/compile/files.hpp"
#include "kparity/compile/host_kind.hpp"
#include "kparity/compile/includes.hpp"
#include "kparity/compile/wrapper.hpp"
#include "kparity/sha256.hpp"

namespace kparity::compile {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

void append(Words& to, const Words& more) {
  to.insert(to.end(), more.begin(), more.end());
}

const HostKind& kind_of(const spec::HostFile& file) {
  const HostKind* kind = find_host_kind(file.implementation);
  if (kind == nullptr) {
    throw ImplementationUnavailable("'" + file.path + "': '" + file.implementation +
                                    "' is no kind of host implementation; there are " + host_kind_names());
  }
  return *kind;
}

bool is_fortran(const HostKind& kind) {
  return kind.ending == ".f90";
}

bool is_for_linker(const std::string& flag) {
  const std::string ending = fs::path(flag).extension().string();
  return flag.starts_with("-l") || flag.starts_with("-L") || flag.starts_with("-Wl,") ||
         (!flag.starts_with("-") && (ending == ".a" || ending == ".so" || ending == ".o"));
}

Words spec_flags(const spec::KernelSpec& spec, const std::string& implementation) {
  Words flags;
  for (const spec::HostFlags& entry : spec.host_flags) {
    if (entry.implementation.empty()) append(flags, entry.flags);
  }
  for (const spec::HostFlags& entry : spec.host_flags) {
    if (entry.implementation == implementation) append(flags, entry.flags);
  }
  return flags;
}

Words include_folders(const spec::KernelSpec& spec) {
  Words folders;
  for (const std::string& folder : spec.host_include_dirs) {
    folders.push_back((fs::absolute(spec.folder) / folder).lexically_normal().string());
  }
  return folders;
}

/// Where the scan for includes looks: the folders of the spec and those given as plain flags.
Words searched_folders(const spec::KernelSpec& spec, const Words& flags) {
  Words folders = include_folders(spec);
  for (const std::string& flag : flags) {
    if (flag.starts_with("-I") && flag.size() > 2) folders.push_back(flag.substr(2));
  }
  return folders;
}

Words compiler_or_unavailable(const Words& (*find)()) {
  try {
    return find();
  } catch (const RuntimeFailure& failure) {
    throw ImplementationUnavailable(failure.what());
  }
}

/// All that it takes to compile one file.
struct Recipe {
  const spec::KernelSpec& spec;
  const spec::HostFile& file;
  const HostKind& kind;
  Words cxx, fortran;  // commands; the second empty unless needed
  Words flags, link_flags;
  std::string wrapper;
};

Recipe recipe_of(const spec::KernelSpec& spec, const spec::HostFile& file) {
  const HostKind& kind = kind_of(file);
  if (!kind.disabled.empty()) throw ImplementationUnavailable(kind.disabled);
  Recipe recipe{spec, file, kind, compiler_or_unavailable(host_compiler), {}, {}, {}, ""};
  if (is_fortran(kind)) recipe.fortran = compiler_or_unavailable(fortran_compiler);
  recipe.flags = host_compile_flags(spec, file);
  recipe.link_flags = host_link_flags(spec, file);
  recipe.wrapper = wrapper_source(spec, file, "");
  return recipe;
}

Words wrapper_command(const Recipe& recipe, const Words& what) {
  Words command = recipe.cxx;
  append(command, {"-std=c++20", "-fPIC"});
  append(command, is_fortran(recipe.kind) ? Words{"-O2", "-fvisibility=hidden"} : recipe.flags);
  append(command, what);
  append(command, {"-x", "c++", "-"});
  return command;
}

std::string source_text(const Recipe& recipe) {
  const SourceClosure closure = include_closure(recipe.file.path, searched_folders(recipe.spec, recipe.flags));
  std::string text;
  for (const SourceFile& file : closure.files) {
    text += file.name + '\n' + std::to_string(file.text.size()) + '\n' + file.text + '\n';
  }
  // Only the preprocessor knows what a computed include names, or a file included by a flag.
  const bool by_flag = std::find(recipe.flags.begin(), recipe.flags.end(), "-include") != recipe.flags.end();
  if ((closure.computed || by_flag) && !is_fortran(recipe.kind)) {
    text += run_process(wrapper_command(recipe, {"-E"}), recipe.wrapper).output;
  }
  return text;
}

std::string key_of(const Recipe& recipe) {
  utsname machine{};
  uname(&machine);
  std::string text = "kparity host file, version 1\n";
  text += std::string(machine.machine) + '\n' + compiler_identity(recipe.cxx) + '\n';
  if (!recipe.fortran.empty()) text += compiler_identity(recipe.fortran) + '\n';
  for (const std::string& flag : recipe.flags) text += flag + '\n';
  text += "link\n";
  for (const std::string& flag : recipe.link_flags) text += flag + '\n';
  return sha256(text + recipe.wrapper + source_text(recipe));
}

/// Whether this machine can compile files of a kind at all; the compiler's complaint if not.
std::string probe(const Recipe& recipe, const std::string& scratch) {
  Words command = is_fortran(recipe.kind) ? recipe.fortran : recipe.cxx;
  append(command, recipe.kind.flags);
  append(command, {"-shared", "-fPIC", "-o", scratch, "-x", is_fortran(recipe.kind) ? "f95" : "c++", "-"});
  append(command, recipe.kind.link_flags);
  const ProcessResult result = run_process(command, recipe.kind.probe);
  unlink(scratch.c_str());
  return result.exit_code == 0 ? "" : first_error(result.output);
}

/// "axpy_simd.cpp:3:6: error: 'axpy' must be static ...": where the compiler saw the function that linkage_checks
/// declares again; empty if that is not what it complains about.
std::string linkage_error(const Recipe& recipe, const std::string& log) {
  const std::size_t advice = log.find(linkage_advice(recipe.spec));
  if (advice == std::string::npos) return "";
  std::istringstream lines(log.substr(advice));
  for (std::string line; std::getline(lines, line);) {
    if (const auto note = line.find(": note: previous "); note != std::string::npos)
      return fmt::format("{}: error: '{}' must be static or in an unnamed namespace", line.substr(0, note),
                         recipe.spec.kernel);
  }
  return "";
}

[[noreturn]] void explain(const Recipe& recipe, const std::string& log, const std::string& scratch) {
  if (!recipe.kind.probe.empty()) {
    const std::string complaint = probe(recipe, scratch);
    if (!complaint.empty()) throw ImplementationUnavailable(recipe.kind.probe_failure + ": " + complaint);
  }
  const std::string name = fs::path(recipe.file.path).filename().string();
  std::string error = linkage_error(recipe, log);
  if (error.empty()) error = first_error(log);
  const bool signature = error.starts_with(recipe.spec.file + ":");
  throw CompileError(name + (signature ? " does not fit its spec: " : " does not compile: ") + error, log);
}

void run_or_explain(const Recipe& recipe, const Words& command, const std::string& input, const std::string& scratch) {
  const ProcessResult result = run_process(command, input);
  if (result.exit_code != 0) explain(recipe, result.output, scratch);
}

/// A folder for module files, and the object file in it.
struct FortranScratch {
  explicit FortranScratch(std::string at) : folder(std::move(at)) { fs::create_directory(folder); }
  ~FortranScratch() {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  FortranScratch(const FortranScratch&) = delete;
  FortranScratch& operator=(const FortranScratch&) = delete;
  std::string folder;
};

void compile_fortran(const Recipe& recipe, const std::string& output) {
  const FortranScratch scratch(output + ".d");
  const std::string object = scratch.folder + "/kernel.o";
  Words command = recipe.fortran;
  append(command, recipe.flags);
  append(command, {"-fPIC", "-J", scratch.folder, "-c", recipe.file.path, "-o", object});
  run_or_explain(recipe, command, "", output);

  command = wrapper_command(recipe, {"-shared", "-o", output});
  append(command, {"-x", "none", object});
  append(command, recipe.link_flags);
  run_or_explain(recipe, command, recipe.wrapper, output);
}

void compile_cpp(const Recipe& recipe, const std::string& output) {
  Words command = wrapper_command(recipe, {"-shared", "-o", output});
  append(command, {"-x", "none"});
  append(command, recipe.link_flags);
  run_or_explain(recipe, command, recipe.wrapper, output);
}

template <class T>
T symbol(void* object, const std::string& name, const std::string& path) {
  void* found = dlsym(object, name.c_str());
  if (found == nullptr) throw RuntimeFailure("'" + path + "' does not define '" + name + "'");
  return reinterpret_cast<T>(found);
}

/// A rule that was not asked yet, or its entries. No std::call_once: where pthread_once is replaced, as by
/// ThreadSanitizer, it stays locked after an exception.
class LazyRule {
 public:
  LazyRule(spec::KernelSpec spec, std::string file) : spec_(std::move(spec)), file_(std::move(file)) {}

  /// Compiles and opens it at first; after an exception the next call tries again.
  const ThreadsFrom& get();

 private:
  spec::KernelSpec spec_;
  std::string file_;
  std::mutex opening_;
  std::atomic<bool> is_open_{false};
  ThreadsFrom rule_;
};

ThreadsFrom open_rule(const spec::KernelSpec& spec, const std::string& file) {
  const std::string path = compile_launch_rule(spec, file);
  void* object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) throw RuntimeFailure(std::string("cannot open a compiled launch rule: ") + dlerror());
  std::vector<std::pair<std::string, ThreadsEntry>> entries;
  const Words symbols = launch_rule_symbols("", spec);
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    entries.emplace_back(spec.instantiations[i].types, symbol<ThreadsEntry>(object, symbols[i], path));
  }
  return threads_entries(std::move(entries));
}

/// Whether this machine has an instruction for a * b + c with one rounding.
bool has_fused_operations() {
#ifdef __x86_64__
  return __builtin_cpu_supports("fma") != 0;
#else
  return false;
#endif
}

/// What a file says that is no shared object.
std::string words_instead_of_object(const std::string& path) {
  std::string text = read_file(path);
  return text.starts_with("\177ELF") ? "" : text;
}

/// The words for a reference that does not take numbers with bounds.
std::string why_no_bounds(const std::string& log) {
  const std::string error = first_error(log);
  // An error outside of the author's file is that about the address of the function.
  return "the reference cannot be instantiated with numbers that carry bounds: " +
         (error.starts_with("<stdin>:") ? "it is no template of its floating-point types" : error);
}

const ThreadsFrom& LazyRule::get() {
  if (is_open_.load(std::memory_order_acquire)) return rule_;
  const std::lock_guard lock(opening_);
  if (!is_open_.load(std::memory_order_relaxed)) {
    rule_ = open_rule(spec_, file_);
    is_open_.store(true, std::memory_order_release);
  }
  return rule_;
}

}  // namespace

std::string compile_bounds(const spec::KernelSpec& spec) {
  const spec::HostFile host{std::string(reference_name),
                            spec.folder + "/" + spec.kernel + "_" + std::string(reference_name) + ".cpp"};
  Recipe recipe = recipe_of(spec, host);
  // The numbers rest on plain arithmetic, whatever the spec's flags; warnings are for the plain reference.
  append(recipe.flags, {"-fno-fast-math", "-ffp-contract=off", "-w"});
  if (has_fused_operations()) recipe.flags.emplace_back("-mfma");  // for the wide values; part of the key
  recipe.wrapper = bound_source(spec, host.path);
  // That a reference is no template is known once and for all, and should not cost a compilation in every check: the
  // entry of the cache holds the compiler's words then.
  const std::string path = cached_file(key_of(recipe), ".so", [&](const std::string& output) {
    Words command = wrapper_command(recipe, {"-shared", "-o", output});
    append(command, {"-x", "none"});
    append(command, recipe.link_flags);
    const ProcessResult result = run_process(command, recipe.wrapper);
    if (result.exit_code == 0) return;
    if (result.output.find("error: ") == std::string::npos)
      throw CompileError(why_no_bounds(result.output), result.output);  // not the reference's fault
    write_if_changed(output, result.output);
  });
  if (const std::string words = words_instead_of_object(path); !words.empty())
    throw CompileError(why_no_bounds(words), words);
  return path;
}

std::vector<BoundEntry> open_bounds(const std::string& shared_object, const spec::KernelSpec& spec) {
  void* object = dlopen(shared_object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) throw RuntimeFailure(std::string("cannot open a reference with bounds: ") + dlerror());
  std::vector<BoundEntry> entries;
  for (std::size_t i = 0; i < spec.instantiations.size(); ++i)
    entries.push_back(symbol<BoundEntry>(object, fmt::format("kparity_bound_{}", i), shared_object));
  return entries;
}

std::string compile_comparators(const spec::KernelSpec& spec) {
  const spec::HostFile host{std::string(reference_name),
                            spec.folder + "/" + spec.kernel + std::string(spec::comparators_ending)};
  Recipe recipe = recipe_of(spec, host);
  append(recipe.flags, {"-fno-fast-math"});  // or a NaN would agree with everything
  recipe.wrapper = comparators_source(spec, host.path);
  return cached_file(key_of(recipe), ".so", [&](const std::string& output) { compile_cpp(recipe, output); });
}

std::vector<std::vector<Comparator>> open_comparators(const std::string& shared_object, const spec::KernelSpec& spec) {
  void* object = dlopen(shared_object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) throw RuntimeFailure(std::string("cannot open compiled comparators: ") + dlerror());
  std::vector<std::vector<Comparator>> entries;
  for (std::size_t i = 0; i < spec.instantiations.size(); ++i) {
    entries.emplace_back();
    for (std::size_t k = 0; k < spec.outputs.size(); ++k) {
      const std::string name = fmt::format("kparity_compare_{}_{}", i, k);
      const bool is_custom = !comparator_of(spec.outputs[k]).empty();
      entries.back().push_back(is_custom ? symbol<Comparator>(object, name, shared_object) : nullptr);
    }
  }
  return entries;
}

std::string compile_launch_rule(const spec::KernelSpec& spec, const std::string& file) {
  const spec::HostFile host{std::string(reference_name), file};
  Recipe recipe = recipe_of(spec, host);
  recipe.wrapper = launch_rule_source(spec, file, "");
  return cached_file(key_of(recipe), ".so", [&](const std::string& output) { compile_cpp(recipe, output); });
}

ThreadsFrom launch_rule(const spec::KernelSpec& spec, const std::string& file) {
  const auto lazy = std::make_shared<LazyRule>(spec, file);
  return [lazy](const CallArguments& arguments) { return lazy->get()(arguments); };
}

std::vector<std::string> host_compile_flags(const spec::KernelSpec& spec, const spec::HostFile& file) {
  const HostKind& kind = kind_of(file);
  Words flags{"-ffp-contract=off"};
  if (!is_fortran(kind)) flags.emplace_back("-fvisibility=hidden");
  append(flags, kind.flags);
  for (const std::string& flag : spec_flags(spec, file.implementation)) {
    if (!is_for_linker(flag)) flags.push_back(flag);
  }
  for (const std::string& folder : include_folders(spec)) flags.push_back("-I" + folder);
  return flags;
}

std::vector<std::string> spec_link_flags(const spec::KernelSpec& spec, const spec::HostFile& file) {
  Words flags = spec_flags(spec, file.implementation);
  std::erase_if(flags, [](const std::string& flag) { return !is_for_linker(flag); });
  return flags;
}

std::vector<std::string> host_link_flags(const spec::KernelSpec& spec, const spec::HostFile& file) {
  Words flags = spec_link_flags(spec, file);
  append(flags, kind_of(file).link_flags);
  return flags;
}

std::string compile_host_file(const spec::KernelSpec& spec, const spec::HostFile& file) {
  const Recipe recipe = recipe_of(spec, file);
  return cached_file(key_of(recipe), ".so", [&](const std::string& output) {
    is_fortran(recipe.kind) ? compile_fortran(recipe, output) : compile_cpp(recipe, output);
  });
}

LoadedHost open_host_file(const std::string& shared_object, const spec::KernelSpec& spec,
                          const std::string& implementation) {
  void* object = dlopen(shared_object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) throw RuntimeFailure(std::string("cannot open a compiled host file: ") + dlerror());
  const WrapperSymbols names = wrapper_symbols("", spec, implementation);
  const auto available = symbol<const char* (*)()>(object, names.available, shared_object);
  if (const char* reason = available(); reason != nullptr) throw ImplementationUnavailable(reason);

  LoadedHost host;
  for (const std::string& name : names.entries) host.entries.push_back(symbol<Entry>(object, name, shared_object));
  for (const std::string& name : names.witnessed) host.witnessed.push_back(symbol<Entry>(object, name, shared_object));
  host.witness = symbol<const unsigned long long*>(object, names.witness, shared_object);
  return host;
}

}  // namespace kparity::compile
