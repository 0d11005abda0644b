// Makes the arrays of a case once more, those that a report has room for.
#include "small_inputs.hpp"

#include "kparity/compare/compare.hpp"
#include "kparity/generate/generate.hpp"

namespace kparity::parity {

std::vector<result::ShownArray> small_inputs(const spec::KernelSpec& spec, const generate::Case& drawn) {
  std::vector<result::ShownArray> inputs;
  const generate::Generator generator(spec);
  if (generator.calls(drawn).size() > 1) return inputs;
  for (const generate::ArrayPlan& array : generator.plan(drawn)) {
    if (!array.is_input || array.elements == 0 || array.elements > result::Comparison::shown_whole) continue;
    std::vector<std::byte> bytes(array.elements * size_of(array.dtype));
    generator.fill(drawn, array, bytes);
    inputs.push_back({array.name, array.shape, compare::element_texts(array.dtype, bytes)});
  }
  return inputs;
}

}  // namespace kparity::parity
