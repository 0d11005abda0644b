// Findings of one launch: which were reported, and the texts that the scheduler's sink reads.
#include "findings.hpp"

namespace kparity::checker {

void Findings::launch_begin(const KparityServices* services) {
  services_ = services;
  by_places_.clear();
  entries_.clear();
  site_numbers_.clear();
  sites_.clear();
}

std::uint32_t Findings::site(const KparitySite& site) {
  if (last_site_ < sites_.size()) {  // loops do the same atomic again and again
    const KparitySite& last = sites_[last_site_];
    if (last.file == site.file && last.line == site.line && last.column == site.column) return last_site_;
  }
  const auto [entry, is_new] = site_numbers_.try_emplace({site.file, site.line, site.column}, 0);
  if (is_new) {
    entry->second = static_cast<std::uint32_t>(sites_.size());
    sites_.push_back(site);
  }
  return last_site_ = entry->second;
}

bool Findings::seen(KparityFindingKind kind, Code first, Code second, const char* array) {
  const auto found = by_places_.find({kind, first, second, array});
  if (found == by_places_.end()) return entries_.size() >= most_;
  services_->report(&found->second->finding);
  return true;
}

KparitySite Findings::where(Code code) {
  if (code.is_site) return code.code < sites_.size() ? sites_[code.code] : KparitySite{};
  // The full address is the one nearest to another address of the same library.
  const auto distance = static_cast<std::int32_t>(code.code - static_cast<std::uint32_t>(near_));
  const compile::SourcePlace& place = symbols_.at(near_ + static_cast<std::intptr_t>(distance) - 1);
  return {place.file.empty() ? nullptr : place.file.c_str(), place.line, 0};
}

void Findings::report(KparityFindingKind kind, const Party& first, std::string text, const char* array,
                      long long element, const Party* second, const char* second_text) {
  Entry& entry = entries_.emplace_back();
  entry.text = std::move(text);
  KparityFinding& finding = entry.finding;
  finding = {};
  finding.kind = kind;
  finding.site = where(first.code);
  finding.block = first.block;
  finding.thread = first.thread;
  finding.text = entry.text.c_str();
  finding.array = array;
  finding.element = element;
  if (second != nullptr) {
    finding.has_second = 1;
    finding.second_site = where(second->code);
    finding.second_block = second->block;
    finding.second_thread = second->thread;
    finding.second_text = second_text;
  }
  by_places_[{kind, first.code, second == nullptr ? Code{} : second->code, array}] = &entry;
  services_->report(&finding);
}

}  // namespace kparity::checker
