// Shared options. Every value is checked here, so that a verb sees only valid ones.
#include "options.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <random>
#include <thread>

#include "kparity/error.hpp"

namespace kparity::tool {

void add_output_options(CLI::App& verb, OutputOptions& options, const std::vector<std::string>& formats) {
  verb.add_option("--format", options.format, "how to write the result")
      ->check(CLI::IsMember(formats))
      ->capture_default_str();
  verb.add_option("--output", options.file, "write to this file instead of standard output");
  verb.add_option("--color", options.color, "colours in text")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
}

Output::Output(const OutputOptions& options) : options_(options) {
  if (options_.file.empty()) {
    terminal_ = ::isatty(STDOUT_FILENO) != 0;
    return;
  }
  auto file = std::make_unique<std::ofstream>(options_.file);
  if (!*file)
    throw InvalidArgument(fmt::format("cannot write to '{}' (--output): {}", options_.file, std::strerror(errno)));
  file_ = std::move(file);
}

std::ostream& Output::stream() {
  return file_ ? *file_ : std::cout;
}

report::Style Output::style(bool strict) const {
  const char* const no_color = std::getenv("NO_COLOR");  // an empty value asks for nothing (no-color.org)
  const bool wanted = (no_color == nullptr || *no_color == '\0') && terminal_;
  report::Style style{.color = options_.color == "always" || (options_.color == "auto" && wanted), .strict = strict};
  winsize window{};
  if (terminal_ && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col >= 40) style.width = window.ws_col;
  constexpr unsigned narrowest = 40;
  if (const char* const text = std::getenv("COLUMNS")) {
    unsigned columns = 0;
    const char* const end = text + std::strlen(text);
    if (const auto parsed = std::from_chars(text, end, columns); parsed.ptr == end && columns >= narrowest)
      style.width = columns;
  }
  return style;
}

void Output::close() {
  stream().flush();
  if (!stream())
    throw RuntimeFailure(fmt::format("could not write all of {}",
                                     options_.file.empty() ? "standard output" : "'" + options_.file + "'"));
}

void add_selection(CLI::App& verb, SelectionOptions& options, const BuiltIn* built_in) {
  if (built_in != nullptr) {
    verb.add_option("kernels", options.words, "the kernels to work on; all if none is named");
  } else {
    verb.add_option(
        "folder-and-kernels", options.words,
        "a folder of kernel folders, or one kernel folder (default: the current folder), then kernels to work on");
  }
}

void resolve_selection(SelectionOptions& options, const BuiltIn* built_in) {
  if (built_in != nullptr) {
    options.kernels = options.words;
    return;
  }
  if (options.words.empty()) return;
  options.root = options.words.front();
  options.kernels.assign(options.words.begin() + 1, options.words.end());
}

void add_jobs(CLI::App& verb, unsigned& jobs) {
  jobs = std::max(1u, std::thread::hardware_concurrency());
  verb.add_option("--jobs", jobs, "child processes and compilers at a time")
      ->check(CLI::Range(1u, 1024u))
      ->capture_default_str();
}

std::uint64_t parse_seed(const std::string& text) {
  if (text == "random") {
    std::random_device device;
    return (std::uint64_t{device()} << 32) | device();
  }
  std::string_view digits = text;
  int base = 10;
  if (digits.starts_with("0x")) {
    digits.remove_prefix(2);
    base = 16;
  }
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seed, base);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size())
    throw InvalidArgument(
        fmt::format("--seed takes a whole number below 2^64, decimal or 0x..., or 'random'; not '{}'", text));
  return seed;
}

}  // namespace kparity::tool
