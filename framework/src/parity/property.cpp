// The one file that meets RapidCheck. It draws and shrinks descriptors of a dozen numbers; arrays never pass through
// it, and its own random state is unused because a case depends on nothing but its number and the seed of the campaign.
#include "property.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <exception>
#include <limits>

namespace kparity::parity {

namespace {

using Draw = std::function<generate::Case(std::uint64_t)>;
using Shrinks = std::function<std::vector<generate::Case>(const generate::Case&)>;
using Judge = std::function<bool(const generate::Case&)>;

rc::detail::CaseDescription judged(bool holds) {
  using Type = rc::detail::CaseResult::Type;
  rc::detail::CaseDescription description;
  description.result = rc::detail::CaseResult(holds ? Type::Success : Type::Failure, "");
  description.example = [] { return rc::detail::Example(); };
  return description;
}

/// Built from a shrinkable case rather than from a callable that draws: RapidCheck runs such a callable a second time
/// before it shrinks, which a numbered draw does not allow.
rc::detail::Property property_of(std::uint64_t& number, const Draw& draw, const Shrinks& shrinks, const Judge& holds) {
  return [&](const rc::Random&, int) {
    return rc::shrinkable::map(
        rc::shrinkable::shrinkRecur(
            draw(number++), [&](const generate::Case& drawn) { return rc::seq::fromContainer(shrinks(drawn)); }),
        [&](const generate::Case& drawn) { return judged(holds(drawn)); });
  };
}

rc::detail::TestParams parameters(std::uint64_t count) {
  rc::detail::TestParams parameters;
  parameters.seed = 0;
  parameters.maxSuccess =
      static_cast<int>(std::min<std::uint64_t>(count, static_cast<std::uint64_t>(std::numeric_limits<int>::max())));
  return parameters;
}

}  // namespace

PropertyResult check_property(std::uint64_t count, const std::function<generate::Case(std::uint64_t)>& draw,
                              const std::function<std::vector<generate::Case>(const generate::Case&)>& shrinks,
                              const std::function<bool(const generate::Case&)>& holds) {
  PropertyResult answer;
  std::optional<generate::Case> last_failure;
  std::exception_ptr thrown;  // by `holds`
  std::uint64_t number = 0;
  const Judge judge = [&](const generate::Case& drawn) {
    try {
      if (holds(drawn)) {
        if (!last_failure) ++answer.cases;
        return true;
      }
    } catch (...) {
      thrown = std::current_exception();
      throw;
    }
    last_failure = drawn;
    return false;
  };
  rc::detail::TestMetadata metadata;
  metadata.id = "kparity";
  const auto property = property_of(number, draw, shrinks, judge);
  try {
    const auto verdict = rc::detail::checkProperty(property, metadata, parameters(count));
    if (verdict.is<rc::detail::FailureResult>()) {
      answer.smallest = last_failure;
      answer.shrink_steps = static_cast<unsigned>(verdict.get<rc::detail::FailureResult>().reproduce.shrinkPath.size());
    }
  } catch (const std::exception& error) {
    if (thrown) std::rethrow_exception(thrown);
    answer.gave_up = error.what();
  }
  return answer;
}

}  // namespace kparity::parity
