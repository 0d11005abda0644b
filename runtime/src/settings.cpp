// One table of variables, each with its parser.
#include "kparity/settings.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <limits>
#include <string_view>

#include "kparity/error.hpp"
#include "kparity/warning.hpp"
#include "text.hpp"

extern "C" char** environ;  // NOLINT: POSIX leaves the declaration to the program

namespace kparity {

namespace {

struct Variable {
  SettingDescription description;
  std::function<void(Settings& settings, const std::string& value)> parse;  // `value` is trimmed and not empty
};

constexpr const char* boolean_values = "1, true, yes, on, 0, false, no, off";

constexpr const char* size_values = "bytes, as 500000, 512K, 200M, 2G or 1T, or off";

std::uint64_t parse_seed(std::string_view value) {
  const bool is_hexadecimal = value.substr(0, 2) == "0x";
  const std::string_view digits = is_hexadecimal ? value.substr(2) : value;
  std::uint64_t seed = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), seed, is_hexadecimal ? 16 : 10);
  if (error == std::errc() && end == digits.data() + digits.size()) return seed;
  throw InvalidArgument(text::concat("bad value '", value, "'; allowed: a whole number below 2^64, decimal or 0x..."));
}

constexpr const char* capture_values = "kernels with the number of a call, as push:3 or push:3,deposit";

std::string trimmed(const std::string& value) {
  const char* const blanks = " \t\r\n\v\f";
  const std::size_t first = value.find_first_not_of(blanks);
  return first == std::string::npos ? "" : value.substr(first, value.find_last_not_of(blanks) - first + 1);
}

std::vector<CaptureRequest> parse_captures(const std::string& value) {
  std::vector<CaptureRequest> requests;
  for (std::size_t begin = 0; begin <= value.size();) {
    const std::size_t end = std::min(value.find(',', begin), value.size());
    const std::string entry = trimmed(value.substr(begin, end - begin));
    const std::size_t colon = std::min(entry.find(':'), entry.size());
    CaptureRequest request{entry.substr(0, colon)};
    bool is_good = !request.kernel.empty();
    if (colon < entry.size()) {
      const char* const last = entry.data() + entry.size();
      const auto [stop, error] = std::from_chars(entry.data() + colon + 1, last, request.call);
      is_good = is_good && error == std::errc() && stop == last && request.call > 0;
    }
    if (!is_good) throw InvalidArgument(text::concat("bad value '", entry, "'; allowed: ", capture_values));
    requests.push_back(std::move(request));
    begin = end + 1;
  }
  return requests;
}

std::vector<Variable> variables() {
  return {
      {{"KPARITY_BACKEND", "host, cuda", "the side calls take unless the program sets one"},
       [](Settings& s, const std::string& v) { s.backend = parse_backend(text::normalised(v)); }},
      {{"KPARITY_KERNEL_IMPLEMENTATION", "a host kind, such as reference or openmp",
        "the host implementation every kernel must use"},
       [](Settings& s, const std::string& v) { s.kernel_implementation = text::normalised(v); }},
      {{"KPARITY_DEVICE_IMPLEMENTATION", "cuda", "turns the fallback to host kernels into an error"},
       [](Settings& s, const std::string& v) { s.device_implementation = text::normalised(v); }},
      {{"KPARITY_REQUIRE_CUDA", boolean_values, "a missing device fails instead of skipping"},
       [](Settings& s, const std::string& v) { s.require_cuda = parse_boolean(v, "KPARITY_REQUIRE_CUDA"); }},
      {{"KPARITY_CUDA_DEBUG", boolean_values, "compiles with line information and waits after each launch"},
       [](Settings& s, const std::string& v) { s.cuda_debug = parse_boolean(v, "KPARITY_CUDA_DEBUG"); }},
      {{"KPARITY_CACHE_DIR", "a folder, or off", "where compiled kernels are kept"},
       [](Settings& s, const std::string& v) { s.cache_dir = v; }},
      {{"KPARITY_CACHE_LIMIT", size_values, "how large that folder may grow; 1G by default"},
       [](Settings& s, const std::string& v) { s.cache_limit = parse_size(v, "KPARITY_CACHE_LIMIT"); }},
      {{"KPARITY_CXX", "a command", "the compiler of host files"},
       [](Settings& s, const std::string& v) { s.cxx = v; }},
      {{"KPARITY_SEED", "a whole number, decimal or 0x...", "the seed of generated cases"},
       [](Settings& s, const std::string& v) { s.seed = parse_seed(text::normalised(v)); }},
      {{"KPARITY_CAPTURE", capture_values, "calls whose arguments are written to `<kernel>.<call>.npz`"},
       [](Settings& s, const std::string& v) { s.capture = parse_captures(v); }},
      {{"KPARITY_CAPTURE_DIR", "a folder", "where these files are written; the current folder by default"},
       [](Settings& s, const std::string& v) { s.capture_dir = v; }},
      {{"KPARITY_FALLBACK_LOG", "a file", "gets a line for each kernel that a host kernel stands in for on a device"},
       [](Settings& s, const std::string& v) { s.fallback_log = v; }},
  };
}

