// From a `.cu` to an opened library: preprocess, translate, compile, cache, open.
#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>

#include "kparity/compile/cache.hpp"
#include "kparity/compile/compiler.hpp"
#include "kparity/compile/files.hpp"
#include "kparity/compile/includes.hpp"
#include "kparity/cuda_source.hpp"
#include "kparity/emulate/emulate.hpp"
#include "kparity/emulate/translate.hpp"
#include "kparity/engine.h"
#include "kparity/error.hpp"
#include "kparity/sha256.hpp"

namespace kparity::emulate {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* key_version = "kparity emulation, version 3\n";

void append(Words& to, const Words& more) {
  to.insert(to.end(), more.begin(), more.end());
}

struct Recipe {
  const std::string& kernel;
  std::span<const Signature> instantiations;
  const BuildFlavour& flavour;
  Words functions;      // one per instantiation
  std::string path;     // of the `.cu`
  Words folders;        // to look for includes in
  Words definitions;    // -D and -U of the spec's options
  std::string own;      // the folder of prelude and shims
  std::string toolkit;  // whose headers pass through; empty if there is none
  Words compiler;
};

/// Of the options for NVRTC those that a host compiler knows, too.
Words preprocessor_options(const Words& options) {
  Words out;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string& option = options[i];
    for (const auto& [from, to] : {std::pair<std::string_view, std::string_view>{"--define-macro=", "-D"},
                                   {"--undefine-macro=", "-U"},
                                   {"--include-path=", "-I"}})
      if (option.starts_with(from)) out.push_back(std::string(to) + option.substr(from.size()));
    for (const std::string_view flag : {"-D", "-U", "-I"}) {
      if (!option.starts_with(flag)) continue;
      out.push_back(option);
      if (option == flag && i + 1 < options.size()) out.push_back(options[++i]);
    }
  }
  return out;
}

/// The `.cu` on disk; where only its embedded text is left, that is written into the cache.
std::string source_path(const CudaSource& source) {
  std::error_code ignored;
  if (!source.path.empty() && fs::is_regular_file(source.path, ignored))
    return fs::absolute(source.path).lexically_normal().string();
  if (source.files.empty())
    throw RuntimeFailure(fmt::format("the CUDA source '{}' is not there, and its text was not kept", source.path));
  std::string all;
  for (const CudaSource::File& file : source.files) all += file.name + '\n' + file.text + '\n';
  const std::string stamp = compile::cached_file(
      sha256("embedded source\n" + all), ".source",
      [&](const std::string& path) { compile::write_if_changed(path, source.files.front().name); });
  // Names may begin with "..", so the kernel's own folder lies some levels down.
  const fs::path folder = fs::path(stamp).replace_extension(".d") / "a/b/c/d";
  for (const CudaSource::File& file : source.files) {
    const fs::path at = (folder / file.name).lexically_normal();
    fs::create_directories(at.parent_path());
    compile::write_if_changed(at.string(), file.text);
  }
  return (folder / source.files.front().name).string();
}

Recipe recipe_of(const std::string& kernel, const CudaSource& source, std::span<const Signature> instantiations,
                 const BuildFlavour& flavour) {
  Recipe recipe{kernel, instantiations,     flavour,          {}, source_path(source), {},
                {},     emulation_folder(), toolkit_folder(), {}};
  for (const Signature& signature : instantiations) recipe.functions.push_back(function_of(kernel, source, signature));
  try {
    recipe.compiler = flavour.compiler.empty() ? compile::host_compiler() : flavour.compiler;
  } catch (const RuntimeFailure& failure) {
    throw ImplementationUnavailable(failure.what());
  }
  const fs::path folder = fs::path(recipe.path).parent_path();
  for (const std::string& given : source.include_dirs)
    recipe.folders.push_back((folder / given).lexically_normal().string());
  recipe.definitions = preprocessor_options(source.options);
  return recipe;
}

Words preprocess_command(const Recipe& recipe) {
  Words command = recipe.compiler;
  append(command, {"-E", "-std=c++20", "-include", "kparity/prelude.h", "-isystem", recipe.own});
  for (const std::string& folder : recipe.folders) command.push_back("-I" + folder);
  if (!recipe.toolkit.empty()) append(command, {"-idirafter", recipe.toolkit});
  append(command, recipe.definitions);
  append(command, recipe.flavour.compile_flags);
  append(command, {"-x", "c++", recipe.path});
  return command;
}

Words compile_flags(const Recipe& recipe) {
  // Debug information gives the lines of accesses that the system refuses. A null pointer is followed, to where it is
  // found, instead of taken for a sign that the code is not reached.
  Words flags{"-std=c++20",
              "-O2",
              "-g",
              "-fPIC",
              "-fvisibility=hidden",
              "-ffp-contract=off",
              "-fno-math-errno",
              "-fno-delete-null-pointer-checks",
              "-w"};
  append(flags, recipe.flavour.compile_flags);
  return flags;
}

[[noreturn]] void explain(const Recipe& recipe, const std::string& log) {
  const std::string name = fs::path(recipe.path).filename().string();
  const std::string error = compile::first_error(log);
  const bool signature = error.starts_with("signature of ");
  throw compile::CompileError(
      name + (signature ? " does not fit its spec: " : " does not compile for the CPU: ") + error, log);
}

void run(const Recipe& recipe, const Words& command, const std::string& input) {
  const compile::ProcessResult result = compile::run_process(command, input);
  if (result.exit_code != 0) explain(recipe, result.output);
}

