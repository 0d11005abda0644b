// Compiled CUDA code on disk, in the cache that host files share. An entry that cannot be read in full is no entry.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cuda/program.hpp"

namespace kparity::cuda {

/// From the cache in `folder` (none if empty), or what `compile` returns. What `compile` throws is passed on and never
/// kept. If the cache cannot be written, warns once per process and compiles.
CompiledProgram cached_program(const std::string& folder, const std::string& key,
                               const std::function<CompiledProgram()>& compile);

/// The contents of an entry: code, symbols and log, but no facts, which are in the code.
std::string packed(const CompiledProgram& program);
/// Empty if `bytes` are not exactly what packed() made.
std::optional<CompiledProgram> unpacked(std::string_view bytes);

}  // namespace kparity::cuda
