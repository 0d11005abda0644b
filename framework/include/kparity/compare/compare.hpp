// Judges one output of one case: counts what was compared, finds the first and the worst mismatch, and says which rule
// judged. Comparing never prints and never throws for a difference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/result/result.hpp"
#include "kparity/spec/model.hpp"
#include "kparity/spec/vocabulary.hpp"

namespace kparity::compare {

/// The rules of all tolerance forms, for the spec reader and `describe`.
std::vector<spec::KindRule> tolerance_rules();

/// Gives the value of a name that a tolerance mentions (a size); may be empty when it mentions none.
using Values = std::function<std::int64_t(std::string_view)>;

/// What compare() may use beside the two arrays to say what mismatches have in common. All of it is optional.
struct Context {
  /// An array of the same case that a wrong kernel may have copied from.
  struct Array {
    std::string name;
    DType dtype = DType::float64;
    std::span<const std::byte> bytes;
  };
  Values values;
  std::span<const std::byte> initial;               // the output before the call, where it is read and written
  std::vector<std::span<const std::byte>> poisons;  // byte patterns repeated over the output before the call
  std::vector<Array> inputs;
};

/// Compares `actual` with `expected`, both holding the elements of `shape` of type `dtype`, in row-major order.
/// Expected before actual. Integers and booleans are compared exactly whatever the form says. Bytes that do not fit the
/// shape are a finding (Comparison::whole). Throws InvalidArgument for a tolerance that is no number from 0 up.
///
/// NaN: `forbid` rejects a NaN on either side, on both sides too (nothing was shown about such an element); `match`
/// accepts NaN for NaN, whatever its payload; `any` leaves out elements with a NaN on either side. Infinity likewise,
/// where `match` wants the same sign. `signed_zero` tells -0 from +0 under every form.
result::Comparison compare(const spec::OutputSpec& output, DType dtype, const std::vector<std::int64_t>& shape,
                           std::span<const std::byte> expected, std::span<const std::byte> actual,
                           const Context& context = {});

/// Only the question "does it agree", for the hot loop; the same answer as compare().agrees(). `used` becomes the
/// largest share of the bound; where the answer is no, looking ends early and `used` is that of what was looked at.
bool agrees(const spec::OutputSpec& output, DType dtype, const std::vector<std::int64_t>& shape,
            std::span<const std::byte> expected, std::span<const std::byte> actual, double& used,
            const Values& values = {});

/// Feeds every tolerance form with pairs it must accept and pairs it must reject; returns the first that went wrong,
/// empty if none. Runs at every start of a check (well below a millisecond).
std::string self_test();

}  // namespace kparity::compare
