// Reading is forgiving about blank lines and strict about everything else: a pinned case that is silently skipped would
// protect nobody.
#include "kparity/generate/corpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <string_view>

#include "kparity/error.hpp"

namespace kparity::generate {

namespace {

struct Line {
  int number = 0;
  std::string token;
};

std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1));
}

std::vector<Line> lines_of(const std::string& path) {
  std::vector<Line> lines;
  std::ifstream file(path);
  int number = 0;
  for (std::string text; std::getline(file, text);) {
    ++number;
    std::string token = trimmed(std::string_view(text).substr(0, text.find('#')));
    if (!token.empty()) lines.push_back({number, std::move(token)});
  }
  return lines;
}

}  // namespace

Corpus read_corpus(const spec::KernelSpec& spec, const std::string& path) {
  Corpus corpus;
  for (const Line& line : lines_of(path)) {
    const spec::Location where{path, line.number, 1};
    try {
      ParsedToken parsed = parse_token(spec, line.token);
      if (!parsed.same_spec)
        corpus.stale.push_back({where, "the spec has changed since this case was pinned, so its arrays may differ"});
      corpus.cases.push_back(std::move(parsed.drawn));
    } catch (const InvalidArgument& error) {
      corpus.problems.push_back({where, fmt::format("{}; remove the line or pin the failure again", error.what())});
    }
  }
  return corpus;
}

bool add_to_corpus(const std::string& path, const std::string& token, const std::string& comment) {
  const auto lines = lines_of(path);
  if (std::ranges::find(lines, token, &Line::token) != lines.end()) return false;
  const bool is_new = !std::ifstream(path).good();
  std::ofstream file(path, std::ios::app);
  if (is_new) file << "# Cases that a check runs first, whatever its seed: tokens of past failures.\n";
  file << token << (comment.empty() ? "" : "  # " + comment) << '\n';
  file.close();
  if (!file) throw RuntimeFailure(fmt::format("'{}' could not be written", path));
  return true;
}

}  // namespace kparity::generate
