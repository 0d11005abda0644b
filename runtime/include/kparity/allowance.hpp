// How far an element of an output may be off: what a number with bounds (bound.hpp) leaves behind for a comparison.
#pragma once

namespace kparity {

struct Allowance {
  double offset = 0;       // of the value that the reference computes from the exact one
  double statistical = 0;  // how far a result may lie from the exact value without a question
  double linear = 0;       // beyond this no rounding explains it
};

}  // namespace kparity
