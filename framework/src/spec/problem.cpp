// Spelling of problems, and the search for the name that was probably meant.
#include "kparity/spec/problem.hpp"

#include <algorithm>
#include <numeric>

namespace kparity::spec {

namespace {

std::string all_of(const std::vector<Problem>& problems) {
  std::string out;
  for (const Problem& problem : problems) out += (out.empty() ? "" : "\n") + to_string(problem);
  return out;
}

// Edits (insert, erase, replace, swap of neighbours) from `a` to `b`.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last, last(b.size() + 1), now(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) now[j] = std::min(now[j], before_last[j - 2] + 1);
    }
    before_last = last;
    last.swap(now);
  }
  return last[b.size()];
}

}  // namespace

std::string to_string(const Problem& problem) {
  const Location& where = problem.where;
  std::string out = where.file;
  if (where.line > 0) out += ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
  return out + ": " + problem.message;
}

SpecError::SpecError(std::vector<Problem> problems) : Error(all_of(problems)), problems_(std::move(problems)) {}

std::string nearest(std::string_view name, const std::vector<std::string>& names) {
  constexpr std::size_t longest = 64;  // the search is quadratic, and no name of ours is longer
  if (name.empty() || name.size() > longest) return "";
  const std::size_t allowed = name.size() <= 4 ? 1 : name.size() <= 8 ? 2 : 3;
  std::string best;
  std::size_t best_edits = allowed + 1;
  for (const std::string& candidate : names) {
    if (candidate.size() > longest || candidate == name) continue;
    const std::size_t count = edits(name, candidate);
    if (count < best_edits && count < std::max(name.size(), candidate.size())) {
      best = candidate;
      best_edits = count;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& names) {
  const std::string near = nearest(name, names);
  return near.empty() ? "" : " (did you mean '" + near + "'?)";
}

}  // namespace kparity::spec
