// Keeps compiled CUDA code on disk, through the cache that host files use too.
#include "cuda/code_cache.hpp"

#include <charconv>
#include <vector>

#include "kparity/cache.hpp"

namespace kparity::cuda {

namespace {

constexpr std::string_view format = "kparity cuda 1\n";

/// As "<length>\n<bytes>".
void append(std::string& out, std::string_view field) {
  out += std::to_string(field.size());
  out += '\n';
  out += field;
}

std::optional<std::string> next_field(std::string_view& rest) {
  std::size_t size = 0;
  const auto parsed = std::from_chars(rest.data(), rest.data() + rest.size(), size);
  if (parsed.ec != std::errc() || parsed.ptr == rest.data() + rest.size() || *parsed.ptr != '\n') return std::nullopt;
  rest.remove_prefix(static_cast<std::size_t>(parsed.ptr - rest.data()) + 1);
  if (rest.size() < size) return std::nullopt;
  std::string field(rest.substr(0, size));
  rest.remove_prefix(size);
  return field;
}

}  // namespace

std::string packed(const CompiledProgram& program) {
  std::string out(format);
  append(out, program.code);
  append(out, program.log);
  for (const std::string& symbol : program.symbols) append(out, symbol);
  return out;
}

std::optional<CompiledProgram> unpacked(std::string_view bytes) {
  if (!bytes.starts_with(format)) return std::nullopt;
  bytes.remove_prefix(format.size());
  CompiledProgram program;
  const auto code = next_field(bytes);
  const auto log = code ? next_field(bytes) : std::nullopt;
  if (!log) return std::nullopt;
  program.code = *code;
  program.log = *log;
  while (!bytes.empty()) {
    auto symbol = next_field(bytes);
    if (!symbol) return std::nullopt;
    program.symbols.push_back(std::move(*symbol));
  }
  return program;
}

CompiledProgram cached_program(const std::string& folder, const std::string& key,
                               const std::function<CompiledProgram()>& compile) {
  std::optional<CompiledProgram> made;
  const std::string bytes = cached_bytes_in(folder, key, ".cuda", [&] {
    made = compile();
    return packed(*made);
  });
  if (made) return std::move(*made);
  made = unpacked(bytes);
  return made ? std::move(*made) : compile();
}

}  // namespace kparity::cuda
