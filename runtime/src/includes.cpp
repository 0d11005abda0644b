// One pass over the characters of a text finds its directives; a breadth-first walk over them finds the closure.
#include "kparity/includes.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "kparity/error.hpp"
#include "kparity/files.hpp"

namespace kparity {

namespace {

namespace fs = std::filesystem;

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/// Joins lines that end in a backslash, as the first thing a preprocessor does.
std::string spliced(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
    } else if (text.substr(i + 1, 1) == "\n") {
      i += 1;
    } else if (text.substr(i + 1, 2) == "\r\n") {
      i += 2;
    } else {
      out += '\\';
    }
  }
  return out;
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<IncludeName> scan() {
    bool line_start = true;  // nothing but blanks and comments so far
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        line_start = true;
        ++at_;
      } else if (is_blank(c)) {
        ++at_;
      } else if (skip_comment()) {
      } else if (c == '#' && line_start) {
        ++at_;
        directive();
        line_start = false;
      } else {
        skip_token();
        line_start = false;
      }
    }
    return std::move(found_);
  }

 private:
  bool starts_with(std::string_view start) const { return text_.substr(at_).starts_with(start); }

  /// Past `end`, or to the end of the text.
  void skip_past(std::string_view end) {
    const auto found = text_.find(end, at_);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }

  bool skip_comment() {
    if (starts_with("//")) {
      const auto end = text_.find('\n', at_);
      at_ = end == std::string_view::npos ? text_.size() : end;
      return true;
    }
    if (!starts_with("/*")) return false;
    at_ += 2;
    skip_past("*/");
    return true;
  }

  void skip_blanks() {
    while (at_ < text_.size() && (is_blank(text_[at_]) || (starts_with("/*") && skip_comment()))) {
      if (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    }
  }

  std::string_view word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void directive() {
    skip_blanks();
    const std::string_view name = word();
    if (name != "include" && name != "include_next" && name != "import") return;
    skip_blanks();
    if (starts_with("\"")) {
      add(IncludeName::Form::quoted, '"');
    } else if (starts_with("<")) {
      add(IncludeName::Form::angle, '>');
    } else {
      found_.push_back({IncludeName::Form::computed, ""});
    }
  }

  void add(IncludeName::Form form, char end) {
    const auto close = text_.find_first_of(end == '"' ? "\"\n" : ">\n", at_ + 1);
    if (close == std::string_view::npos || text_[close] == '\n') return;  // the compiler will complain
    found_.push_back({form, std::string(text_.substr(at_ + 1, close - at_ - 1))});
    at_ = close + 1;
  }

  void skip_token() {
    const char c = text_[at_];
    if (is_word(c)) {
      const std::string_view w = word();
      const bool raw = w == "R" || w == "LR" || w == "uR" || w == "UR" || w == "u8R";
      if (starts_with("\"") && raw) {
        skip_raw_string();
      } else if (starts_with("'") && std::isdigit(static_cast<unsigned char>(w.front())) != 0) {
        ++at_;  // a digit separator: 1'000
      }
    } else if (c == '"' || c == '\'') {
      skip_literal(c);
    } else {
      ++at_;
    }
  }

  void skip_literal(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
      } else if (text_[at_] == quote) {
        ++at_;
        return;
      }
    }
  }

  void skip_raw_string() {
    const auto open = text_.find('(', at_);
    if (open == std::string_view::npos) {
      at_ = text_.size();
      return;
    }
    const std::string end = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    at_ = open + 1;
    skip_past(end);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<IncludeName> found_;
};

bool is_fortran(const std::string& path) {
  const std::string ending = fs::path(path).extension().string();
  return ending.starts_with(".f") || ending.starts_with(".F");
}

/// The existing file that an include of `from` means, or empty.
std::string resolve(const IncludeName& include, const std::string& from, const std::vector<std::string>& include_dirs) {
  if (include.form == IncludeName::Form::computed) return "";
  std::vector<fs::path> folders(include_dirs.begin(), include_dirs.end());
  if (include.form == IncludeName::Form::quoted) folders.insert(folders.begin(), fs::path(from).parent_path());
  for (const fs::path& folder : folders) {
    const fs::path candidate = (folder / include.name).lexically_normal();
    std::error_code ignored;
    if (fs::is_regular_file(candidate, ignored)) return candidate.string();
  }
  return "";
}

// A folder that links to itself would otherwise give ever longer names of the same file.
constexpr std::size_t longest_path = 4096;

}  // namespace

std::vector<IncludeName> scan_includes(std::string_view text) {
  if (text.find('\\') == std::string_view::npos) return Scanner(text).scan();
  const std::string joined = spliced(text);
  return Scanner(joined).scan();
}

std::vector<IncludeName> scan_fortran_includes(std::string_view text) {
  std::vector<IncludeName> found;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    while (!line.empty() && (is_blank(line.front()) || line.front() == '#')) line.remove_prefix(1);
    std::string word;
    for (std::size_t i = 0; i < line.size() && is_word(line[i]); ++i) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(line[i])));
    }
    if (word != "include") continue;
    const auto open = line.find_first_of("'\"");
    if (open == std::string_view::npos) continue;
    const auto close = line.find(line[open], open + 1);
    if (close == std::string_view::npos) continue;
    found.push_back({IncludeName::Form::quoted, std::string(line.substr(open + 1, close - open - 1))});
  }
  return found;
}

SourceClosure include_closure(const std::string& path, const std::vector<std::string>& include_dirs) {
  SourceClosure closure;
  const std::string first = fs::absolute(path).lexically_normal().string();
  const fs::path folder = fs::path(first).parent_path();
  std::set<std::string> seen{first};
  const auto add = [&](const std::string& file) {
    closure.files.push_back({file, fs::path(file).lexically_relative(folder).string(), read_file(file)});
  };
  add(first);
  for (std::size_t next = 0; next < closure.files.size(); ++next) {
    const std::string from = closure.files[next].path;
    const auto includes =
        is_fortran(from) ? scan_fortran_includes(closure.files[next].text) : scan_includes(closure.files[next].text);
    for (const IncludeName& include : includes) {
      closure.computed = closure.computed || include.form == IncludeName::Form::computed;
      const std::string file = resolve(include, from, include_dirs);
      if (!file.empty() && file.size() < longest_path && seen.insert(file).second) add(file);
    }
  }
  return closure;
}

}  // namespace kparity
