// `kparity status`: how far the port is. Without a device the states are unported, declared (there is a `.cu`) and
// signature (its parameters agree with the spec).
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "kparity/parity/signatures.hpp"
#include "session.hpp"
#include "verbs.hpp"
#include "version.hpp"

namespace kparity::tool {

namespace {

struct StatusArguments {
  SelectionOptions selection;
  OutputOptions output;
};

struct Row {
  std::string kernel, state, note;
  std::string missing_cuda;
};

Row row_of(const compile::KernelSource& source) {
  Row row;
  row.kernel = source.folder.name;
  row.missing_cuda = "raise";
  if (source.spec && source.spec->missing_cuda == MissingCudaPolicy::fallback) row.missing_cuda = "fallback";
  if (!source.folder.cuda_file) {
    row.state = "unported";
    row.note = source.folder.expected_cuda_path + " is missing";
    return row;
  }
  row.state = "declared";
  if (!is_usable(source)) {
    row.note = outcome_of_unusable(source).reason;
    return row;
  }
  const auto outcome = parity::check_signature(*source.spec, source.folder);
  if (outcome.verdict == result::Verdict::pass) {
    row.state = "signature";
  } else {
    row.note = outcome.reason;
  }
  return row;
}

std::string summary_of(const std::vector<Row>& rows) {
  std::vector<std::string> missing;
  for (const auto& row : rows)
    if (row.state == "unported") missing.push_back(row.kernel);
  const auto ported = rows.size() - missing.size();
  return missing.empty()
             ? fmt::format("CUDA kernels: {} of {}", ported, rows.size())
             : fmt::format("CUDA kernels: {} of {} (missing: {})", ported, rows.size(), fmt::join(missing, ", "));
}

int run(const StatusArguments& arguments, const BuiltIn* built_in) {
  Workplace workplace;
  open_workplace(workplace, arguments.selection.root, built_in);
  Output output(arguments.output);
  std::vector<Row> rows;
  for (const auto* source : select(workplace, arguments.selection.kernels)) rows.push_back(row_of(*source));
  auto& out = output.stream();
  if (arguments.output.format == "json") {
    auto kernels = nlohmann::ordered_json::array();
    for (const auto& row : rows)
      kernels.push_back(
          {{"kernel", row.kernel}, {"state", row.state}, {"missing_cuda", row.missing_cuda}, {"note", row.note}});
    out << nlohmann::ordered_json{{"schema", 1},
                                  {"kparity", version},
                                  {"summary", summary_of(rows)},
                                  {"kernels", kernels}}
               .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
        << '\n';
  } else {
    out << summary_of(rows) << "\n\n";
    for (const auto& row : rows)
      out << fmt::format("{:<14} {:<10} missing_cuda: {:<9} {}\n", row.kernel, row.state, row.missing_cuda, row.note);
  }
  output.close();
  return 0;
}

}  // namespace

void add_status(CLI::App& app, const VerbContext& context) {
  auto arguments = std::make_shared<StatusArguments>();
  auto* verb = app.add_subcommand("status", "how far the port to CUDA is");
  add_selection(*verb, arguments->selection, context.built_in);
  add_output_options(*verb, arguments->output, {"text", "json"});
  verb->callback([arguments, context] {
    resolve_selection(arguments->selection, context.built_in);
    *context.action = [arguments, context] { return run(*arguments, context.built_in); };
  });
}

}  // namespace kparity::tool