/// A file that goes away with this object.
struct ScratchFile {
  ScratchFile() : path((fs::temp_directory_path() / "kparity-XXXXXX.ii").string()) {
    const int file = ::mkstemps(path.data(), 3);
    if (file < 0) throw RuntimeFailure("cannot write to " + fs::temp_directory_path().string());
    ::close(file);
  }
  ~ScratchFile() { ::unlink(path.c_str()); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  std::string path;
};

/// Into a file, because the compiler's warnings go where its output would.
std::string preprocessed(const Recipe& recipe) {
  const ScratchFile file;
  Words command = preprocess_command(recipe);
  append(command, {"-o", file.path});
  run(recipe, command, "");
  return compile::read_file(file.path);
}

Words include_folders(const Recipe& recipe) {
  Words folders = recipe.folders;
  for (const std::string& option : recipe.definitions)
    if (option.starts_with("-I") && option.size() > 2) folders.push_back(option.substr(2));
  return folders;
}

/// Everything that can change the machine code, without running a compiler where the includes can be followed.
std::string key_of(const Recipe& recipe) {
  utsname machine{};
  uname(&machine);
  std::string text = key_version;
  text += std::string(machine.machine) + '\n' + compile::compiler_identity(recipe.compiler) + '\n' + recipe.own + '\n';
  text += recipe.flavour.name + '\n' + recipe.toolkit + '\n';
  for (const Words& words : {compile_flags(recipe), recipe.definitions, recipe.folders, recipe.flavour.link_flags}) {
    for (const std::string& word : words) text += word + '\n';
    text += '\n';
  }
  for (const Signature& signature : recipe.instantiations)
    text += to_string(signature) + '\n' + type_list(signature) + '\n';
  for (const std::string& function : recipe.functions) text += function + '\n';
  const compile::SourceClosure closure = compile::include_closure(recipe.path, include_folders(recipe));
  for (const compile::SourceFile& file : closure.files)
    text += file.path + '\n' + std::to_string(file.text.size()) + '\n' + file.text + '\n';
  if (closure.computed) text += preprocessed(recipe);
  return sha256(text);
}

void compile_text(const Recipe& recipe, const std::string& text, const std::string& output) {
  Words command = recipe.compiler;
  append(command, compile_flags(recipe));
  if (!recipe.flavour.links_apart) {
    append(command, {"-shared", "-o", output, "-x", "c++-cpp-output", "-"});
    append(command, recipe.flavour.link_flags);
    run(recipe, command, text);
    return;
  }
  const std::string object = output + ".o";
  append(command, {"-c", "-o", object, "-x", "c++-cpp-output", "-"});
  run(recipe, command, text);
  command = recipe.compiler;
  append(command, {"-shared", "-o", output, object});
  append(command, recipe.flavour.link_flags);
  run(recipe, command, "");
  std::error_code ignored;
  fs::remove(object, ignored);
}

}  // namespace

BuildFlavour for_debugger(BuildFlavour flavour) {
  flavour.name += " for a debugger";
  for (const char* flag : {"-g", "-O0", "-fno-omit-frame-pointer"}) flavour.compile_flags.emplace_back(flag);
  return flavour;
}

bool compiles_with_clang() {
  return compile::compiler_identity(compile::host_compiler()).find("clang") != std::string::npos;
}

std::string compile_emulation(const std::string& kernel, const CudaSource& source,
                              std::span<const Signature> instantiations, const BuildFlavour& flavour) {
  const Recipe recipe = recipe_of(kernel, source, instantiations, flavour);
  return compile::cached_file(key_of(recipe), ".so", [&](const std::string& output) {
    const std::string text = preprocessed(recipe);
    const Translation translation = translate({kernel, instantiations, recipe.functions, text, recipe.own});
    compile_text(recipe, translation.text, output);
  });
}

std::vector<SourceFile> sources_of(const CudaSource& source) {
  const std::string no_kernel;
  const BuildFlavour flavour;
  const Recipe recipe = recipe_of(no_kernel, source, {}, flavour);
  return compile::include_closure(recipe.path, include_folders(recipe)).files;
}

EmulatedKernel::EmulatedKernel(const std::string& shared_object, std::span<const Signature> instantiations)
    : instantiations_(instantiations.begin(), instantiations.end()) {
  void* const object = ::dlopen(shared_object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) throw RuntimeFailure(std::string("cannot open an emulated kernel: ") + ::dlerror());
  module_ = static_cast<const KparityModule*>(::dlsym(object, "kparity_module"));
  if (module_ == nullptr || module_->version != kparity_engine_version || module_->kernels != instantiations.size())
    throw RuntimeFailure("'" + shared_object + "' is no emulated kernel of this version of kparity");
  for (std::size_t i = 0; i < instantiations.size(); ++i) {
    const auto& parameters = instantiations[i].parameters;
    const KparityKernel& kernel = module_->kernel[i];
    bool same = kernel.parameters == parameters.size();
    for (std::size_t p = 0; same && p < parameters.size(); ++p) same = kernel.sizes[p] == size_of(parameters[p]);
    if (!same)
      throw RuntimeFailure(fmt::format("the compiled kernel '{}' has parameters of other sizes than {}", kernel.name,
                                       to_string(instantiations[i])));
  }
}

bool EmulatedKernel::needs_fibers() const noexcept {
  return module_->needs_fibers != 0;
}

const unsigned* EmulatedKernel::running() const noexcept {
  static_assert(offsetof(KparityContext, thread) == 0 && offsetof(KparityContext, block) == 3 * sizeof(unsigned));
  return &module_->context->thread.x;
}

}  // namespace kparity::emulate
