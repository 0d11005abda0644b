// A case of the family `sparse`: arrays of 2^31 elements and more, most of whose addresses share their memory. The
// reference and the implementation under test run over all elements, once each, and windows of the outputs are
// compared.
#pragma once

#include <functional>
#include <string_view>

#include "kparity/generate/generate.hpp"
#include "run_case.hpp"

namespace kparity::parity {

inline constexpr std::string_view sparse_family = "sparse";
/// What a report says in the place of "same every time".
inline constexpr std::string_view not_repeated = "not tried: cases of this family take long";

/// Both subjects have run_in_place; one without it leaves the case outside of what is judged.
CaseResult run_sparse_case(const spec::KernelSpec& spec, const generate::Case& drawn, const Subject& reference,
                           const Subject& subject, const std::function<void(const char*)>& about_to_call);

}  // namespace kparity::parity
