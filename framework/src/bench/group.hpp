// The rows of one kernel and case, which are measured together.
#pragma once

#include <cstddef>

#include "kparity/bench/bench.hpp"

namespace kparity::bench {

struct Group {
  const Task* task = nullptr;
  generate::Case drawn;
  std::size_t first = 0, count = 0;  // rows of the report
};

}  // namespace kparity::bench
