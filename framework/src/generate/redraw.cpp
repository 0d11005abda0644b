// One scalar of a case drawn anew, all else being as it is: to see what it alone changes.
#include <array>
#include <cstring>
#include <span>

#include "prepared.hpp"

namespace kparity::generate {

ScalarValue redraw(const spec::KernelSpec& spec, const Case& drawn, std::size_t scalar, std::uint64_t seed) {
  const Prepared prepared = prepare(spec);
  const Values values = values_of(prepared, drawn);
  const PreparedScalar& chosen = prepared.scalars.at(scalar);
  const Argument argument = argument_of(*chosen.input, drawn.scalars[scalar].dtype, values);
  alignas(8) std::array<std::byte, 8> bytes{};
  chosen.kind->fill(argument, {.seed = seed, .argument = chosen.stream},
                    std::span(bytes).first(size_of(argument.dtype)));
  ScalarValue value{.dtype = argument.dtype, .bits = 0};
  std::memcpy(&value.bits, bytes.data(), bytes.size());
  return value;
}

}  // namespace kparity::generate
