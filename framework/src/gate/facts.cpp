// The static scan of one kernel.
#include "facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "kparity/cache.hpp"
#include "kparity/cuda_source.hpp"
#include "kparity/error.hpp"
#include "kparity/files.hpp"
#include "kparity/gate/evidence.hpp"
#include "kparity/parity/signatures.hpp"
#include "kparity/sha256.hpp"
#include "sources.hpp"

namespace kparity::gate {

namespace fs = std::filesystem;

namespace {

/// What reading the parameters of all files said.
struct Reading {
  Parameters parameters = Parameters::unread;
  std::string text;
};

/// "push_cuda.cu", 12 of "the spec says (...), push_cuda.cu:12 takes (...)"; line 0 where none is named.
struct Place {
  std::string file;
  int line = 0;
};

Place place_in(const std::string& text, const compile::KernelSource& source) {
  std::vector<std::string> paths;
  if (source.folder.cuda_file) paths.push_back(*source.folder.cuda_file);
  for (const spec::HostFile& host : source.folder.hosts) paths.push_back(host.path);
  Place first;
  std::size_t at = std::string::npos;
  for (const std::string& path : paths) {
    const std::string name = fs::path(path).filename().string();
    const auto found = text.find(name);
    if (found == std::string::npos || found >= at) continue;
    at = found;
    first = {path, 0};
    const auto colon = found + name.size();
    if (colon < text.size() && text[colon] == ':')
      std::from_chars(text.data() + colon + 1, text.data() + text.size(), first.line);
  }
  return first;
}

Reading read_parameters(const compile::KernelSource& source) {
  const result::Outcome outcome = parity::check_signature(*source.spec, source.folder);
  if (outcome.verdict == result::Verdict::pass) return {Parameters::agree, ""};
  if (outcome.verdict == result::Verdict::signature) return {Parameters::differ, outcome.reason};
  return {Parameters::unreadable, outcome.reason};
}

std::string key_of(const compile::KernelSource& source, const std::vector<ScannedFile>& files,
                   const ScanOptions& options) {
  if (!source.spec) return "";
  std::string text = fmt::format("gate parameters 1\n{}\n{}\n{:016x}\n", options.version, parity::libclang_version(),
                                 source.spec->hash);
  for (const ScannedFile& file : files) text += fmt::format("{} {}\n", file.name, file.hash);
  return sha256(text);
}

struct NotInCache {};

/// Through the cache; empty if nothing may be parsed and it is not there.
std::optional<Reading> cached_reading(const compile::KernelSource& source, const std::string& key, bool only_cached) {
  const auto build = [&]() -> std::string {
    if (only_cached) throw NotInCache();
    const Reading reading = read_parameters(source);
    return nlohmann::json{{"parameters", static_cast<int>(reading.parameters)}, {"text", reading.text}}.dump(
        -1, ' ', false, nlohmann::json::error_handler_t::replace);
  };
  try {
    const auto kept = nlohmann::json::parse(cached_bytes_in(cache_folder(), key, ".gate", build));
    return Reading{static_cast<Parameters>(kept.at("parameters").get<int>()), kept.at("text")};
  } catch (const NotInCache&) {
    return std::nullopt;
  }
}

bool defines_kernel(const compile::KernelSource& source) {
  if (source.spec && source.spec->device_function) return true;  // kparity writes the file
  const auto names = global_functions(read_file(*source.folder.cuda_file));
  return std::find(names.begin(), names.end(), source.folder.name) != names.end();
}

/// The comments `// kparity: ignore ...` and `equivalent` of a text; moving a line changes nothing.
std::vector<std::string> opt_outs_in(const std::string& text) {
  std::vector<std::string> found;
  for (const std::string_view mark : {"kparity: ignore", "kparity: equivalent"})
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1))
      found.push_back(text.substr(at, text.find_first_of("\r\n", at) - at));
  return found;
}

}  // namespace

std::string name_below(const std::string& top, const std::string& path) {
  const fs::path whole = fs::absolute(path).lexically_normal();
  const fs::path name = whole.lexically_relative(fs::path(top).lexically_normal());
  return name.empty() || *name.begin() == ".." ? path : name.generic_string();
}

KernelFacts scan(const compile::KernelSource& source, const ScanOptions& options) {
  const auto name = [&](const std::string& path) { return name_below(options.top, path); };
  KernelFacts facts;
  facts.kernel = source.folder.name;
  facts.folder = name(source.folder.path);
  facts.file = source.folder.spec_file ? name(*source.folder.spec_file) : facts.folder;
  facts.expected_cuda_file = name(source.folder.expected_cuda_path);
  facts.has_host = !source.folder.hosts.empty();
  facts.problems = source.problems;
  for (spec::Problem& problem : facts.problems) problem.where.file = name(problem.where.file);
  facts.spec = source.spec;
  if (source.folder.cuda_file) {
    facts.cuda_file = source.spec && source.spec->device_function ? facts.file : name(*source.folder.cuda_file);
    facts.has_entry = defines_kernel(source);
  }
  const auto files = scanned_files(source);
  facts.hash = source_hash_of(source, files, options.version);
  facts.parameters_key = key_of(source, files, options);
  for (const ScannedFile& file : files) {
    facts.files.push_back(name(file.path));
    if (!file.name.ends_with(".yaml"))
      for (std::string& line : opt_outs_in(file.text)) facts.opt_outs.push_back(std::move(line));
  }
  return facts;
}

void scan_parameters(const compile::KernelSource& source, const ScanOptions& options, bool only_cached,
                     KernelFacts& facts) {
  if (!source.spec || !source.problems.empty() || !facts.has_entry) return;
  const auto reading = cached_reading(source, facts.parameters_key, only_cached);
  if (!reading) return;
  facts.parameters = reading->parameters;
  facts.parameters_text = reading->text;
  const Place place = place_in(reading->text, source);
  facts.parameters_file = place.file.empty() ? facts.file : name_below(options.top, place.file);
  facts.parameters_line = place.line;
}

}  // namespace kparity::gate
