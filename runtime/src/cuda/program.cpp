// Options, the run of the compiler, and the key under which its result is kept.
#include "cuda/program.hpp"

#include <algorithm>

#include "cuda/code_cache.hpp"
#include "cuda/compiler_log.hpp"
#include "cuda/cubin.hpp"
#include "cuda/nvrtc.hpp"
#include "cuda/program_text.hpp"
#include "cuda/std_headers.hpp"
#include "kparity/cache.hpp"
#include "kparity/sha256.hpp"

namespace kparity::cuda {

namespace {

using Words = std::vector<std::string>;

/// Raise it when the same inputs would give other code: the check behind the text, or what an entry holds.
constexpr const char* schema = "1";

bool sets_standard(const std::string& option) {
  return option.starts_with("-std") || option.starts_with("--std");
}

/// "x","y" for the parameters of a signature.
std::string quoted_names(const Signature& signature) {
  std::string out;
  for (const Parameter& parameter : signature.parameters) {
    out += (out.empty() ? "\"" : ",\"") + parameter.name + "\"";
  }
  return out;
}

/// All options but the folders, in their order.
Words plain_options(const ProgramRequest& request) {
  Words out{"-arch=" + request.architecture, "-default-device"};
  const Words& given = request.source->options;
  if (std::none_of(given.begin(), given.end(), sets_standard)) out.emplace_back("-std=c++17");
  if (request.debug) {
    out.insert(out.end(), {"-lineinfo", "-DKPARITY_CHECK_BOUNDS=1", "-DKPARITY_VIEW_KERNEL=\"" + request.kernel + "\"",
                           "-DKPARITY_VIEW_PARAMETERS=" + quoted_names(request.instantiations.front())});
  }
  // The compiler's own cache, since 12.9, answers without the warnings.
  const Nvrtc& library = nvrtc();
  if (library.major > 12 || (library.major == 12 && library.minor >= 9)) out.emplace_back("--no-cache");
  out.insert(out.end(), given.begin(), given.end());
  return out;
}

Words all_options(const ProgramRequest& request, const ProgramText& text) {
  Words out = plain_options(request);
  for (const std::string& folder : text.folders) out.push_back("-I" + folder);
  for (const std::string& folder : nvrtc().include_folders) out.push_back("-I" + folder);
  return out;
}

/// A program within the compiler, given back at the end.
class Compilation {
 public:
  explicit Compilation(const ProgramText& text) {
    std::vector<const char*> names, texts;
    const auto add = [&](const CudaSource::File& file) {
      names.push_back(file.name.c_str());
      texts.push_back(file.text.c_str());
    };
    std::for_each(text.headers.begin(), text.headers.end(), add);
    std::for_each(memory_headers().begin(), memory_headers().end(), add);
    check(nvrtc().create(&program_, text.text.c_str(), text.name.c_str(), static_cast<int>(names.size()), texts.data(),
                         names.data()));
    for (const std::string& expression : text.expressions) check(nvrtc().add_expression(program_, expression.c_str()));
  }
  ~Compilation() { nvrtc().destroy(&program_); }
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;

  bool run(const Words& options) {
    std::vector<const char*> words;
    for (const std::string& option : options) words.push_back(option.c_str());
    result_ = nvrtc().compile(program_, static_cast<int>(words.size()), words.data());
    return result_ == 0;
  }

  /// What the compiler says of the last run as a whole.
  std::string result() const { return nvrtc().error_text(result_); }

  std::string log() const {
    std::string out = text(nvrtc().log_size, nvrtc().log);
    while (!out.empty() && (out.back() == '\0' || out.back() == '\n')) out.pop_back();
    return out;
  }
  std::string code() const { return text(nvrtc().code_size, nvrtc().code); }
  std::string ptx() const { return text(nvrtc().ptx_size, nvrtc().ptx); }

  std::string symbol(const std::string& expression) const {
    const char* name = nullptr;
    check(nvrtc().lowered_name(program_, expression.c_str(), &name));
    return name;
  }

 private:
  static void check(int error) {
    if (error != 0) throw RuntimeFailure(std::string("the CUDA compiler failed: ") + nvrtc().error_text(error));
  }

  std::string text(int (*size_of_it)(Nvrtc::Handle, std::size_t*), int (*get)(Nvrtc::Handle, char*)) const {
    std::size_t size = 0;
    check(size_of_it(program_, &size));
    std::string out(size, '\0');
    if (size != 0) check(get(program_, out.data()));
    return out;
  }

