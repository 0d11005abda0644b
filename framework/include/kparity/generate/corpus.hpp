// The list of cases beside a spec, `<kernel>.cases`: tokens of past failures, one a line, which a check runs before
// anything it draws. Text that people review and commit.
#pragma once

#include <string>
#include <vector>

#include "kparity/generate/case.hpp"
#include "kparity/spec/problem.hpp"

namespace kparity::generate {

struct Corpus {
  std::vector<Case> cases;
  /// Lines that hold no case of the spec any more, each with what is wrong.
  std::vector<spec::Problem> problems;
  /// Lines whose token was made from another version of the spec: the case is legal, its arrays may differ.
  std::vector<spec::Problem> stale;
};

/// Reads a file; without one there are no cases. `#` starts a comment.
Corpus read_corpus(const spec::KernelSpec& spec, const std::string& path);

/// Adds a token with a comment on its line, and says whether it did: not if the token is there already. Throws
/// RuntimeFailure if the file cannot be written.
bool add_to_corpus(const std::string& path, const std::string& token, const std::string& comment);

}  // namespace kparity::generate
