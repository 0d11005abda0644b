// A spec made ready for many cases: kinds looked up, scalars ordered by what their bounds depend on, arrays in the
// order of the signature. Everything that works on cases starts from here.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kind.hpp"
#include "kparity/generate/case.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::generate {

struct PreparedScalar {
  const spec::InputSpec* input = nullptr;
  const Kind* kind = nullptr;
  std::vector<DType> dtypes;              // by instantiation
  std::uint64_t stream = 0;               // hash of the name
  bool is_size = false;                   // an extent or a launch size: drawn by the family, shrunk first
  std::int64_t block = 128;               // of threads, along the direction that this size counts
  std::int64_t elements_in_block = 128;   // how much of this size one block covers
  bool is_pitch = false;                  // the lower bound of the size is another size
  std::vector<std::int64_t> constants{};  // that the kernel's launch and sources compare with
};

struct PreparedArray {
  ParameterPath path;
  std::string name;
  const std::vector<Expression>* shape = nullptr;
  const spec::InputSpec* input = nullptr;  // null for a pure output
  const Kind* kind = nullptr;              // null for a pure output
  std::vector<DType> dtypes;               // by instantiation
  std::uint64_t stream = 0;
  bool is_output = false, is_scratch = false;
};

struct Prepared {
  const spec::KernelSpec* spec = nullptr;
  std::vector<PreparedScalar> scalars;  // in the order of Case::scalars
  std::vector<std::size_t> order;       // every scalar after those that its bounds name
  std::vector<std::size_t> sizes;       // positions of the sizes in `scalars`
  std::vector<PreparedArray> arrays;    // in the order of the signature
};

/// Throws InvalidArgument for an unknown kind, one that cannot serve a scalar, or bounds that depend on each other.
/// The result refers to `spec`.
Prepared prepare(const spec::KernelSpec& spec);

/// The integer scalars of `drawn` by name; refers to both. Throws InvalidArgument for a name that is none.
Values values_of(const Prepared& prepared, const Case& drawn);

/// An input as its generator sees it; refers to `values`.
Argument argument_of(const spec::InputSpec& input, DType dtype, const Values& values);

/// The legal values of a scalar, given the scalars it depends on.
Range range_of(const PreparedScalar& scalar, const Case& drawn, const Values& values);

/// One array of one case, measured.
struct Measured {
  std::uint64_t elements = 0, bytes = 0;
  std::string problem = {};  // "array 'x' of shape [n - 5] has the negative extent -5"; empty if there is none
};
/// `shape`, if given, receives the extents.
Measured measure(const PreparedArray& array, const Case& drawn, const Values& values,
                 std::vector<std::int64_t>* shape = nullptr);

/// All arrays together; the problem names the array with which the sum exceeds `limit_bytes`.
Measured measure_all(const Prepared& prepared, const Case& drawn, const Values& values, std::uint64_t limit_bytes);

/// Why the case is not legal: a scalar out of bounds, a bad extent, too many bytes, contents that cannot be made. Empty
/// if it is legal.
std::string problem_of(const Prepared& prepared, const Case& drawn, std::uint64_t limit_bytes);

/// Moves every scalar into its bounds, in the order of dependence. False if some bounds are empty.
bool settle(const Prepared& prepared, Case& drawn);

/// Draws a scalar by its generator, away from neutral values where it can.
ScalarValue draw_scalar(const PreparedScalar& scalar, const Argument& argument, const Range& legal, Random& random);

/// 0, 1 and their neighbourhood, which hide a factor or a term that is missing.
bool is_neutral(const Range& legal, const ScalarValue& value);

// Edits (edits.cpp).

/// "x[0:16]=1", each with `separator` behind it.
std::string edits_text(const std::vector<Edit>& edits, char separator);
/// Reads one; `value` is that of the array's type. Throws InvalidArgument.
Edit parse_edit(const Prepared& prepared, const Case& drawn, std::string_view place, std::string_view value);
std::string why_no_edit(const Prepared& prepared, const Case& drawn, const Edit& edit);
/// Of a case that has become smaller: cuts off what lies beyond its arrays and leaves out what is no edit any more.
void fit_edits(const Prepared& prepared, Case& drawn);
/// Into the contents of an array; `out` may lie at any address.
void apply_edits(const Case& drawn, std::string_view array, std::span<std::byte> out);

// What the class Generator is made of.
Case draw(const Prepared& prepared, std::size_t instantiation, std::string_view family, std::uint64_t campaign_seed,
          std::uint64_t index);
std::vector<Case> shrinks(const Prepared& prepared, const Case& drawn);
std::vector<ArrayPlan> plan(const Prepared& prepared, const Case& drawn, std::uint64_t limit_bytes);
std::vector<Case> calls(const Prepared& prepared, const Case& drawn);
std::vector<std::string> classes(const Prepared& prepared, const Case& drawn);
void fill(const Prepared& prepared, const Case& drawn, const ArrayPlan& array, std::span<std::byte> out);

}  // namespace kparity::generate
