// Builds the text that NVRTC is given: the kernel file and the checks of its types.
#include "cuda/program_text.hpp"

#include <algorithm>
#include <filesystem>

#include "kparity/cuda_source.hpp"
#include "kparity/error.hpp"
#include "kparity/files.hpp"
#include "kparity/includes.hpp"
#include "template_arguments.hpp"

namespace kparity::cuda {

namespace {

namespace fs = std::filesystem;

std::string pointer_type(const Signature& signature, const std::string& name) {
  return "void (*" + name + ")(" + type_list(signature) + ")";
}

/// A function that nobody calls and that makes no code. In it a pointer of each expected type must accept the kernel,
/// which also picks the right one of several overloads, or the arguments of a template.
std::string type_check(const std::string& kernel, const CudaSource& source, std::span<const Signature> instantiations) {
  std::string text = "\n#line 1 \"" + check_name(kernel) + "\"\n";
  text += "inline void kparity_check_" + kernel + "() {";
  for (std::size_t i = 0; i < instantiations.size(); ++i) {
    text += "\n[[maybe_unused]] constexpr ";
    text += pointer_type(instantiations[i], "kparity_expected_" + std::to_string(i)) + " = " +
            function_of(kernel, source, instantiations[i]) + ";";
  }
  return text + "\n}\n";
}

std::string expression(const std::string& kernel, const CudaSource& source, const Signature& signature) {
  return "static_cast<" + pointer_type(signature, "") + ">(" + function_of(kernel, source, signature) + ")";
}

/// The folders that options like -I/usr/include/x or -I x name.
std::vector<std::string> folders_in(const std::vector<std::string>& options) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < options.size(); ++i) {
    for (const std::string_view prefix : {"-I", "--include-path="}) {
      if (!options[i].starts_with(prefix)) continue;
      if (options[i].size() > prefix.size()) {
        out.push_back(options[i].substr(prefix.size()));
      } else if (i + 1 < options.size()) {
        out.push_back(options[i + 1]);
      }
    }
  }
  return out;
}

bool includes_by_option(const std::vector<std::string>& options) {
  return std::any_of(options.begin(), options.end(), [](const std::string& option) {
    return option.starts_with("-include") || option.starts_with("--pre-include");
  });
}

/// An absolute path, from one that counts from the folder of the `.cu` file.
std::string placed(const fs::path& folder, const std::string& path) {
  return (folder / path).lexically_normal().string();
}

/// Where the compiler will look, but for the toolkit's own folders.
std::vector<std::string> all_folders(const CudaSource& source, const ProgramText& text) {
  std::vector<std::string> folders = text.folders;
  for (const std::string& folder : folders_in(source.options)) folders.push_back(folder);
  return folders;
}

void read_from_disk(const CudaSource& source, ProgramText& out) {
  SourceClosure closure = include_closure(out.name, all_folders(source, out));
  out.is_complete = !closure.computed;
  for (SourceFile& file : closure.files) out.contents.push_back({std::move(file.name), std::move(file.text)});
}

const CudaSource::File* find_text(const CudaSource& source, const std::string& name) {
  for (const CudaSource::File& file : source.files) {
    if (fs::path(file.name).lexically_normal() == fs::path(name).lexically_normal()) return &file;
  }
  return nullptr;
}

/// The embedded file that an include of `from` means. Names of embedded files count from the kernel's folder, or are
/// what the includes say.
const CudaSource::File* resolve(const CudaSource& source, const CudaSource::File& from, const IncludeName& include) {
  std::vector<fs::path> folders{"."};
  if (include.form == IncludeName::Form::quoted) folders.insert(folders.begin(), fs::path(from.name).parent_path());
  const fs::path own = fs::path(source.path).parent_path();
  for (const std::string& folder : source.include_dirs) {
    folders.emplace_back(fs::path(folder).is_absolute() ? fs::path(folder).lexically_relative(own) : fs::path(folder));
  }
  for (const fs::path& folder : folders) {
    if (const CudaSource::File* file = find_text(source, (folder / include.name).string())) return file;
  }
  return nullptr;
}

void add_header(const CudaSource::File& file, const std::string& name, ProgramText& out) {
  for (const CudaSource::File& known : out.headers) {
    if (known.name != name) continue;
    if (known.text == file.text) return;
    throw RuntimeFailure("two headers are included as '" + name + "' in '" + out.name +
                         "', and its files are no longer on disk; give them different names");
  }
  out.headers.push_back({name, file.text});
}

/// A header that was not kept with the text, but is in one of the folders: the code depends on it all the same.
void add_from_disk(const std::string& name, const std::vector<std::string>& folders, ProgramText& out) {
  for (const std::string& folder : folders) {
    const std::string path = placed(folder, name);
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) continue;
    SourceClosure closure = include_closure(path, folders);
    out.is_complete = out.is_complete && !closure.computed;
    for (SourceFile& file : closure.files) out.contents.push_back({std::move(file.name), std::move(file.text)});
    return;
  }
}

void use_embedded(const CudaSource& source, ProgramText& out) {
  out.contents = source.files;
  const std::vector<std::string> folders = all_folders(source, out);
  for (const CudaSource::File& file : source.files) {
    for (const IncludeName& include : scan_includes(file.text)) {
      if (include.form == IncludeName::Form::computed) {
        out.is_complete = false;
      } else if (const CudaSource::File* header = resolve(source, file, include)) {
        add_header(*header, include.name, out);
      } else {
        add_from_disk(include.name, folders, out);
      }
    }
  }
}

}  // namespace

std::string check_name(const std::string& kernel) {
  return "signature of " + kernel;
}

ProgramText program_text(const std::string& kernel, const CudaSource& source,
                         std::span<const Signature> instantiations) {
  ProgramText out;
  std::error_code ignored;
  const bool is_on_disk = !source.path.empty() && fs::is_regular_file(source.path, ignored);
  if (!is_on_disk && source.files.empty()) {
    throw RuntimeFailure("kernel '" + kernel + "': the CUDA source '" + source.path +
                         "' is not there, and its text was not kept");
  }
  out.name = source.path.empty() ? source.files.front().name : fs::absolute(source.path).lexically_normal().string();
  const fs::path folder = fs::path(out.name).parent_path();
  if (is_on_disk) out.folders.push_back(folder.string());
  for (const std::string& given : source.include_dirs) out.folders.push_back(placed(folder, given));
  is_on_disk ? read_from_disk(source, out) : use_embedded(source, out);
  out.is_complete = out.is_complete && !includes_by_option(source.options);
  out.text = out.contents.front().text + type_check(kernel, source, instantiations);
  for (const Signature& signature : instantiations) out.expressions.push_back(expression(kernel, source, signature));
  return out;
}

ProgramText type_question(const ProgramText& program, const std::string& kernel, const CudaSource& source,
                          const Signature& signature) {
  ProgramText out = program;
  out.expressions.clear();
  out.text = program.contents.front().text + "\n#line 1 \"" + check_name(kernel) + "\"\n" +
             "inline void kparity_check_" + kernel + "() {\ndecltype(&" + kernel + "<" +
             template_arguments(source, signature) + ">) kparity_actual = 1.5;\n}\n";
  return out;
}

}  // namespace kparity::cuda
