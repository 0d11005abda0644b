// Asks the system's clock.
#include "kparity/utc.hpp"

#include <ctime>

namespace kparity {

std::string utc_now(const char* format) {
  const std::time_t seconds = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  char text[64];
  return {text, std::strftime(text, sizeof text, format, &utc)};
}

}  // namespace kparity
