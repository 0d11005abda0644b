// Where a call stands in the source: a default argument of everything that the scheduler hears of.
#pragma once

#include "hooks.h"

#if defined(__clang__)
static constexpr KparitySite kparity_here(const char* file = __builtin_FILE(), unsigned line = __builtin_LINE(),
                                          unsigned column = __builtin_COLUMN()) {
  return {file, line, column};
}
#else
#include <source_location>  // small, and the only way to a column with GCC
static constexpr KparitySite kparity_here(std::source_location at = std::source_location::current()) {
  return {at.file_name(), at.line(), at.column()};
}
#endif
