// A part of the checks, for runs spread over machines. The cut depends on the names of the kernels alone, so that the
// parts agree without talking; all checks of a kernel are in one part.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kparity::tool {

struct Shard {
  std::size_t index = 0;  // from 0
  std::size_t count = 1;
};

/// "2/4" (from 1), or an engine whose variables say it: gtest, bazel, slurm, slurm-tasks, gitlab, k8s. Throws
/// InvalidArgument naming the variable that is missing or wrong. Without a word those of GoogleTest and Bazel are
/// obeyed, since their runners promise that every part runs; others would cut a run short without anybody noticing.
std::optional<Shard> find_shard(const std::string& word, const std::function<std::string(const char*)>& environment);

/// Whether the kernel of this position in the list of all belongs to the shard.
bool is_in(const Shard& shard, std::size_t position);

/// Tells the runner that sharding is understood: touches the file that GoogleTest's or Bazel's variable names.
void touch_status_file(const std::function<std::string(const char*)>& environment);

}  // namespace kparity::tool
