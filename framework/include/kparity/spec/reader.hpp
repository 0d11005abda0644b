// Reads a spec file into a KernelSpec, or reports every problem of it. The only part of kparity that sees YAML.
#pragma once

#include <string>

#include "kparity/spec/model.hpp"
#include "kparity/spec/vocabulary.hpp"

namespace kparity::spec {

/// Reads a spec file, or `<folder>/<folder>.yaml` if `path` is a folder. The kernel must be called like the file
/// (without
/// `.yaml`). Throws SpecError with all problems sorted by place, FileNotFound. A file beyond 1 MiB is refused unread.
KernelSpec read(const std::string& path, const Vocabulary& vocabulary);

/// As `read`, from text; `path` is used for messages and to derive the folder.
KernelSpec read_text(const std::string& text, const std::string& path, const Vocabulary& vocabulary);

/// The JSON schema of a spec file, printed from the same tables that the reader checks with.
std::string json_schema(const Vocabulary& vocabulary);

}  // namespace kparity::spec
