// Whether the rule of each output can fail: results that are wrong in the usual ways are made of the expected one and
// must be rejected in some case of a check. No kernel runs for it.
#pragma once

#include <string>
#include <vector>

#include "kparity/compare/compare.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::parity {

class Discrimination {
 public:
  explicit Discrimination(const spec::KernelSpec& spec);

  /// Whether a wrong result of output number `output` is left that was not rejected yet.
  bool is_open(std::size_t output) const;

  /// Holds wrong results against the rule; `context` as it judges a right one.
  void look(std::size_t output, const generate::ArrayPlan& array, std::span<const std::byte> expected,
            const compare::Context& context);

  /// What would have passed in every case in which it was tried; empty if all were rejected, or tried too rarely.
  std::string accepted() const;

 private:
  struct Tried {
    unsigned tried = 0;
    bool rejected = false;
  };
  const spec::KernelSpec& spec_;
  std::vector<std::vector<Tried>> tried_;  // per output, per kind of wrong result
};

}  // namespace kparity::parity
