// The names of the host kinds of this build, from the files in runtime/host_kinds; the build writes the function.
#pragma once

#include <string>
#include <vector>

namespace kparity::detail {

std::vector<std::string> built_in_host_kinds();

}  // namespace kparity::detail
