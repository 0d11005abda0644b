// The keys of `kparity.yaml`, as data, like those of a spec file in keys.hpp.
#pragma once

#include "keys.hpp"

namespace kparity::spec {

const Block& policy_file_keys();
const Block& policy_keys();
const Block& target_keys();

}  // namespace kparity::spec
