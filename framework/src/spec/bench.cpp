// `bench:` of a spec.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "names.hpp"
#include "reading.hpp"

namespace kparity::spec {

namespace {

constexpr std::size_t most_sizes = 1000;

std::string named(std::string_view key) {
  return fmt::format("'{}' of bench", key);
}

// The scalar that a size or a fixed value is for; reports what is none.
std::optional<ParameterPath> find_scalar(Reading& reading, const Entry& entry) {
  if (!reading.has_signature()) return std::nullopt;
  const auto path = find_parameter(reading, entry.key, entry.where);
  if (!path) return std::nullopt;
  if (at(reading.spec.instantiations.front(), *path).kind == ParameterKind::scalar) return path;
  report(reading.problems, entry.where, fmt::format("'{}' is an array; only scalars have a value here", entry.key));
  return std::nullopt;
}

// --- Sizes ---

// `{from: 1_000, to: 10_000_000, per_decade: 2}`: evenly spaced in the logarithm, both ends included.
std::vector<std::int64_t> read_range(Reading& reading, const Node& node, const std::string& what) {
  const Fields fields(node, size_range_keys(), what, reading.problems);
  const auto integer = [&](std::string_view key) -> std::optional<std::int64_t> {
    const Node* value = fields.find(key);
    if (!value) return std::nullopt;
    return read_integer(*value, fmt::format("'{}' of {}", key, what), 1, reading.problems);
  };
  const auto from = integer("from"), to = integer("to");
  const std::int64_t per_decade = fields.find("per_decade") ? integer("per_decade").value_or(1) : 1;
  if (!from || !to) return {};
  if (*from > *to) {
    report(reading.problems, node.where, fmt::format("'from' of {} is greater than 'to': {} > {}", what, *from, *to));
    return {};
  }
  const double decades = std::log10(static_cast<double>(*to) / static_cast<double>(*from));
  const double count = std::ceil(decades * static_cast<double>(per_decade) - 1e-9);
  if (count >= static_cast<double>(most_sizes)) {
    report(reading.problems, node.where, fmt::format("{} has more than {} sizes", what, most_sizes));
    return {};
  }
  std::vector<std::int64_t> sizes{*from};
  for (int i = 1; i < static_cast<int>(count); ++i) {
    const double size = static_cast<double>(*from) * std::pow(10.0, i / static_cast<double>(per_decade));
    if (const std::int64_t rounded = std::llround(size); rounded > sizes.back() && rounded < *to)
      sizes.push_back(rounded);
  }
  if (sizes.back() != *to) sizes.push_back(*to);
  return sizes;
}

std::vector<std::int64_t> read_size_list(Reading& reading, const Node& node, const std::string& what) {
  std::vector<std::int64_t> sizes;
  if (node.kind == Node::Kind::scalar) {
    if (const auto size = read_integer(node, what, 0, reading.problems)) sizes.push_back(*size);
    return sizes;
  }
  if (node.kind != Node::Kind::list || node.items.empty() || node.items.size() > most_sizes) {
    report(reading.problems, node.where,
           fmt::format("{} must be a list of 1 to {} integers or {{from: ..., to: ..., per_decade: ...}}", what,
                       most_sizes));
    return sizes;
  }
  for (const Node& item : node.items) {
    if (const auto size = read_integer(item, "an entry of " + what, 0, reading.problems)) sizes.push_back(*size);
  }
  return sizes;
}

void check_integer_scalar(Reading& reading, const Entry& entry) {
  const auto path = find_scalar(reading, entry);
  if (!path) return;
  for (const DType dtype : dtypes_of(reading.spec, *path)) {
    if (is_integer(dtype)) continue;
    report(reading.problems, entry.where,
           fmt::format("'{}' is of type {}; sizes are integers", entry.key, c_name(dtype)));
    return;
  }
}

void read_sizes(Reading& reading, const Node& node, BenchSpec& bench) {
  for (const Entry* entry : read_entries(node, named("sizes"), reading.problems)) {
    if (entry->key == "grid") {
      bench.grid = read_boolean(entry->value, "'grid' of sizes", reading.problems).value_or(false);
      continue;
    }
    check_integer_scalar(reading, *entry);
    const std::string what = fmt::format("size '{}'", entry->key);
    const bool is_range = entry->value.kind == Node::Kind::map;
    bench.sizes.push_back(
        {entry->key, is_range ? read_range(reading, entry->value, what) : read_size_list(reading, entry->value, what),
         entry->where});
  }
  for (const BenchSizes& sizes : bench.sizes) {
    const std::size_t wanted = bench.sizes.front().values.size();
    if (bench.grid || sizes.values.empty() || wanted == 0 || sizes.values.size() == wanted) continue;
    report(reading.problems, sizes.where,
           fmt::format("'{}' has {} sizes and '{}' has {}; give as many, or 'grid: true' for all combinations",
                       sizes.name, sizes.values.size(), bench.sizes.front().name, wanted));
  }
}

// --- Fixed values and work ---

std::optional<BenchValue> read_value(Reading& reading, const Entry& entry) {
  const std::string what = fmt::format("the value of '{}'", entry.key);
  const auto path = find_scalar(reading, entry);
  const bool wants_integer = path && is_integer(dtypes_of(reading.spec, *path).front());
  if (wants_integer) {
    const auto value = read_integer(entry.value, what, INT64_MIN, reading.problems);
    if (!value) return std::nullopt;
    return BenchValue{entry.key, Expression(entry.value.text)};
  }
  if (what_is(entry.value) == "a boolean") return BenchValue{entry.key, entry.value.text == "true" ? 1.0 : 0.0};
  const auto value = read_number(entry.value, what, reading.problems);
  if (!value) return std::nullopt;
  return BenchValue{entry.key, *value};
}

std::vector<BenchValue> read_values(Reading& reading, const Node& node, const std::string& what) {
  std::vector<BenchValue> values;
  for (const Entry* entry : read_entries(node, what, reading.problems)) {
    if (auto value = read_value(reading, *entry)) values.push_back(std::move(*value));
  }
  return values;
}

void check_not_both(Reading& reading, const Node& fixed, const BenchSpec& bench) {
  for (const Entry& entry : fixed.entries) {
    const auto same = [&](const BenchSizes& sizes) { return sizes.name == entry.key; };
    if (std::none_of(bench.sizes.begin(), bench.sizes.end(), same)) continue;
    report(reading.problems, entry.where, fmt::format("'{}' is in 'sizes' and in 'fixed'", entry.key));
  }
}

std::vector<BenchFlops> read_flops(Reading& reading, const Node& node) {
  std::vector<BenchFlops> flops;
  const std::string what = "'flops' of work";
  if (node.kind != Node::Kind::map) {
    if (auto count = read_expression_over_scalars(reading, node, what)) flops.push_back({"", *count});
    return flops;
  }
  const std::vector<std::string> types{"f32", "f64"};
  for (const Entry* entry : read_entries(node, what, reading.problems)) {
    if (std::find(types.begin(), types.end(), entry->key) == types.end()) {
      report(reading.problems, entry->where, fmt::format("unknown type '{}' of flops; there are f32, f64", entry->key));
    } else if (auto count = read_expression_over_scalars(reading, entry->value, what)) {
      flops.push_back({entry->key, *count});
    }
  }
  return flops;
}

std::optional<Expression> read_expression_or_auto(Reading& reading, const Fields& fields, std::string_view key) {
  const Node* node = fields.find(key);
  if (!node || (node->kind == Node::Kind::scalar && node->text == "auto")) return std::nullopt;
  return read_expression_over_scalars(reading, *node, fmt::format("'{}' of work", key));
}

void read_work(Reading& reading, const Node& node, BenchSpec& bench) {
  const Fields fields(node, work_keys(), "work", reading.problems);
  bench.reads = read_expression_or_auto(reading, fields, "reads");
  bench.writes = read_expression_or_auto(reading, fields, "writes");
  if (const Node* flops = fields.find("flops")) bench.flops = read_flops(reading, *flops);
  if (const Node* items = fields.find("items")) {
    bench.items = read_expression_over_scalars(reading, *items, "'items' of work");
  }
}

// --- The rest ---

void read_inputs(Reading& reading, const Node& node, BenchSpec& bench) {
  constexpr std::string_view capture = "capture:";
  const auto text = read_text(node, named("inputs"), reading.problems);
  bench.constant_inputs = text == "constant";
  if (!text || *text == "default" || *text == "constant") return;
  if (!text->starts_with(capture)) {
    report(reading.problems, node.where,
           fmt::format("{} must be default, constant or capture:NAME, not '{}'", named("inputs"), *text));
    return;
  }
  bench.capture = text->substr(capture.size());
  add_captured(reading, bench.capture, node.where);
  if (!bench.sizes.empty() || !bench.fixed.empty())
    report(reading.problems, node.where,
           fmt::format("{}: captured inputs bring all sizes and values with them; remove '{}'", named("inputs"),
                       bench.sizes.empty() ? "fixed" : "sizes"));
}

void read_modes(Reading& reading, const Node& node, BenchSpec& bench) {
  const std::vector<std::string> modes{"kernel", "copies", "call"};
  if (node.kind != Node::Kind::list) {
    report(reading.problems, node.where,
           fmt::format("{} must be a list of {}, not {}", named("modes"), join(modes), what_is(node)));
  }
  for (const Node& item : node.items) read_word(item, "an entry of " + named("modes"), modes, reading.problems);
  const auto has = [&](std::string_view mode) {
    return std::ranges::find(node.items, mode, &Node::text) != node.items.end();
  };
  bench.copies = has("copies");
  bench.call = has("call");
}

void read_restore(Reading& reading, const Node& node, BenchSpec& bench) {
  if (node.kind == Node::Kind::scalar) {
    read_word(node, named("restore"), find_key(bench_keys(), "restore")->words, reading.problems);
    return;
  }
  bench.restore = read_texts(node, named("restore"), reading.problems);
  std::vector<std::string> outputs;
  for (const OutputSpec& output : reading.spec.outputs) outputs.push_back(output.name);
  for (const Node& item : node.items) {
    const bool is_output = std::find(outputs.begin(), outputs.end(), item.text) != outputs.end();
    if (item.kind != Node::Kind::scalar || is_output || !reading.has_signature()) continue;
    report(reading.problems, item.where,
           fmt::format("{}: '{}' is not an output{}", named("restore"), item.text,
                       suggestion(item.text, outputs, "there are")));
  }
}

void read_limits(Reading& reading, const Node& node, BenchSpec& bench) {
  const Fields fields(node, limits_keys(), "limits", reading.problems);
  const auto bytes = [&](std::string_view key) -> std::optional<std::uint64_t> {
    const Node* value = fields.find(key);
    if (!value) return std::nullopt;
    const auto read = read_bytes(*value, fmt::format("'{}' of limits", key), reading.problems);
    return read ? std::optional(static_cast<std::uint64_t>(*read)) : std::nullopt;
  };
  bench.device_memory = bytes("device_memory");
  bench.host_memory = bytes("host_memory");
  const Node* seconds = fields.find("seconds_per_point");
  const auto value = seconds ? read_number(*seconds, "'seconds_per_point' of limits", reading.problems) : std::nullopt;
  if (value && *value <= 0)
    report(reading.problems, seconds->where, "'seconds_per_point' of limits must be greater than 0");
  bench.seconds_per_point = value;
}

void read_at_ci(Reading& reading, const Node& node, BenchSpec& bench) {
  bench.at_ci = read_size_list(reading, node, named("at_ci"));
  if (bench.sizes.empty()) {
    report(reading.problems, node.where, fmt::format("{} needs 'sizes', of which it is a part", named("at_ci")));
    return;
  }
  const BenchSizes& first = bench.sizes.front();
  for (const std::int64_t size : bench.at_ci) {
    if (std::find(first.values.begin(), first.values.end(), size) != first.values.end()) continue;
    report(reading.problems, node.where,
           fmt::format("{}: {} is no size of '{}'; there are {}", named("at_ci"), size, first.name,
                       fmt::join(first.values, ", ")));
  }
}

BenchPromise read_must_beat_host(Reading& reading, const Node& node) {
  BenchPromise promise;
  promise.where = node.where;
  const Fields fields(node, must_beat_host_keys(), "must_beat_host", reading.problems);
  if (const Node* sizes = fields.find("at")) promise.at = read_values(reading, *sizes, "'at' of must_beat_host");
  const Node* by = fields.find("by");
  const auto factor = by ? read_number(*by, "'by' of must_beat_host", reading.problems) : std::nullopt;
  if (factor && *factor <= 0) report(reading.problems, by->where, "'by' of must_beat_host must be greater than 0");
  promise.by = factor.value_or(1);
  if (const Node* counting = fields.find("counting")) {
    promise.counting = read_word(*counting, "'counting' of must_beat_host",
                                 find_key(must_beat_host_keys(), "counting")->words, reading.problems)
                           .value_or("kernel");
  }
  return promise;
}

void read_gate(Reading& reading, const Node& node, BenchSpec& bench) {
  const Fields fields(node, gate_keys(), "gate", reading.problems);
  if (const Node* slower = fields.find("slower"))
    bench.slower = read_percent(*slower, "'slower' of gate", reading.problems);
  if (const Node* below = fields.find("ignore_below"))
    bench.ignore_below = read_duration(*below, "'ignore_below' of gate", reading.problems);
  if (const Node* promise = fields.find("must_beat_host"))
    bench.must_beat_host = read_must_beat_host(reading, *promise);
}

}  // namespace

BenchSpec read_bench(Reading& reading, const Node& node) {
  BenchSpec bench;
  const Fields fields(node, bench_keys(), "bench", reading.problems);
  if (node.kind != Node::Kind::map) return bench;
  if (const Node* sizes = fields.find("sizes")) read_sizes(reading, *sizes, bench);
  if (const Node* fixed = fields.find("fixed")) {
    bench.fixed = read_values(reading, *fixed, named("fixed"));
    check_not_both(reading, *fixed, bench);
  }
  if (const Node* inputs = fields.find("inputs")) read_inputs(reading, *inputs, bench);
  if (const Node* work = fields.find("work")) read_work(reading, *work, bench);
  if (const Node* cache = fields.find("cache")) {
    bench.warm = read_word(*cache, named("cache"), find_key(bench_keys(), "cache")->words, reading.problems) == "warm";
  }
  if (const Node* modes = fields.find("modes")) read_modes(reading, *modes, bench);
  if (const Node* restore = fields.find("restore")) read_restore(reading, *restore, bench);
  if (const Node* sizes = fields.find("at_ci")) read_at_ci(reading, *sizes, bench);
  if (const Node* limits = fields.find("limits")) read_limits(reading, *limits, bench);
  if (const Node* gate = fields.find("gate")) read_gate(reading, *gate, bench);
  return bench;
}

}  // namespace kparity::spec
