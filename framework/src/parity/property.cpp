// The one file that meets RapidCheck. It draws and shrinks descriptors of a dozen numbers; arrays never pass through
// it, and its own random state is unused because a case depends on nothing but its number and the seed of the campaign.
#include "property.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <limits>

namespace kparity::parity {

namespace {

rc::Gen<generate::Case> numbered_cases(
    std::uint64_t& number, const std::function<generate::Case(std::uint64_t)>& draw,
    const std::function<std::vector<generate::Case>(const generate::Case&)>& shrinks) {
  return [&number, &draw, &shrinks](const rc::Random&, int) {
    return rc::shrinkable::shrinkRecur(
        draw(number++), [&shrinks](const generate::Case& drawn) { return rc::seq::fromContainer(shrinks(drawn)); });
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
  std::uint64_t number = 0;
  const auto cases = numbered_cases(number, draw, shrinks);
  rc::detail::TestMetadata metadata;
  metadata.id = "kparity";
  const auto verdict = rc::detail::checkTestable(
      [&] {
        const generate::Case drawn = *cases;
        if (holds(drawn)) {
          if (!last_failure) ++answer.cases;
          return true;
        }
        last_failure = drawn;
        return false;
      },
      metadata, parameters(count));

  if (verdict.is<rc::detail::FailureResult>()) {
    answer.smallest = last_failure;
    answer.shrink_steps = static_cast<unsigned>(verdict.get<rc::detail::FailureResult>().reproduce.shrinkPath.size());
  } else if (verdict.is<rc::detail::GaveUpResult>()) {
    answer.gave_up = verdict.get<rc::detail::GaveUpResult>().description;
  } else if (verdict.is<rc::detail::Error>()) {
    answer.gave_up = verdict.get<rc::detail::Error>().description;
  }
  return answer;
}

}  // namespace kparity::parity
