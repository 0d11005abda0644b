// The files are written to the cache under a name that stands for their contents, so that compiled code of an earlier
// run is found again.
#include "probes.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "kparity/cache.hpp"
#include "kparity/files.hpp"
#include "kparity/sha256.hpp"
#include "workplace.hpp"

namespace kparity::tool {

namespace {

namespace fs = std::filesystem;

/// In the cache, beside the file that says so: `<key>.d`, as the headers of the emulation.
fs::path folder_of_probes() {
  std::string all = "probes\n";
  for (const auto& file : probe_files()) all += fmt::format("{}\n{}\n", file.name, file.text);
  const std::string stamp = cached_file(sha256(all), ".probes", [](const std::string& path) {
    write_if_changed(path, "kernels that measure what a machine can do\n");
  });
  fs::path folder = fs::path(stamp).replace_extension(".d");
  for (const auto& file : probe_files()) {
    fs::create_directories((folder / file.name).parent_path());
    write_if_changed((folder / file.name).string(), file.text);
  }
  return folder;
}

}  // namespace

result::BenchReport measure_probes(const bench::Options& options, bool on_host, bool on_device, unsigned jobs) {
  const fs::path folder = folder_of_probes();
  Workplace workplace;
  open_workplace(workplace, folder.string(), nullptr);
  const auto sources = select(workplace, {});
  compile_hosts(workplace, sources, jobs);
  std::vector<bench::Task> tasks;
  for (const auto* source : sources) {
    bench::Task task{&source->spec.value(), &workplace.catalog->at(source->folder.name), {}, ""};
    if (on_host) task.implementations.emplace_back("openmp");
    if (on_device) task.implementations.emplace_back(cuda_name);
    tasks.push_back(std::move(task));
  }
  return bench::run(tasks, options);
}

}  // namespace kparity::tool
