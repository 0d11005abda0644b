// The part of a kernel's definition that does not depend on how its host files are compiled.
#pragma once

#include <vector>

#include "kparity/definition.hpp"
#include "kparity/spec/folder.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::compile {

/// Everything but `hosts`; reads the `.cu` and its includes.
KernelDefinition describe(const spec::KernelSpec& spec, const spec::KernelFolder& folder);

/// The host files of a folder in order of preference, those of unknown kinds left out. Throws FileNotFound if there is
/// no `reference`.
std::vector<spec::HostFile> ranked_hosts(const spec::KernelFolder& folder);

/// Position in the order of preference; unknown kinds come after the known ones and before `reference`.
int rank_of(const std::string& implementation);

}  // namespace kparity::compile
