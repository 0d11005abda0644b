// Reads the symbol table of an ELF file, which describes all variables with names and sizes.
#include "static_variables.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>

#include "kparity/compile/files.hpp"
#include "kparity/error.hpp"

namespace kparity::emulate {

namespace {

/// `count` values of type T that lie `offset` bytes into the file; none if the file is too short.
template <class T>
std::vector<T> values_at(std::string_view file, std::size_t offset, std::size_t count) {
  std::vector<T> out;
  if (offset > file.size() || count > (file.size() - offset) / sizeof(T)) return out;
  out.resize(count);
  std::memcpy(out.data(), file.data() + offset, count * sizeof(T));
  return out;
}

std::string text_at(std::string_view file, std::size_t offset) {
  if (offset >= file.size()) return "";
  const std::string_view rest = file.substr(offset);
  return std::string(rest.substr(0, rest.find('\0')));
}

/// Where variables live that can be written; what the loader alone writes is elsewhere.
bool holds_variables(const std::string& section) {
  return section == ".data" || section == ".bss";
}

/// Where the last part of a qualified name begins: behind the last "::" outside all brackets.
std::size_t last_part(std::string_view name) {
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 1;) {
    depth += name[i] == ')' || name[i] == '>' ? 1 : name[i] == '(' || name[i] == '<' ? -1 : 0;
    if (depth == 0 && name[i] == ':' && name[i - 1] == ':') return i + 1;
  }
  return 0;
}

}  // namespace

std::string source_name(const std::string& symbol) {
  const bool is_the_emulations = symbol.find("kparity_") != std::string::npos;
  const bool is_the_compilers =
      symbol.starts_with("__") || symbol.starts_with("_ZGV") || symbol.starts_with("completed.");
  if (is_the_emulations || is_the_compilers) return "";
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> readable(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  if (readable == nullptr) return symbol.substr(0, symbol.find('.'));  // GCC numbers equal names: "count.0"
  std::string name = readable.get();
  if (symbol.starts_with("_ZZ")) return name.substr(last_part(name));
  static constexpr std::string_view unnamed = "(anonymous namespace)::";
  for (std::size_t at = name.find(unnamed); at != std::string::npos; at = name.find(unnamed))
    name.erase(at, unnamed.size());
  return name;
}

std::vector<StaticVariable> static_variables(const void* inside) {
  Dl_info library{};
  if (::dladdr(inside, &library) == 0 || library.dli_fname == nullptr) return {};
  std::string file;
  try {
    file = compile::read_file(library.dli_fname);
  } catch (const RuntimeFailure&) {
    return {};  // then these variables stay unchecked
  }
  const auto headers = values_at<Elf64_Ehdr>(file, 0, 1);
  if (headers.empty() || !file.starts_with(std::string_view(ELFMAG, SELFMAG))) return {};
  const auto sections = values_at<Elf64_Shdr>(file, headers[0].e_shoff, headers[0].e_shnum);
  if (headers[0].e_shstrndx >= sections.size()) return {};
  const std::size_t section_names = sections[headers[0].e_shstrndx].sh_offset;
  std::vector<bool> is_ours;
  for (const Elf64_Shdr& section : sections)
    is_ours.push_back(holds_variables(text_at(file, section_names + section.sh_name)));

  std::vector<StaticVariable> out;
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
    const std::size_t names = sections[section.sh_link].sh_offset;
    for (const Elf64_Sym& symbol : values_at<Elf64_Sym>(file, section.sh_offset, section.sh_size / sizeof(Elf64_Sym))) {
      if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_size == 0) continue;
      if (symbol.st_shndx >= is_ours.size() || !is_ours[symbol.st_shndx]) continue;
      std::string name = source_name(text_at(file, names + symbol.st_name));
      if (name.empty()) continue;
      out.push_back({std::move(name), static_cast<const char*>(library.dli_fbase) + symbol.st_value, symbol.st_size});
    }
  }
  return out;
}

}  // namespace kparity::emulate
