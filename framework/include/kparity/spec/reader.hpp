// Reads a spec file into a KernelSpec, or reports every problem of it. The only part of kparity that sees YAML.
#pragma once

#include <string>

#include "kparity/spec/model.hpp"
#include "kparity/spec/vocabulary.hpp"

namespace kparity::spec {

/// Reads `<folder>/<folder>.yaml` or any path to a spec file. Throws SpecError with all problems, FileNotFound.
KernelSpec read(const std::string& path, const Vocabulary& vocabulary);

/// As `read`, from text; `path` is used for messages and to derive the folder.
KernelSpec read_text(const std::string& text, const std::string& path, const Vocabulary& vocabulary);

/// The JSON schema of a spec file, printed from the same tables that the reader checks with.
std::string json_schema(const Vocabulary& vocabulary);

}  // namespace kparity::spec
