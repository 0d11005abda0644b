// From a spec to cases, and from a case to the contents of its arrays. Drawing and shrinking work on the descriptor
// only; an array is expanded element by element from (seed, argument, index), so a smaller size keeps the prefix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kparity/generate/case.hpp"
#include "kparity/spec/vocabulary.hpp"

namespace kparity::generate {

/// The rules of all generators, for the spec reader and `describe`.
std::vector<spec::KindRule> generator_rules();

/// Families whose cases are judged in another way: without a tolerance where everything is exact; not at all where the
/// reference gives what the spec forbids.
inline constexpr std::string_view exact_family = "exact", special_family = "special";

/// What a case of a family may be an example of.
struct ClassInfo {
  std::string name;
  std::string doc;
};
struct FamilyInfo {
  std::string name;
  std::string doc;
  std::vector<ClassInfo> classes;
  bool by_name = false;  // too slow for every check: drawn only where it is asked for, and then alone
};
/// The families there are, in alphabetical order.
const std::vector<FamilyInfo>& families();

/// Problems that a spec has whatever the case: min above max, bounds that the parameter's type cannot hold, and the
/// like.
std::vector<spec::Problem> problems(const spec::KernelSpec& spec);

/// Case number `index` of a campaign; the same arguments give the same case on every machine. Uses no global state.
/// `index` counts the cases of this family without gaps: "shapes" walks its edges by it, the first cases being 0, 1,
/// one less than a block, a block, and one more. Throws InvalidArgument if the spec admits no case.
Case draw(const spec::KernelSpec& spec, std::size_t instantiation, std::string_view family, std::uint64_t campaign_seed,
          std::uint64_t index);

/// Another value for scalar number `scalar` of a case, as its generator draws it; the same for the same seed.
ScalarValue redraw(const spec::KernelSpec& spec, const Case& drawn, std::size_t scalar, std::uint64_t seed);

/// Simpler neighbours of a case, most aggressive first; every one of them is legal. Any walk from neighbour to
/// neighbour ends at a case without neighbours. Family and instantiation stay.
std::vector<Case> shrinks(const spec::KernelSpec& spec, const Case& drawn);

/// The calls that a case consists of: itself, or several that a family makes of it, with the same sizes. They are made
/// one after another on the same memory.
std::vector<Case> calls(const spec::KernelSpec& spec, const Case& drawn);

/// One array of a case: an input, an output, or both.
struct ArrayPlan {
  ParameterPath path;
  std::string name;
  DType dtype = DType::float64;
  std::vector<std::int64_t> shape;
  std::uint64_t elements = 0;
  bool is_input = false;   // generated contents
  bool is_output = false;  // compared afterwards
  bool is_scratch = false;
  std::optional<std::size_t> shares{};  // the array of the plan at whose address this one lies for the one under test
};

/// The largest number of bytes that all arrays of one case may take; larger is refused before anything is allocated.
inline constexpr std::uint64_t default_case_limit = std::uint64_t{1} << 30;

/// The arrays of a case in the order of the signature. Throws InvalidArgument for a negative or overflowing extent or a
/// case beyond `limit_bytes`, naming the array, its shape expression, and the limit.
std::vector<ArrayPlan> plan(const spec::KernelSpec& spec, const Case& drawn,
                            std::uint64_t limit_bytes = default_case_limit);

/// Writes the contents of an input array; `out` holds exactly `array.elements` elements of `array.dtype`, aligned for
/// it or not. Throws InvalidArgument if the generator cannot make them (a permutation of 300 elements of type char).
void fill(const spec::KernelSpec& spec, const Case& drawn, const ArrayPlan& array, std::span<std::byte> out);

/// One family in a campaign.
struct FamilyUse {
  std::string family;
  unsigned weight = 0;  // of every so many cases, see Schedule; 0 if it draws none
  std::string why_not;  // why it draws none
};

struct Prepared;

/// The same functions for many cases of one spec, which must outlive it: names and kinds are looked up once, so that
/// drawing a case takes about a microsecond. Immutable; copies are cheap.
class Generator {
 public:
  /// Throws InvalidArgument for a spec that no reader would have accepted.
  explicit Generator(const spec::KernelSpec& spec);

  Case draw(std::size_t instantiation, std::string_view family, std::uint64_t campaign_seed, std::uint64_t index) const;
  std::vector<Case> shrinks(const Case& drawn) const;
  std::vector<Case> calls(const Case& drawn) const;
  /// Which classes of its family the case is an example of, see FamilyInfo::classes.
  std::vector<std::string> classes(const Case& drawn) const;
  /// Why a case is not legal, or empty: a scalar out of bounds, a bad extent, too many bytes, contents that cannot be
  /// made.
  std::string why_illegal(const Case& drawn, std::uint64_t limit_bytes = default_case_limit) const;
  std::vector<ArrayPlan> plan(const Case& drawn, std::uint64_t limit_bytes = default_case_limit) const;
  void fill(const Case& drawn, const ArrayPlan& array, std::span<std::byte> out) const;
  /// Whether an edit is one of this case: of an input whose elements are drawn one by one, within its extent, and to a
  /// value that its generator admits. Why not, else.
  std::string why_no_edit(const Case& drawn, const Edit& edit) const;

 private:
  std::shared_ptr<const Prepared> prepared_;
};

/// The numbered cases of a campaign: families take turns, each as often as its weight says, then instantiations. Those
/// that do not fit the spec are left out.
class Schedule {
 public:
  /// `families` empty: all. `spec` must outlive it. Throws InvalidArgument for an unknown family.
  Schedule(const spec::KernelSpec& spec, std::uint64_t seed, const std::vector<std::string>& families = {});

  /// Whether there is a family that draws.
  bool draws() const { return !turns_.empty(); }
  Case draw(std::uint64_t number) const;
  const std::vector<FamilyUse>& families() const { return families_; }
  const Generator& generator() const { return generator_; }

 private:
  Generator generator_;
  std::size_t instantiations_;
  std::uint64_t seed_;
  std::vector<FamilyUse> families_;
  std::vector<std::size_t> turns_;  // indices into families_, of one cycle
};

}  // namespace kparity::generate
