// Turns what the checker has found into the places and texts of a finding and hands it on. Each pair of code places is
// looked up once; when it is seen again, the same finding is handed on for the scheduler to count.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "kparity/compile/symbols.hpp"
#include "kparity/hooks.h"

namespace kparity::checker {

/// A place of code as cells keep it: the low half of a code address, or the number of a site.
struct Code {
  std::uint32_t code = 0;
  bool is_site = false;
  auto operator<=>(const Code&) const = default;
};

/// One thread's part in a finding.
struct Party {
  Code code;
  KparityDim3 block{}, thread{};
};

class Findings {
 public:
  Findings(unsigned most, std::vector<std::string> prelude) : most_(most), symbols_(std::move(prelude)) {}

  void launch_begin(const KparityServices* services);
  /// The number of a site, the same for equal ones.
  std::uint32_t site(const KparitySite& site);
  /// Some code address of the kernel's library; tells the upper half of the others.
  void near_code(std::uintptr_t address) { near_ = address; }

  /// Whether this was reported in this launch already, which then is done again, or would be one too many. `array` is
  /// the array's name, compared as a pointer.
  bool seen(KparityFindingKind kind, Code first, Code second, const char* array);
  /// Reports. `second` is null where there is one access only.
  void report(KparityFindingKind kind, const Party& first, std::string text, const char* array, long long element,
              const Party* second, const char* second_text);
  /// File and line of a place of code.
  KparitySite where(Code code);
  /// The same text that lasts as long as this, and is the same pointer for the same text.
  const char* name(const std::string& text) { return names_.insert(text).first->c_str(); }

 private:
  struct Entry {
    KparityFinding finding;
    std::string text;
  };
  using Key = std::tuple<int, Code, Code, const char*>;

  unsigned most_;
  compile::Symbols symbols_;
  const KparityServices* services_ = nullptr;
  std::uintptr_t near_ = 0;
  std::map<Key, Entry*> by_places_;
  std::deque<Entry> entries_;
  std::map<std::tuple<const char*, unsigned, unsigned>, std::uint32_t> site_numbers_;
  std::set<std::string> names_;
  std::vector<KparitySite> sites_;
  std::uint32_t last_site_ = 0;
};

}  // namespace kparity::checker
