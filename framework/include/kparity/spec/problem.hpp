// A place in a spec file and what is wrong there. Problems are collected, so that one run shows all of a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kparity/error.hpp"

namespace kparity::spec {

/// Lines and columns count from 1; 0 means the whole file.
struct Location {
  std::string file;
  int line = 0;
  int column = 0;
};

struct Problem {
  Location where;
  std::string message;
};

/// "deposit.yaml:6:31: unknown field 'mim' of generator 'uniform' (did you mean 'min'?)"
std::string to_string(const Problem& problem);

/// All problems of one or several files; what() lists them, one a line.
class SpecError : public Error {
 public:
  explicit SpecError(std::vector<Problem> problems);
  const std::vector<Problem>& problems() const noexcept { return problems_; }

 private:
  std::vector<Problem> problems_;
};

/// The nearest of `names` if it is close enough to be a typing error, else empty.
std::string nearest(std::string_view name, const std::vector<std::string>& names);
/// " (did you mean 'min'?)" or "".
std::string did_you_mean(std::string_view name, const std::vector<std::string>& names);

}  // namespace kparity::spec
