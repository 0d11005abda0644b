// The table of formats.
#include "kparity/report/report.hpp"

#include <stdexcept>

#include "writers.hpp"

namespace kparity::report {

const std::vector<Format>& formats() {
  static const std::vector<Format> all = writers::collected_formats();
  return all;
}

const Format& find_format(std::string_view name) {
  std::string known;
  for (const Format& format : formats()) {
    if (format.name == name) return format;
    known += (known.empty() ? "" : ", ") + std::string(format.name);
  }
  throw std::invalid_argument("unknown format '" + std::string(name) + "'; there are: " + known);
}

}  // namespace kparity::report
