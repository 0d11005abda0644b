// `kparity devices`: what this process can use, and CTest's file of them.
#include "kparity/devices.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "kparity/files.hpp"
#include "kparity/settings.hpp"
#include "options.hpp"
#include "verbs.hpp"

namespace kparity::tool {

namespace {

struct DevicesArguments {
  OutputOptions output;
  std::string ctest_spec;
};

/// One slot each: a test has a device to itself. CTest takes exactly one machine, and ids of letters and digits.
std::string ctest_spec(int count) {
  auto gpus = nlohmann::ordered_json::array();
  for (int i = 0; i < count; ++i) gpus.push_back({{"id", std::to_string(i)}, {"slots", 1}});
  const nlohmann::ordered_json machine{{"gpus", std::move(gpus)}};
  return nlohmann::ordered_json{{"version", {{"major", 1}, {"minor", 0}}},
                                {"local", nlohmann::ordered_json::array({machine})}}
             .dump(2) +
         "\n";
}

int run(const DevicesArguments& arguments) {
  const int count = device_count();
  Output output(arguments.output);
  if (arguments.output.format == "json") {
    auto devices = nlohmann::ordered_json::array();
    for (int i = 0; i < count; ++i) devices.push_back({{"id", i}, {"name", device_name(i)}});
    output.stream() << nlohmann::ordered_json{{"devices", devices}, {"why_none", why_no_device()}}.dump(2) << '\n';
  } else {
    for (int i = 0; i < count; ++i) output.stream() << fmt::format("{}  {}\n", i, device_name(i));
    if (count == 0) output.stream() << fmt::format("no device: {}\n", why_no_device());
  }
  output.close();
  if (!arguments.ctest_spec.empty()) {
    write_if_changed(arguments.ctest_spec, ctest_spec(count));
    if (count == 0)
      std::cerr << fmt::format("kparity: '{}' has no device; ctest would not run the tests that need one\n",
                               arguments.ctest_spec);
  }
  return count == 0 && settings().require_cuda ? 4 : 0;
}

}  // namespace

void add_devices(CLI::App& app, const VerbContext& context) {
  auto arguments = std::make_shared<DevicesArguments>();
  auto* verb =
      app.add_subcommand("devices", "the devices that can be used; 4 if there must be one (KPARITY_REQUIRE_CUDA)");
  verb->add_option("--ctest-spec", arguments->ctest_spec, "write them for ctest --resource-spec-file");
  add_output_options(*verb, arguments->output, {"text", "json"});
  verb->callback([arguments, context] { *context.action = [arguments] { return run(*arguments); }; });
}

}  // namespace kparity::tool
