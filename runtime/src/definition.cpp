// Words of options, and launch rules that are functions.
#include "kparity/definition.hpp"

#include <algorithm>
#include <array>

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

ThreadsFrom threads_entries(std::vector<std::pair<std::string, ThreadsEntry>> entries) {
  return [entries = std::move(entries)](const CallArguments& arguments) {
    const Signature& signature = arguments.signature();
    const auto has_types = [&](const auto& entry) { return entry.first == signature.types; };
    const auto found = std::find_if(entries.begin(), entries.end(), has_types);
    if (found == entries.end()) {
      throw InvalidArgument(text::concat("kernel '", signature.kernel, "': no launch rule for ", to_string(signature)));
    }
    std::array<long long, 3> sizes{};
    const int rank = found->second(arguments.values(), sizes.data());
    if (rank < 1 || rank > 3) {
      throw InvalidArgument(
          text::concat("kernel '", signature.kernel, "': '", signature.kernel, "_threads' must give 1 to 3 sizes"));
    }
    const std::array<std::int64_t, 3> values{sizes[0], sizes[1], sizes[2]};
    return LaunchExtent::of(std::span(values).first(static_cast<std::size_t>(rank)));
  };
}

void detail::check_threads_function(const CallArguments& arguments, std::size_t parameters) {
  if (parameters == arguments.size()) return;
  throw InvalidArgument(text::concat("kernel '", arguments.signature().kernel, "': its threads function takes ",
                                     parameters, " parameters, the kernel ", arguments.size()));
}

}  // namespace kparity
