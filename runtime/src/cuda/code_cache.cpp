// Keeps compiled CUDA code on disk, through the cache that host files use too.
#include "cuda/code_cache.hpp"

#include <atomic>
#include <charconv>
#include <vector>

#include "kparity/cache.hpp"
#include "kparity/error.hpp"
#include "kparity/files.hpp"
#include "kparity/warning.hpp"

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

void warn_once(const std::string& reason) {
  static std::atomic_flag warned = ATOMIC_FLAG_INIT;
  if (warned.test_and_set()) return;
  warn("compiled CUDA code cannot be kept in the cache, so it will be compiled again next time: " + reason);
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
  if (folder.empty()) return compile();
  std::optional<CompiledProgram> made;
  try {
    const std::string file = cached_file_in(folder, key, ".cuda", [&](const std::string& path) {
      made = compile();
      write_if_changed(path, packed(*made));
    });
    // What was just made is not read back: on a network folder it may not be there yet.
    if (!made) made = unpacked(read_file(file));
  } catch (const CompileFailure&) {
    throw;
  } catch (const Error& error) {
    warn_once(error.what());
  }
  return made ? std::move(*made) : compile();
}

}  // namespace kparity::cuda
