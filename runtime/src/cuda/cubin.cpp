// A CUBIN is an ELF file. `.nv.info.<kernel>` is a list of attributes of the kernel, `.nv.info` one of the module,
// whose entries name their kernel by its index in the symbol table.
#include "cuda/cubin.hpp"

#include <elf.h>

#include <cstring>

namespace kparity::cuda {

namespace {

using Bytes = std::string_view;

template <class T>
std::optional<T> read(Bytes bytes, std::size_t offset) {
  T value;
  if (offset > bytes.size() || bytes.size() - offset < sizeof value) return std::nullopt;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

/// The part of `bytes`, or nothing of it if it does not lie within.
Bytes part(Bytes bytes, std::size_t offset, std::size_t size) {
  if (offset > bytes.size() || bytes.size() - offset < size) return {};
  return bytes.substr(offset, size);
}

/// The characters up to a zero.
std::string_view string_at(Bytes strings, std::size_t offset) {
  if (offset >= strings.size()) return {};
  return strings.substr(offset, strings.substr(offset).find('\0'));
}

struct Section {
  std::string_view name;
  std::size_t size;  // as it says; `contents` is empty for a section without contents
  Bytes contents;
  std::uint32_t link;
};

std::vector<Section> sections_of(Bytes code) {
  const auto header = read<Elf64_Ehdr>(code, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64) {
    return {};
  }
  std::vector<Elf64_Shdr> headers;
  for (std::size_t i = 0; i < header->e_shnum; ++i) {
    const auto section = read<Elf64_Shdr>(code, header->e_shoff + i * sizeof(Elf64_Shdr));
    if (!section) return {};
    headers.push_back(*section);
  }
  if (header->e_shstrndx >= headers.size()) return {};
  const Bytes names = part(code, headers[header->e_shstrndx].sh_offset, headers[header->e_shstrndx].sh_size);
  std::vector<Section> out;
  for (const Elf64_Shdr& h : headers) {
    const Bytes contents = h.sh_type == SHT_NOBITS ? Bytes() : part(code, h.sh_offset, h.sh_size);
    out.push_back({string_at(names, h.sh_name), h.sh_size, contents, h.sh_link});
  }
  return out;
}

const Section* find(const std::vector<Section>& sections, const std::string& name) {
  for (const Section& section : sections) {
    if (section.name == name) return &section;
  }
  return nullptr;
}

std::optional<std::uint32_t> symbol_index(const std::vector<Section>& sections, std::string_view name) {
  const Section* table = find(sections, ".symtab");
  if (table == nullptr || table->link >= sections.size()) return std::nullopt;
  for (std::uint32_t i = 0;; ++i) {
    const auto symbol = read<Elf64_Sym>(table->contents, i * sizeof(Elf64_Sym));
    if (!symbol) return std::nullopt;
    if (string_at(sections[table->link].contents, symbol->st_name) == name) return i;
  }
}

enum Attribute : unsigned char { max_threads = 0x05, frame_size = 0x11, parameter = 0x17, register_count = 0x2f };
constexpr unsigned char with_contents = 4;  // the other formats hold their value in two bytes

/// Calls `f(attribute, contents)` for each attribute that has contents.
template <class F>
void for_each_attribute(Bytes info, F f) {
  for (std::size_t at = 0; info.size() - at >= 4;) {
    const auto format = static_cast<unsigned char>(info[at]);
    const auto attribute = static_cast<unsigned char>(info[at + 1]);
    const std::size_t size = format == with_contents ? *read<std::uint16_t>(info, at + 2) : 0;
    if (info.size() - at - 4 < size) return;
    if (format == with_contents) f(attribute, info.substr(at + 4, size));
    at += 4 + size;
  }
}

void read_parameter(Bytes contents, std::vector<CudaParameter>& parameters) {
  const auto ordinal = read<std::uint16_t>(contents, 4);
  const auto offset = read<std::uint16_t>(contents, 6);
  const auto packed = read<std::uint32_t>(contents, 8);
  if (!ordinal || !offset || !packed) return;
  if (parameters.size() <= *ordinal) parameters.resize(*ordinal + std::size_t{1});
  constexpr unsigned size_shift = 18;
  parameters[*ordinal] = {*offset, *packed >> size_shift};
}

void read_kernel_info(Bytes info, CudaKernelFacts& facts) {
  for_each_attribute(info, [&](unsigned char attribute, Bytes contents) {
    if (attribute == Attribute::parameter) read_parameter(contents, facts.parameters);
    if (attribute != Attribute::max_threads) return;
    const auto x = read<std::uint32_t>(contents, 0);
    const auto y = read<std::uint32_t>(contents, 4);
    const auto z = read<std::uint32_t>(contents, 8);
    if (x && y && z) facts.max_threads = *x * *y * *z;
  });
}

/// What the module says about a kernel: a number behind its symbol. 0 if it says nothing.
unsigned module_number(Bytes info, std::uint32_t symbol, Attribute wanted) {
  unsigned number = 0;
  for_each_attribute(info, [&](unsigned char attribute, Bytes contents) {
    if (attribute != wanted || read<std::uint32_t>(contents, 0) != symbol) return;
    number = read<std::uint32_t>(contents, 4).value_or(0);
  });
  return number;
}

/// Since sm_90 the first kilobyte of a kernel's shared memory belongs to the system and is counted in the section.
std::size_t static_shared_memory_of(const std::vector<Section>& sections, const std::string& symbol) {
  constexpr std::size_t reserved = 1024;
  const Section* shared = find(sections, ".nv.shared." + symbol);
  if (shared == nullptr) return 0;
  const bool has_reserved = find(sections, ".nv.shared.reserved.0") != nullptr && shared->size >= reserved;
  return shared->size - (has_reserved ? reserved : 0);
}

std::string bytes_at(const CudaParameter& parameter) {
  return std::to_string(parameter.size) + " bytes at offset " + std::to_string(parameter.offset);
}

/// Where the C rules put the parameters of a function.
std::vector<CudaParameter> expected_parameters(const Signature& signature) {
  std::vector<CudaParameter> out;
  std::size_t end = 0;
  for (const Parameter& p : signature.parameters) {
    const std::size_t alignment = align_of(p);
    end = (end + alignment - 1) / alignment * alignment;
    out.push_back({end, size_of(p)});
    end += size_of(p);
  }
  return out;
}

}  // namespace

std::optional<CudaKernelFacts> kernel_facts(std::string_view code, const std::string& symbol) {
  const std::vector<Section> sections = sections_of(code);
  const Section* info = find(sections, ".nv.info." + symbol);
  if (info == nullptr) return std::nullopt;
  CudaKernelFacts facts;
  facts.symbol = symbol;
  read_kernel_info(info->contents, facts);
  const Section* module = find(sections, ".nv.info");
  const auto index = symbol_index(sections, symbol);
  if (module != nullptr && index) {
    facts.registers = module_number(module->contents, *index, Attribute::register_count);
    facts.local_memory = module_number(module->contents, *index, Attribute::frame_size);
  }
  facts.static_shared_memory = static_shared_memory_of(sections, symbol);
  return facts;
}

std::string difference(const CudaKernelFacts& facts, const Signature& signature) {
  const std::vector<CudaParameter> expected = expected_parameters(signature);
  if (facts.parameters.size() != expected.size()) {
    return "the compiled code takes " + std::to_string(facts.parameters.size()) + " parameters, the signature has " +
           std::to_string(expected.size());
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (facts.parameters[i] == expected[i]) continue;
    return "parameter " + std::to_string(i) + " '" + signature.parameters[i].name + "' has " +
           bytes_at(facts.parameters[i]) + " in the compiled code, but " + c_type(signature.parameters[i]) +
           " in the signature means " + bytes_at(expected[i]);
  }
  return "";
}

std::string beyond_limits(const CudaKernelFacts& facts) {
  constexpr unsigned most_threads = 1024;
  if (facts.max_threads <= most_threads) return "";
  return "its __launch_bounds__ of " + std::to_string(facts.max_threads) + " is more than any device allows (1024)";
}

}  // namespace kparity::cuda
