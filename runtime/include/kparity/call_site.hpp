// A line of the user's program, taken by a default argument: `CallSite where = CallSite::current()`. It stands in for
// std::source_location, which clang 14 does not have.
#pragma once

namespace kparity {

struct CallSite {
  const char* file = "";
  unsigned line = 0;  // 0: not known
  const char* function = "";

  static constexpr CallSite current(const char* file = __builtin_FILE(), unsigned line = __builtin_LINE(),
                                    const char* function = __builtin_FUNCTION()) noexcept {
    return {file, line, function};
  }
};

}  // namespace kparity
