// How a kernel is launched and compiled: the blocks `launch:`, `cuda:` and `host:`.
#include <fmt/format.h>

#include <algorithm>

#include "names.hpp"
#include "reading.hpp"

namespace kparity::spec {

namespace {

constexpr std::int64_t most_threads_per_block = 1024;
constexpr std::int64_t most_block_depth = 64;

void read_block(Reading& reading, const Node& node) {
  const std::string what = "'block' of launch";
  const bool is_list = node.kind == Node::Kind::list;
  if (is_list && (node.items.empty() || node.items.size() > 3)) {
    report(reading.problems, node.where, fmt::format("{} needs 1 to 3 numbers, not {}", what, node.items.size()));
    return;
  }
  std::vector<std::int64_t> extents;
  const std::size_t count = is_list ? node.items.size() : 1;
  for (std::size_t i = 0; i < count; ++i) {
    const auto extent = read_integer(is_list ? node.items[i] : node, what, 1, reading.problems);
    if (!extent) return;
    extents.push_back(*extent);
  }
  std::int64_t threads = 1;
  for (const std::int64_t extent : extents)
    threads = std::min(extent, most_threads_per_block + 1) * std::min(threads, most_threads_per_block + 1);
  if (threads > most_threads_per_block) {
    report(reading.problems, node.where, fmt::format("{}: more than {} threads", what, most_threads_per_block));
  } else if (extents.size() == 3 && extents[2] > most_block_depth) {
    report(reading.problems, node.where,
           fmt::format("{}: the third number is at most {}, not {}", what, most_block_depth, extents[2]));
  } else {
    reading.spec.launch.block.assign(extents.begin(), extents.end());
  }
}

void read_threads(Reading& reading, const Node& node) {
  const bool is_function = node.kind == Node::Kind::scalar && node.text == "function";
  if (is_function && !(reading.has_signature() && find(reading.spec.instantiations.front(), "function"))) {
    reading.spec.threads_function = node.where;
    return;
  }
  reading.spec.launch.threads = read_expressions(reading, node, "'threads' of launch", 3);
}

void read_shared_memory(Reading& reading, const Fields& fields) {
  const Node* node = fields.find("shared_memory");
  if (!node) return;
  if (reading.spec.launch.shared_memory) {
    report(reading.problems, node->where, "'shared_memory' is given in 'launch' and in 'cuda'");
    return;
  }
  reading.spec.launch.shared_memory =
      read_expression_over_scalars(reading, *node, named("shared_memory", fields.what()));
}

}  // namespace

void read_launch(Reading& reading, const Fields& file) {
  const Node* node = file.find("launch");
  if (!node) return;
  const Fields fields(*node, launch_keys(), "launch", reading.problems);
  if (const Node* threads = fields.find("threads")) read_threads(reading, *threads);
  if (const Node* block = fields.find("block")) read_block(reading, *block);
  read_shared_memory(reading, fields);
}

void read_cuda(Reading& reading, const Fields& file) {
  KernelSpec& spec = reading.spec;
  spec.missing_cuda = word_or(reading, file, file_keys(), "missing_cuda", "raise") == "raise"
                          ? MissingCudaPolicy::raise
                          : MissingCudaPolicy::fallback;
  const Node* node = file.find("cuda");
  if (!node) return;
  const Fields fields(*node, cuda_keys(), "cuda", reading.problems);
  spec.cuda_options = texts_or_none(reading, fields, "options");
  if (fields.find("include_dirs")) spec.cuda_include_dirs = texts_or_none(reading, fields, "include_dirs");
  spec.cuda_template_args = texts_or_none(reading, fields, "template_args");
  spec.dispatch =
      word_or(reading, fields, cuda_keys(), "dispatch", "backend") == "backend" ? Dispatch::backend : Dispatch::arrays;
  read_shared_memory(reading, fields);
}

// Names beside the keys of `host:` are implementations; whether there is a file for each is not the spec's business.
void read_host(Reading& reading, const Fields& file) {
  const Node* node = file.find("host");
  if (!node) return;
  const Fields fields(*node, host_keys(), "host", reading.problems, {"", {}, true});
  reading.spec.host_include_dirs = texts_or_none(reading, fields, "include_dirs");
  if (auto flags = texts_or_none(reading, fields, "flags"); !flags.empty()) {
    reading.spec.host_flags.push_back({"", std::move(flags)});
  }
  for (const Entry& entry : node->entries) {
    if (find_key(host_keys(), entry.key)) continue;
    const std::string what = fmt::format("host implementation '{}'", entry.key);
    if (const std::string near = did_you_mean(entry.key, names_of(host_keys())); !near.empty()) {
      report(reading.problems, entry.where, fmt::format("unknown key '{}' of host{}", entry.key, near));
      continue;
    }
    if (const std::string why = why_no_name(entry.key); !why.empty())
      report(reading.problems, entry.where, "'host': " + why);
    const Fields inner(entry.value, implementation_keys(), what, reading.problems);
    if (entry.value.kind != Node::Kind::map) continue;
    reading.spec.host_flags.push_back({entry.key, texts_or_none(reading, inner, "flags")});
  }
}

}  // namespace kparity::spec
