// `kparity list`: kernels, implementations, places, and whether each can run here, with the reason if not.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "kparity/compile/compiler.hpp"
#include "kparity/cuda_compile.hpp"
#include "kparity/parity/parity.hpp"
#include "kparity/parity/signatures.hpp"
#include "session.hpp"
#include "verbs.hpp"
#include "version.hpp"

namespace kparity::tool {

namespace {

struct ListArguments {
  SelectionOptions selection;
  OutputOptions output;
  unsigned jobs = 1;
};

struct Row {
  std::string implementation, place, reason;  // an empty reason means available
};

struct Listing {
  const compile::KernelSource* source;
  std::vector<Row> rows;
};

std::vector<Listing> collect(const Workplace& workplace, const std::vector<const compile::KernelSource*>& sources,
                             unsigned jobs) {
  std::vector<Listing> listings;
  std::vector<parity::Task> tasks;
  for (const auto* source : sources) {
    listings.push_back({source, {}});
    if (!is_usable(*source)) continue;
    for (const auto& name : implementations_of(*source)) {
      listings.back().rows.push_back({name, name == cuda_name ? "device" : "host", ""});
      tasks.push_back({&*source->spec, &workplace.catalog->at(source->folder.name), name});
    }
  }
  const auto loaded = parity::check_loading(tasks, jobs);
  std::size_t next = 0;
  for (auto& listing : listings)
    for (auto& row : listing.rows) row.reason = loaded[next++].reason;
  return listings;
}

std::string state_of(const compile::KernelSource& source) {
  if (!source.problems.empty()) return to_string(source.problems.front());
  if (!source.spec) return outcome_of_unusable(source).reason;
  return source.spec->summary;
}

std::string host_compiler_line() {
  try {
    return fmt::format("{}", fmt::join(compile::host_compiler(), " "));
  } catch (const Error& none) {
    return none.what();
  }
}

std::string nvrtc_line() {
  const auto architectures = nvrtc_architectures();
  if (architectures.empty()) return why_no_nvrtc();
  return fmt::format("{} ({} to {})", nvrtc_version(), architectures.front(), architectures.back());
}

void write_text(const std::vector<Listing>& listings, std::ostream& out) {
  out << fmt::format("kparity {}\nhost compiler  {}\nlibclang       {}\nNVRTC          {}\n\n", version,
                     host_compiler_line(), parity::libclang_version(), nvrtc_line());
  for (const auto& listing : listings) {
    out << fmt::format("{:<14} {}\n", listing.source->folder.name, state_of(*listing.source));
    for (const auto& row : listing.rows)
      out << fmt::format("  {:<12} {:<7} {}\n", row.implementation, row.place,
                         row.reason.empty() ? "available" : "unavailable: " + row.reason);
    if (is_usable(*listing.source) && !listing.source->folder.cuda_file)
      out << fmt::format("  {:<12} {:<7} not ported: {} is missing\n", cuda_name, "device",
                         listing.source->folder.expected_cuda_path);
  }
}

void write_json(const std::vector<Listing>& listings, std::ostream& out) {
  auto kernels = nlohmann::ordered_json::array();
  for (const auto& listing : listings) {
    nlohmann::ordered_json kernel{{"kernel", listing.source->folder.name},
                                  {"folder", listing.source->folder.path},
                                  {"ported", listing.source->folder.cuda_file.has_value()},
                                  {"problems", nlohmann::ordered_json::array()},
                                  {"implementations", nlohmann::ordered_json::array()}};
    for (const auto& problem : listing.source->problems) kernel["problems"].push_back(to_string(problem));
    for (const auto& row : listing.rows)
      kernel["implementations"].push_back({{"name", row.implementation},
                                           {"place", row.place},
                                           {"available", row.reason.empty()},
                                           {"reason", row.reason}});
    kernels.push_back(kernel);
  }
  out << nlohmann::ordered_json{{"schema", 1}, {"kparity", version}, {"kernels", kernels}}.dump(
             2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
      << '\n';
}

int run(const ListArguments& arguments, const BuiltIn* built_in) {
  Workplace workplace;
  open_workplace(workplace, arguments.selection.root, built_in);
  const auto sources = select(workplace, arguments.selection.kernels);
  Output output(arguments.output);
  compile_hosts(workplace, sources, arguments.jobs);
  const auto listings = collect(workplace, sources, arguments.jobs);
  (arguments.output.format == "json" ? write_json : write_text)(listings, output.stream());
  output.close();
  const bool problems = std::any_of(listings.begin(), listings.end(),
                                    [](const Listing& listing) { return !listing.source->problems.empty(); });
  return problems ? 2 : 0;
}

}  // namespace

void add_list(CLI::App& app, const VerbContext& context) {
  auto arguments = std::make_shared<ListArguments>();
  auto* verb = app.add_subcommand("list", "kernels, implementations, places, and what can run here");
  add_selection(*verb, arguments->selection, context.built_in);
  add_jobs(*verb, arguments->jobs);
  add_output_options(*verb, arguments->output, {"text", "json"});
  verb->callback([arguments, context] {
    resolve_selection(arguments->selection, context.built_in);
    *context.action = [arguments, context] { return run(*arguments, context.built_in); };
  });
}

}  // namespace kparity::tool
