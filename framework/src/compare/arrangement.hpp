// What an output is before its elements are judged: the defined ones of it, in their order or in another one, or the
// values that its indices stand for. A comparison of a spec (`compare:`) is one file of comparisons/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fields.hpp"
#include "kparity/allowance.hpp"
#include "kparity/compare/compare.hpp"
#include "kparity/spec/model.hpp"
#include "kparity/spec/vocabulary.hpp"

namespace kparity::compare {

/// Two arrays to be judged position by position.
struct Arranged {
  DType dtype = DType::float64;
  std::vector<std::byte> expected, actual;
  std::vector<Allowance> allowances;   // of derived bounds; empty without
  std::vector<std::uint64_t> defined;  // the indices in the output of the elements that are defined, ascending
  bool keeps_places = true;            // element i is that of `defined[i]`
  bool exactly = false;                // whatever the tolerance says: values that indices stand for
  std::string fault;                   // why nothing can be judged; empty if it can

  std::uint64_t elements() const { return expected.size() / size_of(dtype); }
};

struct Arrangement {
  spec::KindRule rule;
  /// Changes the order, or the values, of what was arranged so far.
  void (*arrange)(const Fields& fields, Arranged& arranged);
};

/// All comparisons of comparisons/, made once.
const std::vector<Arrangement>& arrangements();

/// Whether an output is judged as it is.
bool is_judged_as_it_is(const spec::OutputSpec& output);

/// Both arrays hold `elements` elements of `dtype`.
Arranged arrange(const spec::OutputSpec& output, DType dtype, std::uint64_t elements,
                 std::span<const std::byte> expected, std::span<const std::byte> actual, const Context& context);

/// The chosen elements of an array, in the order of `indices`.
std::vector<std::byte> chosen(std::span<const std::byte> array, std::size_t size_of_one,
                              const std::vector<std::uint64_t>& indices);

/// Puts the elements of `actual`, or of both, into another order, and bounds with the expected ones. Bounds then lie
/// around the expected values.
void reorder_expected(Arranged& arranged, const std::vector<std::uint64_t>& order);
void reorder_actual(Arranged& arranged, const std::vector<std::uint64_t>& order);

/// The indices of an array of numbers in ascending order of their values; NaN last, equal ones in their order.
std::vector<std::uint64_t> ascending(DType dtype, std::span<const std::byte> array);

}  // namespace kparity::compare

namespace kparity::compare::comparisons {

using compare::Arrangement;
std::vector<Arrangement> all_comparisons();

}  // namespace kparity::compare::comparisons
