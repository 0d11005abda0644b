// The verbs of the tool. Each file of a verb adds its options to the command line and says what to do when it is
// chosen.
#pragma once

#include "options.hpp"

namespace kparity::tool {

void add_bench(CLI::App& app, const VerbContext& context);
void add_cache(CLI::App& app, const VerbContext& context);
void add_check(CLI::App& app, const VerbContext& context);
void add_describe(CLI::App& app, const VerbContext& context);
void add_devices(CLI::App& app, const VerbContext& context);
void add_gate(CLI::App& app, const VerbContext& context);
void add_headers(CLI::App& app, const VerbContext& context);
void add_list(CLI::App& app, const VerbContext& context);
void add_mutate(CLI::App& app, const VerbContext& context);
void add_merge(CLI::App& app, const VerbContext& context);
void add_replay(CLI::App& app, const VerbContext& context);
void add_status(CLI::App& app, const VerbContext& context);

}  // namespace kparity::tool
