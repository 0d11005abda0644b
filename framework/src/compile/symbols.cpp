// Runs the symboliser that comes with the compiler. Its process costs milliseconds, but only for places that are
// reported.
#include "kparity/compile/symbols.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "kparity/compile/compiler.hpp"

namespace kparity::compile {

namespace {

/// What a program prints, empty if it cannot be started or fails.
std::string output_of(const std::vector<std::string>& command) {
  try {
    const ProcessResult result = run_process(command);
    return result.exit_code == 0 ? result.output : "";
  } catch (const RuntimeFailure&) {
    return "";
  }
}

SourcePlace innermost(const std::vector<SourcePlace>& frames, const std::vector<std::string>& prelude) {
  for (const SourcePlace& frame : frames) {
    const bool in_prelude = std::any_of(prelude.begin(), prelude.end(), [&](const std::string& part) {
      return frame.file.find(part) != std::string::npos;
    });
    if (!in_prelude) return frame;
  }
  return frames.empty() ? SourcePlace{} : frames.front();
}

}  // namespace

std::string indexed_name(std::string_view line, unsigned column) {
  const auto is_of_name = [&](std::size_t at) {
    return std::isalnum(static_cast<unsigned char>(line[at])) || line[at] == '_';
  };
  if (column == 0 || column > line.size()) return "";
  std::size_t bracket = column - 1;  // where an index begins
  if (line[bracket] != ']') {
    bracket = line.find('[', bracket);
    if (bracket == std::string_view::npos) return "";
  } else {
    for (int depth = 0; bracket > 0; --bracket) {
      depth += line[bracket] == ']' ? 1 : line[bracket] == '[' ? -1 : 0;
      if (depth == 0 && line[bracket - 1] != ']') break;
    }
  }
  std::size_t begin = bracket;
  while (begin > 0 && is_of_name(begin - 1)) --begin;
  return std::string(line.substr(begin, bracket - begin));
}

std::string line_of(const std::string& file, unsigned number) {
  std::ifstream in(file);
  std::string line;
  while (number > 0 && std::getline(in, line)) --number;
  return number == 0 ? line : "";
}

std::vector<SourcePlace> parse_frames(const std::string& output) {
  std::vector<SourcePlace> frames;
  for (std::size_t begin = 0; begin < output.size();) {
    const std::size_t end = std::min(output.find('\n', begin), output.size());
    std::string line = output.substr(begin, end - begin);
    begin = end + 1;
    line = line.substr(0, line.find(" (discriminator"));
    const std::size_t colon = line.rfind(':');
    if (colon == std::string::npos || colon == 0 || line.starts_with("??")) continue;
    const auto number = static_cast<unsigned>(std::strtoul(line.c_str() + colon + 1, nullptr, 10));
    if (number != 0) frames.push_back({line.substr(0, colon), number});
  }
  return frames;
}

const SourcePlace& Symbols::at(std::uintptr_t address) {
  const auto [entry, is_new] = known_.try_emplace(address);
  SourcePlace& place = entry->second;
  if (!is_new) return place;
  Dl_info library{};
  if (dladdr(reinterpret_cast<void*>(address), &library) == 0 || library.dli_fname == nullptr) return place;
  // Both compilers make position-independent code by default, whose addresses count from where it was loaded.
  std::array<char, 32> offset{};
  std::snprintf(offset.data(), offset.size(), "0x%zx",
                static_cast<std::size_t>(address - reinterpret_cast<std::uintptr_t>(library.dli_fbase)));
  const std::string file = library.dli_fname;
  std::vector<SourcePlace> frames = parse_frames(output_of({"addr2line", "-i", "-e", file, offset.data()}));
  if (frames.empty()) {
    frames = parse_frames(output_of(
        {"llvm-symbolizer", "--output-style=GNU", "--functions=none", "--inlines", "-e", file, offset.data()}));
  }
  place = innermost(frames, prelude_);
  if (place.file.empty()) place.file = file;
  return place;
}

}  // namespace kparity::compile
