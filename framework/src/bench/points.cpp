// The cases of a benchmark. Scalars that neither `sizes` nor `fixed` names are drawn as checks draw them, from the
// seed.
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "kparity/bench/bench.hpp"
#include "kparity/error.hpp"
#include "kparity/generate/captured.hpp"
#include "kparity/generate/generate.hpp"

namespace kparity::bench {

namespace {

constexpr std::string_view family = "realistic";
constexpr std::uint64_t draws = 200;

/// The scalar of a case that an input's name stands for; null for none.
generate::ScalarValue* find_scalar(const spec::KernelSpec& spec, generate::Case& drawn, std::string_view name) {
  std::size_t scalar = 0;
  for (const auto& input : spec.inputs) {
    if (!input.shape.empty()) continue;
    if (input.name == name) return &drawn.scalars[scalar];
    ++scalar;
  }
  return nullptr;
}

void set_whole(const spec::KernelSpec& spec, generate::Case& drawn, std::string_view name, std::int64_t number) {
  if (auto* scalar = find_scalar(spec, drawn, name)) *scalar = generate::scalar_from_whole(scalar->dtype, number);
}

void set_value(const spec::KernelSpec& spec, generate::Case& drawn, const spec::BenchValue& fixed) {
  if (const auto* literal = std::get_if<Expression>(&fixed.value)) {
    set_whole(spec, drawn, fixed.name, literal->evaluate([](std::string_view) { return std::int64_t{0}; }));
  } else if (auto* scalar = find_scalar(spec, drawn, fixed.name)) {
    *scalar = generate::scalar_from_real(scalar->dtype, std::get<double>(fixed.value));
  }
}

/// One row of positions into the lists of sizes per case: all combinations, the last name fastest, or the first with
/// the first.
std::vector<std::vector<std::size_t>> combinations(const spec::BenchSpec& bench) {
  std::vector<std::vector<std::size_t>> rows;
  if (!bench.grid) {
    for (std::size_t i = 0; i < bench.sizes.front().values.size(); ++i) rows.emplace_back(bench.sizes.size(), i);
    return rows;
  }
  rows.emplace_back();
  for (const auto& sizes : bench.sizes) {
    std::vector<std::vector<std::size_t>> longer;
    for (const auto& row : rows) {
      for (std::size_t i = 0; i < sizes.values.size(); ++i) {
        longer.push_back(row);
        longer.back().push_back(i);
      }
    }
    rows = std::move(longer);
  }
  return rows;
}

double bytes_of(const generate::Generator& generator, const generate::Case& drawn) {
  double bytes = 0;
  for (const auto& array : generator.plan(drawn))
    bytes += static_cast<double>(array.elements) * static_cast<double>(size_of(array.dtype));
  return bytes;
}

/// Of the cases that checks draw: the largest, and those next to a tenth and a hundredth of it; smallest first.
std::vector<generate::Case> default_points(const generate::Generator& generator, std::size_t instantiation,
                                           std::uint64_t seed) {
  struct Candidate {
    generate::Case drawn;
    double bytes;
  };
  std::vector<Candidate> candidates;
  for (std::uint64_t i = 0; i < draws; ++i) {
    auto drawn = generator.draw(instantiation, family, seed, i);
    const double bytes = bytes_of(generator, drawn);
    candidates.push_back({std::move(drawn), bytes});
  }
  const double most = std::ranges::max(candidates, {}, &Candidate::bytes).bytes;
  std::vector<generate::Case> chosen;
  for (const double share : {0.01, 0.1, 1.0}) {
    const auto distance = [&](const Candidate& candidate) {
      return std::fabs(std::log((candidate.bytes + 1) / (share * most + 1)));
    };
    const auto& nearest = *std::ranges::min_element(candidates, {}, distance);
    if (chosen.empty() || nearest.drawn != chosen.back()) chosen.push_back(nearest.drawn);
  }
  return chosen;
}

std::string integer_inputs(const spec::KernelSpec& spec, generate::Case& drawn) {
  std::string names;
  for (const auto& input : spec.inputs) {
    const auto* scalar = find_scalar(spec, drawn, input.name);
    if (scalar != nullptr && is_integer(scalar->dtype)) names += (names.empty() ? "" : ", ") + input.name;
  }
  return names.empty() ? "none" : names;
}

}  // namespace

generate::Case point_of_sizes(const spec::KernelSpec& spec, std::size_t instantiation, std::uint64_t seed,
                              const Sizes& sizes) {
  auto drawn = generate::Generator(spec).draw(instantiation, family, seed, 0);
  if (spec.bench)
    for (const auto& fixed : spec.bench->fixed) set_value(spec, drawn, fixed);
  for (const auto& [name, value] : sizes) {
    const auto* scalar = find_scalar(spec, drawn, name);
    if (scalar == nullptr || !is_integer(scalar->dtype))
      throw InvalidArgument("'" + name + "' is no integer input of kernel '" + spec.kernel +
                            "'; there are: " + integer_inputs(spec, drawn));
    set_whole(spec, drawn, name, value);
  }
  return drawn;
}

std::vector<generate::Case> points(const spec::KernelSpec& spec, std::size_t instantiation, std::uint64_t seed,
                                   bool quick) {
  if (spec.bench && !spec.bench->capture.empty()) {
    auto captured = generate::read_captured(spec, spec.bench->capture).drawn;
    if (captured.instantiation != instantiation) return {};
    return {std::move(captured)};
  }
  const generate::Generator generator(spec);
  const bool has_sizes = spec.bench && !spec.bench->sizes.empty();
  std::vector<generate::Case> cases;
  if (!has_sizes) {
    cases = default_points(generator, instantiation, seed);
  } else {
    const auto& at_ci = spec.bench->at_ci;
    for (const auto& row : combinations(*spec.bench)) {
      const std::int64_t first = spec.bench->sizes.front().values[row.front()];
      if (quick && !at_ci.empty() && std::ranges::find(at_ci, first) == at_ci.end()) continue;
      cases.push_back(generator.draw(instantiation, family, seed, 0));
      for (std::size_t i = 0; i < row.size(); ++i)
        set_whole(spec, cases.back(), spec.bench->sizes[i].name, spec.bench->sizes[i].values[row[i]]);
    }
  }
  if (spec.bench)
    for (auto& drawn : cases)
      for (const auto& fixed : spec.bench->fixed) set_value(spec, drawn, fixed);
  return cases;
}

}  // namespace kparity::bench
