// Reads every source file of a kernel folder, compares it with the spec, and makes one outcome of what was found.
#include "signature/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>

#include "kparity/spec/device_function.hpp"
#include "signature/declaration.hpp"
#include "signature/match.hpp"

namespace kparity::parity::signature {

namespace fs = std::filesystem;

namespace {

/// What one source file has to say.
struct FileResult {
  std::string differs;               // "the spec says (...), push_cuda.cu:12 takes (...)"; empty if it agrees
  std::string unchecked;             // "push_cuda.cu: reason"; empty if it was checked
  std::vector<std::string> details;  // what differs
  std::vector<std::string> notes;    // errors of the compiler elsewhere in the file
};

bool has_argument_after(const std::string& flag) {
  return flag == "-I" || flag == "-D" || flag == "-U" || flag == "-include" || flag == "-isystem" || flag == "-iquote";
}

bool matters_for_reading(const std::string& flag) {
  for (const char* start : {"-I", "-D", "-U", "-std=", "-include", "-isystem", "-iquote"}) {
    if (flag.starts_with(start)) return true;
  }
  return false;
}

void add_flags(const std::vector<std::string>& from, std::vector<std::string>& to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (!matters_for_reading(from[i])) continue;
    to.push_back(from[i]);
    if (has_argument_after(from[i]) && i + 1 < from.size()) to.push_back(from[++i]);
  }
}

void add_include_dirs(const std::string& folder, const std::vector<std::string>& dirs, std::vector<std::string>& to) {
  to.push_back("-I" + folder);
  for (const std::string& dir : dirs) to.push_back("-I" + (fs::path(folder) / dir).lexically_normal().string());
}

SourceFile host_file(const spec::KernelSpec& spec, const spec::KernelFolder& folder, const spec::HostFile& host) {
  SourceFile file{host.path, Language::cpp, {}};
  add_include_dirs(folder.path, spec.host_include_dirs, file.flags);
  if (host.path.ends_with(".f90")) {
    file.language = Language::fortran;
  } else if (host.implementation == "openmp") {
    file.flags.push_back("-fopenmp");  // defines _OPENMP
  }
  for (const spec::HostFlags& flags : spec.host_flags) {
    if (flags.implementation.empty() || flags.implementation == host.implementation) {
      add_flags(flags.flags, file.flags);
    }
  }
  return file;
}

SourceFile cuda_file(const spec::KernelSpec& spec, const spec::KernelFolder& folder) {
  SourceFile file{*folder.cuda_file, Language::cuda, {}};
  add_include_dirs(folder.path, spec.cuda_include_dirs, file.flags);
  add_flags(spec.cuda_options, file.flags);
  if (spec.device_function) {
    file.path = spec::find_device_header(spec, folder.path);
    file.is_device_function = true;
  }
  return file;
}

/// Every structure of the signatures, each once.
std::vector<const Parameter*> structures_of(const spec::KernelSpec& spec) {
  std::vector<const Parameter*> structures;
  for (const Signature& signature : spec.instantiations) {
    for (const Parameter& parameter : signature.parameters) {
      const auto same = [&](const Parameter* other) { return other->struct_name == parameter.struct_name; };
      if (parameter.kind != ParameterKind::structure || std::any_of(structures.begin(), structures.end(), same))
        continue;
      structures.push_back(&parameter);
    }
  }
  return structures;
}

void ask_for_layouts(const spec::KernelSpec& spec, SourceFile& file) {
  if (file.language == Language::fortran) return;
  for (const Parameter* structure : structures_of(spec)) {
    StructureQuestion question{structure->struct_name, {}};
    for (const Parameter& field : structure->fields) question.fields.push_back(field.name);
    file.structures.push_back(std::move(question));
  }
}

std::vector<std::string> layout_differences(const spec::KernelSpec& spec, const SourceDeclarations& source) {
  std::vector<std::string> lines;
  for (const Parameter* structure : structures_of(spec)) {
    for (const StructureLayout& layout : source.layouts) {
      if (layout.type != structure->struct_name) continue;
      for (std::string& line : layout_differences(*structure, layout)) lines.push_back(std::move(line));
    }
  }
  return lines;
}

/// A spec with the very function that its sources define: for a device function not the loop over it.
spec::KernelSpec of_function(const spec::KernelSpec& spec) {
  if (!spec.device_function) return spec;
  spec::KernelSpec out = spec;
  out.kernel = spec.device_function->name;
  out.signature_text = spec.device_function->text;
  out.instantiations.clear();
  for (const spec::ElementFunction& function : spec::element_functions(spec)) {
    out.instantiations.push_back(function.signature);
  }
  return out;
}

SourceDeclarations read(const SourceFile& file, const std::string& kernel, const Tools& tools) {
  if (file.language == Language::fortran) {
    return read_with_gfortran(tools.fortran_compiler, file, kernel + "_fortran");
  }
  if (tools.libclang.library == nullptr) {
    SourceDeclarations nothing;
    nothing.unreadable = tools.libclang.why_not;
    return nothing;
  }
  return read_with_clang(*tools.libclang.library, file, kernel);
}

/// The parameters as the spec writes them, type parameters included.
std::string parameter_list(const spec::KernelSpec& spec) {
  const std::string& text = spec.signature_text;
  const std::size_t open = text.find('('), close = text.rfind(')');
  return open == std::string::npos || close == std::string::npos ? "(" + type_list(spec.instantiations.front()) + ")"
                                                                 : text.substr(open, close - open + 1);
}

/// The declaration that fits best, with what still differs; a declaration that cannot be trusted fits nothing.
struct BestMatch {
  const Declaration* declaration = nullptr;
  std::vector<std::string> differences;
};

/// With the names of the spec where the spec declares that a source has others.
Declaration with_declared_names(const spec::KernelSpec& spec, const Signature& signature, Declaration declaration) {
  for (std::size_t i = 0; i < std::min(signature.parameters.size(), declaration.parameters.size()); ++i)
    for (const spec::Renamed& renamed : spec.renamed)
      if (renamed.parameter == signature.parameters[i].name &&
          std::find(renamed.as.begin(), renamed.as.end(), declaration.parameters[i].name) != renamed.as.end())
        declaration.parameters[i].name = renamed.parameter;
  return declaration;
}

BestMatch best_match(const spec::KernelSpec& spec, const Signature& signature, const std::string& returns,
                     const std::vector<Declaration>& declarations) {
  BestMatch best;
  for (const Declaration& declaration : declarations) {
    if (!declaration.unknown.empty()) continue;
    std::vector<std::string> differing =
        differences(signature, with_declared_names(spec, signature, declaration), returns);
    if (best.declaration == nullptr || differing.size() < best.differences.size()) {
      best = {&declaration, std::move(differing)};
    }
  }
  return best;
}

FileResult no_declaration(const std::string& name, const std::string& kernel, const SourceDeclarations& source) {
  FileResult result;
  if (!source.near_miss.empty()) {
    result.differs = fmt::format("{}: {}", name, source.near_miss);
  } else if (!source.errors.empty()) {
    result.unchecked = fmt::format("{}: {}", name, source.errors.front());
  } else {
    result.differs = fmt::format("{} defines no function '{}'", name, kernel);
  }
  return result;
}

/// "parameter 2 'x': ..." for T=float, unless every instantiation says the same.
std::string for_types(const spec::KernelSpec& spec, const Signature& signature) {
  return spec.instantiations.size() > 1 ? fmt::format(" (for {})", signature.types) : "";
}

/// What the function of instantiation `i` returns.
std::string returns_of(const spec::KernelSpec& spec, std::size_t i) {
  return spec.device_function ? spec::element_functions(spec).at(i).returns : "void";
}

FileResult judge(const spec::KernelSpec& checked, const SourceFile& file, const SourceDeclarations& source) {
  const spec::KernelSpec spec = of_function(checked);
  const std::string name = fs::path(file.path).filename().string();
  FileResult result;
  if (!source.unreadable.empty()) {
    result.unchecked = fmt::format("{}: {}", name, source.unreadable);
    return result;
  }
  if (source.declarations.empty()) return no_declaration(name, spec.kernel, source);

  for (const std::string& error : source.errors)
    result.notes.push_back(fmt::format("while reading {}: {}", name, error));
  for (std::size_t i = 0; i < spec.instantiations.size(); ++i) {
    const Signature& signature = spec.instantiations[i];
    const BestMatch best = best_match(spec, signature, returns_of(checked, i), source.declarations);
    if (best.declaration != nullptr && best.differences.empty()) continue;
    const auto unknown = std::find_if(source.declarations.begin(), source.declarations.end(),
                                      [](const Declaration& declaration) { return !declaration.unknown.empty(); });
    if (unknown != source.declarations.end()) {
      result.unchecked = fmt::format("{}:{}: the parameters are not known: {}", name, unknown->line, unknown->unknown);
      return result;
    }
    result.differs = fmt::format("the spec says {}{}, {}:{} takes {}", parameter_list(spec), for_types(spec, signature),
                                 name, best.declaration->line, signature::parameter_list(*best.declaration));
    for (const std::string& difference : best.differences) result.details.push_back(difference);
    for (std::string& line : layout_differences(spec, source)) result.details.push_back(std::move(line));
    return result;
  }
  result.details = layout_differences(spec, source);
  if (!result.details.empty()) {
    result.differs = fmt::format("{}: the layout of a structure differs: {}", name, result.details.front());
    result.details.erase(result.details.begin());
  }
  return result;
}

void add_all(std::vector<std::string>& to, const std::vector<std::string>& lines, const std::string& indent = "") {
  for (const std::string& line : lines) to.push_back(indent + line);
}

void summarise(const spec::KernelSpec& spec, const std::vector<FileResult>& files, result::Outcome& outcome) {
  std::vector<std::string> unchecked;
  std::size_t differing = 0;
  for (const FileResult& file : files) {
    if (!file.unchecked.empty()) unchecked.push_back(file.unchecked);
    if (file.differs.empty()) continue;
    ++differing;
    if (differing == 1) {
      outcome.reason = fmt::format("kernel '{}': {}", spec.kernel, file.differs);
    } else {
      outcome.details.push_back(file.differs);
    }
    add_all(outcome.details, file.details, "  ");
  }
  if (differing > 0) {
    outcome.verdict = result::Verdict::signature;
    if (differing > 1) outcome.reason += fmt::format(" (and {} more)", differing - 1);
    for (const std::string& line : unchecked) outcome.details.push_back("not checked: " + line);
  } else if (!unchecked.empty()) {
    outcome.verdict = result::Verdict::unchecked;
    outcome.reason = unchecked.front();
    outcome.details.assign(unchecked.begin() + 1, unchecked.end());
  }
  for (const FileResult& file : files) add_all(outcome.details, file.notes);
}

}  // namespace

result::Outcome check(const spec::KernelSpec& spec, const spec::KernelFolder& folder, const Tools& tools) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<SourceFile> sources;
  for (const spec::HostFile& host : folder.hosts) sources.push_back(host_file(spec, folder, host));
  if (folder.cuda_file) sources.push_back(cuda_file(spec, folder));
  for (SourceFile& source : sources) ask_for_layouts(spec, source);

  std::vector<FileResult> files;
  for (const SourceFile& source : sources)
    files.push_back(judge(spec, source, read(source, of_function(spec).kernel, tools)));

  result::Outcome outcome;
  outcome.kernel = spec.kernel;
  outcome.check = "signature";
  outcome.file = spec.file;
  summarise(spec, files, outcome);
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return outcome;
}

}  // namespace kparity::parity::signature
