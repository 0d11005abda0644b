// The variables of the engines, in a table.
#include "shard.hpp"

#include <fmt/format.h>

#include <charconv>
#include <fstream>

#include "kparity/error.hpp"

namespace kparity::tool {

namespace {

struct Engine {
  const char* name;
  const char* index;
  const char* first;  // a variable, or a number
  const char* count;
};

constexpr Engine engines[] = {
    {"gtest", "GTEST_SHARD_INDEX", "0", "GTEST_TOTAL_SHARDS"},
    {"bazel", "TEST_SHARD_INDEX", "0", "TEST_TOTAL_SHARDS"},
    {"slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_COUNT"},
    {"slurm-tasks", "SLURM_PROCID", "0", "SLURM_NTASKS"},
    {"gitlab", "CI_NODE_INDEX", "1", "CI_NODE_TOTAL"},
    {"k8s", "JOB_COMPLETION_INDEX", "0", "KPARITY_SHARDS"},
};

std::optional<std::size_t> number(const std::string& text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

using Environment = std::function<std::string(const char*)>;

std::size_t read_variable(const Engine& engine, const char* name, const Environment& environment) {
  const std::string text = environment(name);
  if (const auto value = number(text)) return *value;
  throw InvalidArgument(text.empty() ? fmt::format("--shard {}: {} is not set", engine.name, name)
                                     : fmt::format("--shard {}: {} is no number: '{}'", engine.name, name, text));
}

Shard checked(const std::string& what, std::size_t index, std::size_t first, std::size_t count) {
  if (count == 0 || index < first || index - first >= count)
    throw InvalidArgument(fmt::format("{}: there is no part {} of {}, counted from {}", what, index, count, first));
  return {index - first, count};
}

Shard of_engine(const Engine& engine, const Environment& environment) {
  const auto first = number(engine.first);
  return checked(fmt::format("--shard {}", engine.name), read_variable(engine, engine.index, environment),
                 first ? *first : read_variable(engine, engine.first, environment),
                 read_variable(engine, engine.count, environment));
}

}  // namespace

std::optional<Shard> find_shard(const std::string& word, const Environment& environment) {
  if (word.empty()) {
    for (const Engine* engine : {&engines[0], &engines[1]})
      if (!environment(engine->count).empty()) return of_engine(*engine, environment);
    return std::nullopt;
  }
  std::string names;
  for (const Engine& engine : engines) {
    if (word == engine.name) return of_engine(engine, environment);
    names += std::string(names.empty() ? "" : ", ") + engine.name;
  }
  const auto slash = word.find('/');
  const auto index = number(word.substr(0, slash));
  const auto count = slash == std::string::npos ? std::nullopt : number(word.substr(slash + 1));
  if (!index || !count)
    throw InvalidArgument(fmt::format("--shard takes I/N with I from 1 to N, or one of {}; not '{}'", names, word));
  return checked("--shard", *index, 1, *count);
}

bool is_in(const Shard& shard, std::size_t position) {
  return position % shard.count == shard.index;
}

void touch_status_file(const Environment& environment) {
  for (const char* name : {"GTEST_SHARD_STATUS_FILE", "TEST_SHARD_STATUS_FILE"})
    if (const std::string file = environment(name); !file.empty()) std::ofstream(file, std::ios::app);
}

}  // namespace kparity::tool
