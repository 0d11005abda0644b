// Loading of one host implementation.
#include "host_slot.hpp"

#include "kparity/error.hpp"
#include "kparity/selection.hpp"
#include "text.hpp"

namespace kparity {

namespace {

void check_loaded(const LoadedHost& loaded, std::size_t instantiations) {
  const auto check_count = [&](const std::vector<Entry>& entries, const char* what) {
    if (entries.size() != instantiations) {
      throw RuntimeFailure(text::concat("its loader gave ", entries.size(), " ", what, " for ", instantiations,
                                        " instantiation", instantiations == 1 ? "" : "s"));
    }
    for (const Entry entry : entries) {
      if (entry == nullptr) throw RuntimeFailure(text::concat("its loader gave a null pointer among its ", what));
    }
  };
  check_count(loaded.entries, "entries");
  if (loaded.witnessed.empty()) return;
  check_count(loaded.witnessed, "witnessed entries");
  if (loaded.witness == nullptr) throw RuntimeFailure("its loader gave witnessed entries without a counter");
}

}  // namespace

std::string message_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& e) {
    return e.what();
  } catch (...) {
    return "an exception that is no std::exception";
  }
}

void HostSlot::bind(const HostImplementation& implementation, std::size_t instantiations) {
  implementation_ = &implementation;
  instantiations_ = instantiations;
  id_ = detail::implementation_id(implementation.name);
}

bool HostSlot::load() {
  std::call_once(once_, [this] { load_now(); });
  return is_loaded();
}

void HostSlot::load_now() {
  try {
    loaded_ = implementation_->load();
    check_loaded(loaded_, instantiations_);
    status_.store(Status::loaded, std::memory_order_release);
  } catch (...) {
    error_ = std::current_exception();
    status_.store(Status::failed, std::memory_order_release);
  }
}

}  // namespace kparity
