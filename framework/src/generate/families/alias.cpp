// An output at the address of an input, where the spec says that this may be. The reference runs on separate arrays
// with the same contents, so a kernel that reads what it has overwritten differs.
#include <algorithm>

#include "family.hpp"
#include "hash.hpp"

namespace kparity::generate::family {

namespace {

struct Pair {
  std::string output, input;
};

std::vector<Pair> pairs_of(const spec::KernelSpec& spec) {
  std::vector<Pair> pairs;
  for (const auto& output : spec.outputs)
    for (const auto& input : output.may_alias) pairs.push_back({output.name, input});
  return pairs;
}

std::string why_not(const Prepared& prepared) {
  return pairs_of(*prepared.spec).empty() ? "no output says `may_alias:`" : "";
}

void lay_out(const Prepared& prepared, const Case& drawn, std::vector<ArrayPlan>& arrays) {
  const auto pairs = pairs_of(*prepared.spec);
  if (pairs.empty()) return;  // of a token by hand; the case is as any other
  const Pair& pair = pairs[mix(drawn.seed) % pairs.size()];
  const auto input = std::ranges::find(arrays, pair.input, &ArrayPlan::name);
  std::ranges::find(arrays, pair.output, &ArrayPlan::name)->shares = static_cast<std::size_t>(input - arrays.begin());
}

}  // namespace

Family alias() {
  return {
      .info = {.name = "alias",
               .doc = "One output at the address of an input, where the spec allows it by `may_alias:`.",
               .classes = {}},
      .weight = 2,
      .is_large = [](Random&) { return false; },
      .size = [](const SizeRequest& request,
                 Random& random) { return request.index % 2 == 1 ? edge_size(request) : any_size(request, random); },
      .why_not = why_not,
      .lay_out = lay_out};
}

}  // namespace kparity::generate::family
