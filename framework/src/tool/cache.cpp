// `kparity cache`: what the cache of compiled code holds, and how to make it smaller, verify it or empty it.
#include <fmt/format.h>

#include <memory>

#include "kparity/cache.hpp"
#include "kparity/cache_upkeep.hpp"
#include "kparity/error.hpp"
#include "kparity/settings.hpp"
#include "options.hpp"
#include "verbs.hpp"

namespace kparity::tool {

namespace {

struct CacheArguments {
  std::string folder;
  std::string limit;
};

/// 1536 as "1.5 KiB".
std::string size_text(std::uintmax_t bytes) {
  constexpr const char* units[] = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(units); ++unit) value /= 1024;
  return fmt::format("{:.1f} {}", value, units[unit]);
}

std::string limit_text(std::uintmax_t limit) {
  return limit == parse_size("off", "") ? "no limit" : "limit " + size_text(limit);
}

std::string entries_text(std::size_t count) {
  return fmt::format("{} {}", count, count == 1 ? "entry" : "entries");
}

std::string folder_of(const CacheArguments& arguments) {
  if (!arguments.folder.empty()) return arguments.folder;
  std::string folder = cache_folder();
  if (folder.empty()) throw InvalidArgument("there is no cache: KPARITY_CACHE_DIR is off, or no folder can be made");
  return folder;
}

void print_removed(const CacheUsage& removed, const std::string& folder) {
  fmt::print("removed {} of {} and {} leftover file{} from {}\n", entries_text(removed.entries),
             size_text(removed.bytes), removed.leftovers, removed.leftovers == 1 ? "" : "s", folder);
}

int stat(const CacheArguments& arguments) {
  const std::string folder = folder_of(arguments);
  const CacheUsage usage = cache_usage(folder);
  fmt::print("folder     {}\nentries    {}, {} ({})\nleftovers  {}\n", folder, usage.entries, size_text(usage.bytes),
             limit_text(settings().cache_limit), usage.leftovers);
  return 0;
}

int trim(const CacheArguments& arguments) {
  const std::uintmax_t limit =
      arguments.limit.empty() ? settings().cache_limit : parse_size(arguments.limit, "--limit");
  const std::string folder = folder_of(arguments);
  print_removed(trim_cache(folder, limit), folder);
  const CacheUsage left = cache_usage(folder);
  fmt::print("left {}, {} ({})\n", entries_text(left.entries), size_text(left.bytes), limit_text(limit));
  return 0;
}

int verify(const CacheArguments& arguments) {
  const std::string folder = folder_of(arguments);
  const std::size_t before = cache_usage(folder).entries;
  const std::vector<std::string> damaged = verify_cache(folder);
  for (const std::string& name : damaged) fmt::print("damaged, removed: {}\n", name);
  fmt::print("{} of {} whole in {}\n", before - std::min(before, damaged.size()), entries_text(before), folder);
  return damaged.empty() ? 0 : 1;
}

int clear(const CacheArguments& arguments) {
  const std::string folder = folder_of(arguments);
  print_removed(clear_cache(folder), folder);
  return 0;
}

}  // namespace

void add_cache(CLI::App& app, const VerbContext& context) {
  auto arguments = std::make_shared<CacheArguments>();
  auto* verb = app.add_subcommand("cache", "the cache of compiled kernels: stat, trim, verify, clear");
  verb->require_subcommand(1);
  const auto add = [&](const char* name, const char* doc, int (*run)(const CacheArguments&)) {
    auto* sub = verb->add_subcommand(name, doc);
    sub->add_option("--folder", arguments->folder, "this folder instead of KPARITY_CACHE_DIR or ~/.cache/kparity");
    sub->callback([arguments, context, run] { *context.action = [arguments, run] { return run(*arguments); }; });
    return sub;
  };
  add("stat", "how many entries there are and how large they are", stat);
  add("trim", "removes what was unused for longest, until the rest is below the limit", trim)
      ->add_option("--limit", arguments->limit, "as 500M or 2G, instead of KPARITY_CACHE_LIMIT");
  add("verify", "reads every entry and removes those that are damaged; exit code 1 if there were any", verify);
  add("clear", "removes all entries", clear);
}

}  // namespace kparity::tool
