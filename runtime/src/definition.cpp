// Words of options, and launch rules that are functions.
#include "kparity/definition.hpp"

#include "kparity/error.hpp"
#include "text.hpp"

namespace kparity {

namespace {

template <class E>
E parse(std::string_view text, std::string_view what, E first, E second) {
  if (text == name_of(first)) return first;
  if (text == name_of(second)) return second;
  const std::vector<std::string> allowed{std::string(name_of(first)), std::string(name_of(second))};
  throw InvalidArgument(text::concat(what, ": unknown value '", text, "'; allowed: ", text::join(allowed),
                                     text::did_you_mean(text, allowed)));
}

}  // namespace

std::string_view name_of(MissingCudaPolicy policy) {
  return policy == MissingCudaPolicy::raise ? "raise" : "fallback";
}
std::string_view name_of(Dispatch dispatch) {
  return dispatch == Dispatch::backend ? "backend" : "arrays";
}

MissingCudaPolicy parse_missing_cuda(std::string_view text) {
  return parse(text, "missing_cuda", MissingCudaPolicy::raise, MissingCudaPolicy::fallback);
}

Dispatch parse_dispatch(std::string_view text) {
  return parse(text, "dispatch", Dispatch::backend, Dispatch::arrays);
}

ThreadsFrom first_array() {
  return [](const CallArguments& arguments) { return LaunchExtent(arguments.first_array_extent()); };
}

void detail::check_threads_function(const CallArguments& arguments, std::size_t parameters) {
  if (parameters == arguments.size()) return;
  throw InvalidArgument(text::concat("kernel '", arguments.signature().kernel, "': its threads function takes ",
                                     parameters, " parameters, the kernel ", arguments.size()));
}

}  // namespace kparity