  Nvrtc::Handle program_ = nullptr;
  int result_ = 0;
};

bool is_for_a_device(const std::string& architecture) {
  return architecture.starts_with("sm_");
}

/// The type that a template has for the types of `signature`; empty if the compiler does not say.
std::string actual_type(const ProgramRequest& request, const ProgramText& text, const Signature& signature) {
  if (signature.types.empty()) return "";
  Compilation question(type_question(text, request.kernel, *request.source, signature));
  return question.run(all_options(request, text)) ? "" : type_of_entity(question.log());
}

/// The signature whose check was refused: the compiler repeats that line, which spells the expected type.
const Signature& refused_signature(const ProgramRequest& request, std::string_view log) {
  for (const Signature& signature : request.instantiations) {
    if (log.find("(" + type_list(signature) + ") = ") != std::string_view::npos) return signature;
  }
  return request.instantiations.front();
}

[[noreturn]] void refuse(const ProgramRequest& request, const ProgramText& text, const Compilation& compilation) {
  const std::string log = compilation.log();
  if (log.empty()) throw CompileFailure("kernel '" + request.kernel + "': " + text.name + ": " + compilation.result());
  const Signature& signature = refused_signature(request, log);
  const Checked checked{request.kernel, text.name, to_string(signature), !request.source->template_args.empty()};
  const std::string actual = lacks_type(log, checked) ? actual_type(request, text, signature) : "";
  const std::string message = headline(log, checked, actual) + "\n" + log;
  if (!refuses_type(log, checked)) throw CompileFailure(message);
  throw SignatureDiffers(message, {signature.types, actual.empty() ? type_of_value(log) : actual});
}

CompiledProgram compile(const ProgramRequest& request, const ProgramText& text) {
  Compilation compilation(text);
  if (!compilation.run(all_options(request, text))) refuse(request, text, compilation);
  CompiledProgram out;
  out.is_new = true;
  out.log = compilation.log();
  out.code = is_for_a_device(request.architecture) ? compilation.code() : compilation.ptx();
  for (const std::string& expression : text.expressions) out.symbols.push_back(compilation.symbol(expression));
  return out;
}

/// Each field with its length, so that no two lists of fields give the same text.
void add(std::string& key, std::string_view field) {
  key += std::to_string(field.size()) + ":";
  key += field;
}

/// Over all that the code depends on. Folders count only by what was found in them: a moved project finds its code
/// again, unless line information names its files.
std::string key_of(const ProgramRequest& request, const ProgramText& text) {
  if (!text.is_complete) return "";
  std::string key;
  add(key, "cuda");
  add(key, schema);
  add(key, std::to_string(nvrtc().major) + "." + std::to_string(nvrtc().minor) + " " + nvrtc().build);
  for (const std::string& option : plain_options(request)) {
    const bool is_folder = option.starts_with("-I") && option.size() > 2;
    add(key, is_folder ? "-I" : option);
  }
  if (request.debug) add(key, text.name);
  for (const std::string& expression : text.expressions) add(key, expression);
  add(key, text.text);
  for (const CudaSource::File& file : text.contents) add(key, file.name), add(key, file.text);
  for (const CudaSource::File& file : text.headers) add(key, file.name), add(key, file.text);
  for (const CudaSource::File& file : memory_headers()) add(key, file.name), add(key, file.text);
  return sha256(key);
}

CompiledProgram compiled(const ProgramRequest& request, const ProgramText& text) {
  const std::string key = request.use_cache ? key_of(request, text) : "";
  if (key.empty()) return compile(request, text);
  return cached_program(cache_folder(), key, [&] { return compile(request, text); });
}

/// Reads the facts from the code and holds them against the signatures.
void check_facts(const ProgramRequest& request, const ProgramText& text, CompiledProgram& program) {
  for (std::size_t i = 0; i < request.instantiations.size(); ++i) {
    const Signature& signature = request.instantiations[i];
    const std::string about = "kernel '" + request.kernel + "': " + text.name + ": ";
    auto facts = kernel_facts(program.code, program.symbols.at(i));
    if (!facts) {
      throw SignatureDiffers(about + "'" + request.kernel + "' is no __global__ function", {signature.types, ""});
    }
    facts->types = signature.types;
    const std::string differs = difference(*facts, signature);
    if (!differs.empty()) {
      throw SignatureDiffers(about + differs + " (" + to_string(signature) + ")", {signature.types, ""});
    }
    const std::string beyond = beyond_limits(*facts);
    if (!beyond.empty()) throw CompileFailure(about + beyond);
    program.facts.push_back(std::move(*facts));
  }
}

std::string list_of(const std::vector<int>& architectures) {
  std::string out;
  for (const int a : architectures) out += (out.empty() ? "sm_" : ", sm_") + std::to_string(a);
  return out;
}

}  // namespace

CompiledProgram compile_program(const ProgramRequest& request) {
  nvrtc();  // its absence is the first thing to say
  const ProgramText text = program_text(request.kernel, *request.source, request.instantiations);
  CompiledProgram program = compiled(request, text);
  if (is_for_a_device(request.architecture)) check_facts(request, text, program);
  return program;
}

std::string program_key(const ProgramRequest& request) {
  return key_of(request, program_text(request.kernel, *request.source, request.instantiations));
}

std::string architecture_for(int major, int minor) {
  const std::vector<int>& known = nvrtc().architectures;
  const int wanted = 10 * major + minor;
  if (known.empty()) return "sm_" + std::to_string(wanted);  // an old compiler does not tell; it will refuse by itself
  if (wanted > known.back() && major > known.back() / 10) return "compute_" + std::to_string(known.back());
  int best = 0;  // code runs on devices of the same major version that are not older
  for (const int a : known) {
    if (a / 10 == major && a <= wanted) best = a;
  }
  if (best != 0) return "sm_" + std::to_string(best);
  throw RuntimeFailure("cannot compile CUDA code for a device of compute capability " + std::to_string(major) + "." +
                       std::to_string(minor) + ": NVRTC " + std::to_string(nvrtc().major) + "." +
                       std::to_string(nvrtc().minor) + " knows " + list_of(known));
}

}  // namespace kparity::cuda
