// Sources by hand, and a reader of C++ that knows just enough to find the names behind `__global__`.
#include "kparity/cuda_source.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>

#include "kparity/error.hpp"
#include "kparity/files.hpp"
#include "kparity/includes.hpp"
#include "text.hpp"

namespace kparity {

namespace {

namespace fs = std::filesystem;

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Words and single other characters of a text, without comments, literals and preprocessor lines.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  /// Empty at the end.
  std::string_view next() {
    while (skip_blank() || skip_comment() || skip_directive()) {
    }
    if (at_ >= text_.size()) return {};
    at_line_start_ = false;
    if (text_[at_] == '"' || text_[at_] == '\'') return literal();
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    if (at_ == begin) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    const bool is_raw = word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
    if (is_raw && at_ < text_.size() && text_[at_] == '"') return raw_literal();
    // A digit separator, 1'000, begins no character.
    if (std::isdigit(static_cast<unsigned char>(word.front())) != 0 && at_ < text_.size() && text_[at_] == '\'') ++at_;
    return word;
  }

 private:
  bool starts_with(std::string_view start) const { return text_.substr(at_).starts_with(start); }
  void skip_past(std::string_view end) {
    const auto found = text_.find(end, at_);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }
  bool skip_blank() {
    if (at_ >= text_.size() || std::isspace(static_cast<unsigned char>(text_[at_])) == 0) return false;
    if (text_[at_] == '\n') at_line_start_ = true;
    ++at_;
    return true;
  }
  bool skip_comment() {
    if (starts_with("//")) {
      skip_line();
      return true;
    }
    if (!starts_with("/*")) return false;
    at_ += 2;
    skip_past("*/");
    return true;
  }
  /// To the end of the line, or of the last line that it is continued on.
  void skip_line() {
    while (at_ < text_.size() && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_, text_.size());
  }
  bool skip_directive() {
    if (!at_line_start_ || !starts_with("#")) return false;
    skip_line();
    return true;
  }
  std::string_view literal() {
    const std::size_t begin = at_;
    const char quote = text_[at_];
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
      at_ += text_[at_] == '\\' ? 1 : 0;
    at_ = std::min(at_ + 1, text_.size());
    return text_.substr(begin, 1);
  }
  std::string_view raw_literal() {
    const std::size_t begin = at_;
    const std::size_t open = std::min(text_.find('(', at_), text_.size());
    const std::string end = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    at_ = open;
    skip_past(end);
    return text_.substr(begin, 1);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool at_line_start_ = true;
};

/// Behind an opening bracket: to behind the one that closes it. What is in round ones, as in `f<(a < b)>`, is skipped
/// as a whole.
void skip_brackets(Tokens& tokens, std::string_view open, std::string_view close) {
  int depth = 1;
  for (std::string_view token = tokens.next(); !token.empty() && depth > 0;) {
    if (token == open) ++depth;
    if (token == "(" && open != "(") skip_brackets(tokens, "(", ")");
    if (token == close && --depth == 0) return;
    token = tokens.next();
  }
}

/// Behind `__global__`: the last word before the parameters. `__launch_bounds__(256)`, `__attribute__((...))` and the
/// like have brackets too, but begin with two underscores.
std::optional<std::string> function_name(Tokens& tokens) {
  std::string name;
  for (std::string_view token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (token == "(") {
      if (!name.starts_with("__")) return name.empty() ? std::nullopt : std::optional(name);
      skip_brackets(tokens, "(", ")");
      name.clear();
    } else if (token == "<") {
      skip_brackets(tokens, "<", ">");
    } else if (token == "[") {
      skip_brackets(tokens, "[", "]");
    } else if (is_word(token.front())) {
      name = std::string(token);
    } else if (token == ";" || token == "{" || token == "}") {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

std::string text_of(const CudaSource& source) {
  std::error_code ignored;
  if (!source.path.empty() && fs::is_regular_file(source.path, ignored)) return read_file(source.path);
  return source.files.empty() ? "" : source.files.front().text;
}

std::string name_of(const CudaSource& source) {
  return !source.path.empty() ? source.path : source.files.empty() ? "an empty CUDA source" : source.files.front().name;
}

void check_defined(const std::string& kernel, const CudaSource& source) {
  const std::vector<std::string> names = global_functions(source);
  if (std::find(names.begin(), names.end(), kernel) != names.end()) return;
  throw InvalidArgument(text::concat("kernel '", kernel, "': ", name_of(source), " has no __global__ function '",
                                     kernel, "'; it has ", text::join(names), text::did_you_mean(kernel, names)));
}

}  // namespace

CudaSource cuda_source(std::string text, std::string name) {
  CudaSource out;
  out.files.push_back({std::move(name), std::move(text)});
  return out;
}

CudaSource cuda_source_from_file(const std::string& path, std::vector<std::string> include_dirs) {
  CudaSource out;
  out.path = fs::absolute(path).lexically_normal().string();
  std::vector<std::string> folders;
  for (const std::string& folder : include_dirs) {
    folders.push_back((fs::path(out.path).parent_path() / folder).lexically_normal().string());
  }
  for (SourceFile& file : include_closure(out.path, folders).files) {
    out.files.push_back({std::move(file.name), std::move(file.text)});
  }
  out.include_dirs = std::move(include_dirs);
  return out;
}

std::vector<std::string> global_functions(std::string_view text) {
  std::vector<std::string> names;
  Tokens tokens(text);
  for (std::string_view token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (token != "__global__") continue;
    const auto name = function_name(tokens);
    if (name && std::find(names.begin(), names.end(), *name) == names.end()) names.push_back(*name);
  }
  return names;
}

std::vector<std::string> global_functions(const CudaSource& source) {
  std::vector<std::string> names = global_functions(text_of(source));
  if (names.empty()) throw InvalidArgument(name_of(source) + " has no __global__ function");
  return names;
}

namespace detail {

Kernel cuda_kernel(const std::string& name, Signature signature, std::vector<std::string> parameters, CudaSource source,
                   CudaKernelOptions options) {
  check_defined(name, source);
  const auto load = []() -> LoadedHost { throw ImplementationUnavailable("the kernel exists in CUDA only"); };
  KernelOptions all;
  all.host = {std::move(parameters), std::move(options.outputs)};
  all.dispatch = options.dispatch;
  all.launch = std::move(options.launch);
  all.cuda = std::move(source);
  return {
      name, {HostFunction{{std::move(signature)}, {std::string(reference_name), load}, std::nullopt}}, std::move(all)};
}

}  // namespace detail

}  // namespace kparity
