// Judges one output of one case: counts what was compared, finds the first and the worst mismatch, and says which rule
// judged. Comparing never prints and never throws for a difference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
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
/// The rules of all comparisons but `elementwise`, likewise.
std::vector<spec::KindRule> comparison_rules();

/// Gives the value of a name that a tolerance mentions (a size); may be empty when it mentions none.
using Values = std::function<std::int64_t(std::string_view)>;

/// An output as the reference computes it with some of its close decisions taken the other way.
struct Branch {
  std::span<const std::byte> values;
  std::span<const Allowance> allowances;
};

/// What `tolerance: auto` judges an output with: how far each element may be off, and where that is from.
struct Derived {
  std::span<const Allowance> allowances;  // one per element of a floating-point output; empty for other types
  std::string origin;                     // "derived from the reference", "estimated: ..."
  /// Decisions of the reference that were closer than their bounds: another correct implementation may take a different
  /// branch, so that a difference proves nothing.
  std::uint64_t close_decisions = 0;
  /// All combinations of both ways of all close decisions but the one that the reference took; empty if they are too
  /// many.
  std::vector<Branch> branches = {};
};

/// A tolerance that is a function of the kernel's author: fills in, for every element, which share of its bound a
/// result uses. An element differs if its share is more than 1 or no number.
using Custom = std::function<void(std::span<const std::byte> expected, std::span<const std::byte> actual,
                                  const std::vector<std::int64_t>& shape, std::span<double> shares)>;

/// What compare() may use beside the two arrays: to judge, where the spec names sizes or other arrays, and to say what
/// mismatches have in common.
struct Context {
  /// An array of the same case that a wrong kernel may have copied from.
  struct Array {
    std::string name;
    DType dtype = DType::float64;
    std::span<const std::byte> bytes;
  };
  /// Another output of the same case.
  struct Output {
    std::string name;
    DType dtype = DType::float64;
    std::span<const std::byte> expected, actual;
  };
  Values values;
  const Derived* derived = nullptr;                 // for `tolerance: auto`
  const Custom* custom = nullptr;                   // for `tolerance: {custom: ...}`
  std::span<const std::byte> initial;               // the output before the call, where it is read and written
  std::vector<std::span<const std::byte>> poisons;  // byte patterns repeated over the output before the call
  std::vector<Array> inputs;
  std::vector<Output> outputs;
};

/// Compares `actual` with `expected`, both holding the elements of `shape` of type `dtype`, in row-major order.
/// Expected before actual. Integers are compared exactly under every form that is for floating-point numbers only.
/// Bytes that do not fit the shape are a finding (Comparison::whole). Throws InvalidArgument for a tolerance that is no
/// number from 0 up.
///
/// NaN: `forbid` rejects a NaN on either side, on both sides too (nothing was shown about such an element); `match`
/// accepts NaN for NaN, whatever its payload; `any` leaves out elements with a NaN on either side. Infinity likewise,
/// where `match` wants the same sign. `signed_zero` tells -0 from +0 under every form.
///
/// With `tolerance: auto` an element of a floating-point output agrees if it lies within the statistical bound around
/// the exact value; differences within the linear bound are counted in Comparison::explainable. Without
/// Context::derived `auto` asks for equality.
///
/// With `compare:` or `defined:` what is judged is what they make of both arrays: the defined elements, sorted, or the
/// values that indices stand for. Mismatches are numbered by that order where elements have lost their places.
///
/// Throws InvalidArgument for `tolerance: {custom: ...}` without Context::custom, and what that throws.
result::Comparison compare(const spec::OutputSpec& output, DType dtype, const std::vector<std::int64_t>& shape,
                           std::span<const std::byte> expected, std::span<const std::byte> actual,
                           const Context& context = {});

/// Only the question "does it agree", for the hot loop; the same answer as compare().agrees(). `used` becomes the
/// largest share of the bound; where the answer is no, looking ends early and `used` is that of what was looked at.
bool agrees(const spec::OutputSpec& output, DType dtype, const std::vector<std::int64_t>& shape,
            std::span<const std::byte> expected, std::span<const std::byte> actual, double& used,
            const Context& context = {});

/// Whether each element agrees with the reference, or with what it computes on one of the branches of
/// Context::derived: what a correct implementation may give where decisions are close. Within the linear bound is
/// enough.
bool agrees_on_branches(const spec::OutputSpec& output, DType dtype, std::span<const std::byte> expected,
                        std::span<const std::byte> actual, const Context& context);

/// The indices of the elements of an output that have a meaning, as the expected values in `context` say it; empty for
/// all. Throws InvalidArgument if the spec names what is not there.
std::optional<std::vector<std::uint64_t>> defined_elements(const spec::OutputSpec& output, std::uint64_t elements,
                                                           const Context& context);

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

/// How far each element of a result may lie from what is right, by the rule of its output: for relations between
/// results that are not compared with a reference. Derived bounds count in full (the linear ones). Elements of a norm
/// or of a form with exceptions are held to the form in `and`.
std::vector<double> rooms(const spec::OutputSpec& output, DType dtype, std::span<const std::byte> values,
                          const Context& context);

/// The elements of an array as a report shows them, each the shortest text that reads back to the same value.
std::vector<std::string> element_texts(DType dtype, std::span<const std::byte> elements);

/// Feeds every tolerance form with pairs it must accept and pairs it must reject; returns the first that went wrong,
/// empty if none. Runs at every start of a check (well below a millisecond).
std::string self_test();

}  // namespace kparity::compare