/// Read elsewhere: by `--shard k8s` of the tool, by scripts in ci/ and by what users copy from there.
constexpr std::string_view names_of_others[] = {"KPARITY_SHARDS", "KPARITY_SOURCE", "KPARITY_KERNELS",
                                                "KPARITY_SCHEMAS"};

void warn_of_unknown(const std::string& name, const std::vector<Variable>& known) {
  std::vector<std::string> names;
  for (const Variable& variable : known) names.push_back(variable.description.name);
  warn(text::concat("unknown environment variable '", name, "' has no effect", text::did_you_mean(name, names)));
}

void parse_value(const Variable& variable, const std::string& value, Settings& settings) {
  const std::string& name = variable.description.name;
  try {
    if (!value.empty()) variable.parse(settings, value);
  } catch (const InvalidArgument& error) {
    const std::string problem = error.what();
    throw InvalidArgument(problem.rfind(name, 0) == 0 ? problem : name + ": " + problem);
  }
}

std::vector<std::string> process_environment() {
  std::vector<std::string> entries;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) entries.emplace_back(*entry);
  return entries;
}

}  // namespace

bool parse_boolean(std::string_view value, std::string_view what) {
  const std::string word = text::normalised(value);
  if (word == "1" || word == "true" || word == "yes" || word == "on") return true;
  if (word == "0" || word == "false" || word == "no" || word == "off") return false;
  throw InvalidArgument(text::concat(what, ": bad value '", value, "'; allowed: ", boolean_values));
}

std::uint64_t parse_size(std::string_view value, std::string_view what) {
  constexpr std::string_view units = "kmgt";
  const std::string word = text::normalised(value);
  if (word == "off") return std::numeric_limits<std::uint64_t>::max();
  const std::size_t unit = word.empty() ? std::string_view::npos : units.find(word.back());
  const std::size_t shift = unit == std::string_view::npos ? 0 : 10 * (unit + 1);
  const char* const end = word.data() + word.size() - (shift == 0 ? 0 : 1);
  std::uint64_t count = 0;
  const auto parsed = std::from_chars(word.data(), end, count);
  const bool is_number = parsed.ec == std::errc() && parsed.ptr == end;
  if (is_number && count <= std::numeric_limits<std::uint64_t>::max() >> shift) return count << shift;
  throw InvalidArgument(text::concat(what, ": bad value '", value, "'; allowed: ", size_values));
}

Settings parse_settings(const std::vector<std::string>& environment) {
  const std::vector<Variable> known = variables();
  Settings settings;
  for (const std::string& entry : environment) {
    if (entry.rfind("KPARITY_", 0) != 0) continue;
    const std::size_t equals = entry.find('=');
    const std::string name = entry.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : trimmed(entry.substr(equals + 1));
    const auto same_name = [&](const Variable& v) { return v.description.name == name; };
    const auto variable = std::find_if(known.begin(), known.end(), same_name);
    if (variable != known.end()) {
      parse_value(*variable, value, settings);
    } else if (std::find(std::begin(names_of_others), std::end(names_of_others), name) == std::end(names_of_others)) {
      warn_of_unknown(name, known);
    }
  }
  return settings;
}

const Settings& settings() {
  static const Settings once = parse_settings(process_environment());
  return once;
}

std::vector<SettingDescription> describe_settings() {
  std::vector<SettingDescription> descriptions;
  for (const Variable& variable : variables()) descriptions.push_back(variable.description);
  return descriptions;
}

}  // namespace kparity
