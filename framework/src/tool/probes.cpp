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

/// Opens the folder of the probes and compiles what runs on the host.
std::vector<const compile::KernelSource*> open_probes(Workplace& workplace, unsigned jobs) {
  open_workplace(workplace, folder_of_probes().string(), nullptr);
  auto sources = select(workplace, {});
  compile_hosts(workplace, sources, jobs);
  return sources;
}

bench::Task task_of(const Workplace& workplace, const compile::KernelSource& source) {
  return {&source.spec.value(), &workplace.catalog->at(source.folder.name), {}, ""};
}

}  // namespace

result::BenchReport measure_probes(const bench::Options& options, bool on_host, bool on_device, unsigned jobs,
                                   const bench::Watch& watch) {
  Workplace workplace;
  std::vector<bench::Task> tasks;
  for (const auto* source : open_probes(workplace, jobs)) {
    tasks.push_back(task_of(workplace, *source));
    if (on_host) tasks.back().implementations.emplace_back("openmp");
    if (on_device) tasks.back().implementations.emplace_back(cuda_name);
  }
  return bench::run(tasks, options, watch);
}

result::Roof measure_controls(const bench::Options& asked, unsigned jobs, const bench::Watch& watch) {
  Workplace workplace;
  result::BenchReport all;
  for (const auto* source : open_probes(workplace, jobs)) {
    bench::Options options = asked;
    options.sizes = {{"n", 100'000}};
    if (source->folder.name == bench::arithmetic_probe) options.sizes = {{"n", 4'000}, {"rounds", 64}};
    auto task = task_of(workplace, *source);
    task.implementations.emplace_back(reference_name);
    const auto report = bench::run({task}, options, watch);
    all.rows.insert(all.rows.end(), report.rows.begin(), report.rows.end());
  }
  const auto roofs = bench::roofs_of(all);
  result::Roof controls = roofs.empty() ? result::Roof() : roofs.front();
  controls.place = "control";
  return controls;
}

}  // namespace kparity::tool
