// Numbers whose sums and products are exact in any order: multiples of one power of two, few enough to leave room in
// the mantissa. Where a kernel only adds, subtracts and multiplies, its bounds are then zero (kparity/bound.hpp), so
// that one lost term among thousands shows.
#include <algorithm>
#include <bit>
#include <cmath>

#include "elements.hpp"
#include "family.hpp"
#include "hash.hpp"
#include "scalar.hpp"

namespace kparity::generate::family {

namespace {

/// The multiples unit * first .. unit * last.
struct Lattice {
  double unit = 1;
  std::int64_t first = 0, last = -1;
  bool both_signs = false;
  bool empty() const { return first > last; }
};

/// About 16 numbers where the range is narrow; quarters, so that fractions are there, up to 1024; else whole numbers.
Lattice lattice_of(const Range& legal) {
  if (legal.whole || legal.empty()) return {};
  const double width = legal.most - legal.least, magnitude = std::max(std::fabs(legal.least), std::fabs(legal.most));
  if (!(width > 0) || !(magnitude < 0x1p62) || width < magnitude * 0x1p-12) return {};
  const double sixteenth = std::exp2(std::floor(std::log2(1.001 * width)) - 3);
  const double unit = width < 8 ? sixteenth : magnitude <= 1024 ? 0.25 : magnitude <= 65536 ? 1 : sixteenth;
  return {unit, static_cast<std::int64_t>(std::ceil(legal.least / unit)),
          static_cast<std::int64_t>(std::floor(legal.most / unit)), legal.both_signs};
}

/// One of them by the bits of `word`.
double number_of(const Lattice& lattice, std::uint32_t word) {
  const auto count = static_cast<std::uint64_t>(lattice.last - lattice.first + 1);
  const auto step = static_cast<std::int64_t>(std::uint64_t{word} * count >> 32);
  const double number = lattice.unit * static_cast<double>(lattice.first + step);
  return lattice.both_signs && (mix(word) & 1) != 0 ? -number : number;
}

bool is_changed(const PreparedArray& array, DType dtype) {
  return array.input != nullptr && is_floating(dtype) && array.kind->independent && array.kind->range != nullptr;
}

std::string why_not(const Prepared& prepared) {
  const bool has_array = std::ranges::any_of(prepared.arrays, [](const PreparedArray& array) {
    return std::ranges::any_of(array.dtypes, [&](DType dtype) { return is_changed(array, dtype); });
  });
  return has_array ? "" : "no array of floating-point numbers is drawn one by one";
}

void contents(const ContentsRequest& request, std::span<std::byte> out) {
  if (!is_changed(request.array, request.argument.dtype)) return;
  const Lattice lattice = lattice_of(request.array.kind->range(request.argument));
  if (lattice.empty()) return;
  const Stream stream{.seed = request.drawn.seed, .argument = request.array.stream ^ hash_text("exact")};
  visit_dtype(request.argument.dtype, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_floating_point_v<T>)
      fill_from_words(stream, elements_of<T>(out),
                      [&](std::uint32_t word) { return static_cast<T>(number_of(lattice, word)); });
  });
}

ScalarValue scalar(const Range& legal, const ScalarValue& drawn, Random& random) {
  if (!is_floating(drawn.dtype)) return drawn;
  const Lattice lattice = lattice_of(legal);
  if (lattice.empty()) return drawn;
  ScalarValue value = drawn;
  for (int attempt = 0; attempt < 8; ++attempt) {
    value = scalar_from_real(drawn.dtype, number_of(lattice, static_cast<std::uint32_t>(random.next())));
    if (!is_neutral(legal, value)) break;
  }
  return is_legal(legal, value) ? value : drawn;
}

}  // namespace

Family exact() {
  return {.info = {.name = "exact",
                   .doc = "Floating-point numbers that are multiples of one power of two, so that sums and products "
                          "are exact in any order and are judged without a tolerance.",
                   .classes = {}},
          .weight = 6,
          .is_large = [](Random& random) { return random.below(5) == 0; },
          .size = any_size,
          .why_not = why_not,
          .scalar = scalar,
          .contents = contents};
}

}  // namespace kparity::generate::family
