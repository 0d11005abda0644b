// The comparisons that a kernel's author wrote in C++, ready to judge outputs, and what they must do before they may:
// accept what is equal and reject what is wrong beyond doubt.
#pragma once

#include <exception>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kparity/compare/compare.hpp"
#include "kparity/error.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::parity {

/// A comparison of a kernel's author threw.
class ComparatorFailure : public RuntimeFailure {
 public:
  using RuntimeFailure::RuntimeFailure;
};

/// What was compiled of them before any child process; empty for a spec without.
struct ComparatorLibrary {
  std::string path;
  std::exception_ptr failure = nullptr;  // why there is none
};

/// Compiles into the cache what a spec needs. Never throws for what the file is.
ComparatorLibrary comparator_library(const spec::KernelSpec& spec);

class Comparators {
 public:
  /// Of a spec without.
  Comparators() = default;
  /// Opens the library. Throws what is wrong with it.
  Comparators(const spec::KernelSpec& spec, const ComparatorLibrary& library);

  /// What judges an output of the spec; null where a rule does. It throws ComparatorFailure.
  const compare::Custom* of(std::size_t instantiation, std::size_t output) const;
  bool empty() const { return all_.empty(); }

 private:
  std::vector<std::vector<compare::Custom>> all_;  // per instantiation and output
};

/// Tries them out on results of the reference, case by case.
class ComparatorExam {
 public:
  explicit ComparatorExam(const spec::KernelSpec& spec) : spec_(spec), tried_(spec.outputs.size()) {}

  /// Output number `output` of a case. What is wrong with its comparison: it rejects equal results, or accepts one in
  /// which an element is NaN or far away. Empty if nothing is.
  std::string fault_in(std::size_t output, const generate::ArrayPlan& array, std::span<const std::byte> expected,
                       const compare::Context& context);

  /// After the last case: it accepted zeros, or memory that nobody wrote, in all cases in which they were no right
  /// result. Empty if it did not.
  std::string fault() const;

 private:
  struct Tried {
    unsigned cases = 0, accepted = 0;
  };
  struct Wrong {
    Tried zeros, unwritten;
  };
  const spec::KernelSpec& spec_;
  std::vector<Wrong> tried_;  // per output
};

}  // namespace kparity::parity
