// A case: one draw of all inputs of a kernel, described by a handful of numbers from which every array is rebuilt bit
// for bit. The printed token is the case; nothing else is needed to replay it on any machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/spec/model.hpp"

namespace kparity::generate {

/// The value of one scalar input; `bits` holds the value in the representation of `dtype`, zero-extended.
struct ScalarValue {
  DType dtype = DType::int32;
  std::uint64_t bits = 0;
  friend bool operator==(const ScalarValue&, const ScalarValue&) = default;
};

/// Elements of an input that have another value than the seed gives them: "x[3]=1", or "x[0:16]=1" for a block.
struct Edit {
  std::string array;
  std::uint64_t first = 0, end = 1;  // [first, end)
  ScalarValue value;
  friend bool operator==(const Edit&, const Edit&) = default;
};

struct Case {
  std::size_t instantiation = 0;     // index into KernelSpec::instantiations
  std::string family;                // "realistic", "shapes", ...
  std::uint64_t seed = 0;            // of the arrays
  std::vector<ScalarValue> scalars;  // one per scalar input (shape empty), in the order of KernelSpec::inputs
  std::vector<Edit> edits{};         // in this order; none of a case that was drawn
  std::string capture{};             // the file that the arrays are read from (captured.hpp); empty: from the seed
  friend bool operator==(const Case&, const Case&) = default;
};

/// The value of type `dtype` nearest to `number`.
ScalarValue scalar_from_whole(DType dtype, std::int64_t number);
ScalarValue scalar_from_real(DType dtype, double number);

/// "1.5", "129", "true": the shortest text that reads back to the same value.
std::string to_text(const ScalarValue& value);

/// "n=129 a=1.5 family=realistic seed=5eed": the case as a report shows it.
std::string summary(const spec::KernelSpec& spec, const Case& drawn);

/// "axpy:n=129,a=1.5,family=realistic,seed=5eed,spec=1f2e3d4c"; with `types:` also "T=double". Edits stand
/// behind the scalars: "axpy:n=129,a=1.5,x[0:128]=1,family=...".
std::string token(const spec::KernelSpec& spec, const Case& drawn);

/// Reads a token; `spec=` may be left out, names may come in any order. Throws InvalidArgument naming what is wrong in
/// it: an unknown, missing or repeated name, no value of the type, a value outside the bounds of its generator, an edit
/// of what cannot be edited. A token with `capture=NAME` instead of a family needs nothing else; what it says must be
/// what the file holds.
struct ParsedToken {
  Case drawn;
  bool same_spec = true;  // the token's hash is that of `spec`
};
ParsedToken parse_token(const spec::KernelSpec& spec, std::string_view text);
/// The kernel's name in front of the colon. Throws InvalidArgument.
std::string kernel_of_token(std::string_view text);

/// The value of a scalar input, or of an integer expression over the integer scalars of a case.
std::int64_t evaluate(const spec::KernelSpec& spec, const Case& drawn, const Expression& expression);

}  // namespace kparity::generate
