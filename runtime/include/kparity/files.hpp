// Whole files in and out.
#pragma once

#include <string>
#include <string_view>

namespace kparity {

/// Throws FileNotFound naming the file and the system's reason.
std::string read_file(const std::string& path);

/// Writes `text`, unless the file holds it already: a build rule then leaves everything behind it alone. Throws
/// RuntimeFailure.
void write_if_changed(const std::string& path, std::string_view text);

}  // namespace kparity
