// Sizes at which kernels break, walked by the index of the case, so that every edge is hit early.
#include <algorithm>

#include "family.hpp"
#include "scalar.hpp"

namespace kparity::generate::family {

namespace {

bool is_around(std::int64_t value, std::int64_t edge) {
  return value >= edge - 1 && value <= edge + 1;
}

std::vector<std::string> classes(const Prepared& prepared, const Case& drawn) {
  std::vector<std::string> found;
  const auto add = [&](bool holds, const char* name) {
    if (holds && std::ranges::find(found, name) == found.end()) found.emplace_back(name);
  };
  const Values values = values_of(prepared, drawn);
  for (const std::size_t i : prepared.sizes) {
    const auto& scalar = prepared.scalars[i];
    const std::int64_t size = whole_of(drawn.scalars[i]), block = scalar.elements_in_block;
    add(size == 0, "empty");
    add(size == 1, "one");
    add(is_around(size, 32), "warp");
    add(is_around(size, block), "block");
    add(size > block && (size % block <= 1 || size % block == block - 1), "blocks");
    add(std::ranges::any_of(scalar.constants, [&](std::int64_t constant) { return is_around(size, constant); }),
        "constant");
    add(size == range_of(scalar, drawn, values).high, "largest");
  }
  return found;
}

}  // namespace

Family shapes() {
  return {.info = {.name = "shapes",
                   .doc = "Sizes at edges: 0, 1, 2, a warp, a block and multiples plus and minus one, numbers that the "
                          "kernel's sources compare with, a prime, the largest; all extents different.",
                   .classes = {{"empty", "A size is 0."},
                               {"one", "A size is 1."},
                               {"warp", "A size is 31, 32 or 33."},
                               {"block", "A size fills one block, or one more or less."},
                               {"blocks", "A size fills several blocks, or one more or less."},
                               {"constant", "A size is a number of the kernel's sources, or one more or less."},
                               {"largest", "A size is the largest that the spec allows."}}},
          .weight = 10,
          .is_large = [](Random&) { return true; },
          .size = [](const SizeRequest& request, Random&) { return edge_size(request); },
          .classes = classes};
}

}  // namespace kparity::generate::family
