// Mutants as JSON, for a gate that keeps the score from falling.
#include <nlohmann/json.hpp>

#include "kparity/report/mutation.hpp"
#include "plain_text.hpp"

namespace kparity::report {

void write_mutation_json(const result::MutationReport& report, std::ostream& out) {
  using Json = nlohmann::ordered_json;
  const auto score = result::score_of(report.rows);
  Json json = {{"schema", 1},
               {"command", "mutate"},
               {"version", report.version},
               {"seed", report.seed},
               {"cases", report.cases},
               {"seconds", report.seconds},
               {"processor_seconds", report.processor_seconds},
               {"killed", score.killed},
               {"survived", score.survived},
               {"percent", score.percent()},
               {"warnings", report.warnings},
               {"mutants", Json::array()}};
  for (const auto& row : report.rows)
    json["mutants"].push_back({{"kernel", row.kernel},
                               {"implementation", row.implementation},
                               {"file", row.file},
                               {"line", row.line},
                               {"column", row.column},
                               {"kind", row.kind},
                               {"before", repaired(row.before)},
                               {"after", repaired(row.after)},
                               {"fate", result::name_of(row.fate)},
                               {"place", row.place},
                               {"verdict", row.fate == result::Fate::killed ? result::name_of(row.verdict) : ""},
                               {"reason", repaired(row.reason)},
                               {"advice", row.advice}});
  out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace kparity::report
