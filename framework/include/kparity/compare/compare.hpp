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

#include "kparity/allowance.hpp"
#include "kparity/result/result.hpp"
#include "kparity/spec/model.hpp"
#include "kparity/spec/vocabulary.hpp"

namespace kparity::compare {

/// The rules of all tolerance forms, for the spec reader and `describe`.
std::vector<spec::KindRule> tolerance_rules();

/// Gives the value of a name that a tolerance mentions (a size); may be empty when it mentions none.
using Values = std::function<std::int64_t(std::string_view)>;

/// What `tolerance: auto` judges an output with: how far each element may be off, and where that is from.
struct Derived {
  std::span<const Allowance> allowances;  // one per element of a floating-point output; empty for other types
  std::string origin;                     // "derived from the reference", "estimated: ..."
  /// Decisions of the reference that were closer than their bounds: another correct implementation may take a different
  /// branch, so that a difference proves nothing.
  std::uint64_t close_decisions = 0;
};

/// What compare() may use beside the two arrays to say what mismatches have in common. All of it is optional.
struct Context {
  /// An array of the same case that a wrong kernel may have copied from.
  struct Array {
    std::string name;
    DType dtype = DType::float64;
    std::span<const std::byte> bytes;
  };
  Values values;
  const Derived* derived = nullptr;                 // for `tolerance: auto`
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
///
/// With `tolerance: auto` an element of a floating-point output agrees if it lies within the statistical bound around
/// the exact value; differences within the linear bound are counted in Comparison::explainable. Without
/// Context::derived `auto` asks for equality.
result::Comparison compare(const spec::OutputSpec& output, DType dtype, const std::vector<std::int64_t>& shape,
                           std::span<const std::byte> expected, std::span<const std::byte> actual,
                           const Context& context = {});

/// Only the question "does it agree", for the hot loop; the same answer as compare().agrees(). `used` becomes the
/// largest share of the bound; where the answer is no, looking ends early and `used` is that of what was looked at.
bool agrees(const spec::OutputSpec& output, DType dtype, const std::vector<std::int64_t>& shape,
            std::span<const std::byte> expected, std::span<const std::byte> actual, double& used,
            const Values& values = {}, const Derived* derived = nullptr);

/// The rule that judges an output, as reports name it: "auto", "exact", "rel 1e-12 abs 1e-15". `floating`: its type is
/// a floating-point one. Sizes that the tolerance names stand as the spec has them.
std::string rule_text(const spec::OutputSpec& output, bool floating);

/// Whether no element of a floating-point output is further from the expected one than `roundings` of the largest
/// expected value. False if one of them is not finite. Tells which cases need a bound and which do not.
bool nearly_equal(DType dtype, std::span<const std::byte> expected, std::span<const std::byte> actual,
                  double roundings);

/// Whether bounds are so wide, against the typical size (the median) of the expected values, that agreement says
/// little: more than a tenth of it for more than one element in a hundred. Elements that are compared exactly do not
/// count.
bool swallows_output(DType dtype, std::span<const std::byte> expected, std::span<const Allowance> allowances);

/// Feeds every tolerance form with pairs it must accept and pairs it must reject; returns the first that went wrong,
/// empty if none. Runs at every start of a check (well below a millisecond).
std::string self_test();

}  // namespace kparity::compare
