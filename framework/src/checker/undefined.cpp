// The functions that code compiled with -fsanitize=shift and its kin calls when it meets undefined behaviour, answered
// by the engine whose launch runs. The linker gives the calls of a kernel these names (link_flags), so that a program
// with the sanitizer's own runtime keeps that for itself. Data as gcc 12 and clang 14 and later pass it.
#include <array>
#include <bit>
#include <charconv>
#include <cstring>

#include "engine.hpp"
#include "kparity/checker/checker.hpp"
#include "kparity/compile/symbols.hpp"

namespace kparity::checker {

void answer_undefined_behaviour() {}

namespace {

/// A value of at most 64 bits, or the address of a larger one.
using Value = std::uintptr_t;

struct Location {
  const char* file;
  std::uint32_t line, column;
};

struct Type {
  std::uint16_t kind, info;
  char name[1];  // with quotes: "'int'"
};

constexpr std::uint16_t kind_integer = 0, kind_float = 1;

struct TypedData {  // of overflows, shifts, indices, invalid values
  Location where;
  const Type* type;
  const Type* other;  // of a shift: of the distance; of an index: of the index
};

struct MismatchData {
  Location where;
  const Type* type;
  unsigned char log_alignment, access;
};

struct CastData {
  const Type *from, *to;
};

bool is_signed(const Type& type) {
  return type.kind == kind_integer && (type.info & 1) != 0;
}

unsigned bits_of(const Type& type) {
  return type.kind == kind_integer ? 1u << (type.info >> 1) : type.info;
}

template <class T>
std::string shortest(T value) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

std::int64_t signed_value(const Type& type, Value value) {
  const unsigned unused = 64 - bits_of(type);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << unused) >> unused;
}

std::string text_of(const Type& type, Value value) {
  const unsigned bits = bits_of(type);
  if (type.kind == kind_float && bits == 32) return shortest(std::bit_cast<float>(static_cast<std::uint32_t>(value)));
  if (type.kind == kind_float && bits == 64) return shortest(std::bit_cast<double>(static_cast<std::uint64_t>(value)));
  if (type.kind != kind_integer || bits > 64) return "a value";
  return is_signed(type) ? shortest(signed_value(type, value)) : shortest(static_cast<std::uint64_t>(value));
}

std::uintptr_t number(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

KparitySite site_of(const Location& where) {
  return {where.file, where.line, where.column};
}

/// The kernel goes on with whatever its processor makes of it.
void report(const Location& where, const void* code, std::string text) {
  if (Engine* engine = Engine::running)
    engine->undefined({.site = site_of(where), .code = number(code), .text = std::move(text)});
}

/// The launch ends: what follows would be a crash or a stray write.
void report_and_end(const Location& where, const void* code, std::string text) {
  if (Engine* engine = Engine::running)
    engine->undefined({.site = site_of(where), .code = number(code), .text = std::move(text), .ends = true});
}

void overflow(const TypedData& data, Value left, const char* sign, Value right, const void* code) {
  report(data.where, code,
         text_of(*data.type, left) + sign + text_of(*data.type, right) + " does not fit " + data.type->name);
}

const char* access_text(unsigned char access) {
  static constexpr const char* texts[] = {"read of", "write of", "reference to", "access to a member of",
                                          "call of a member of"};
  return access < std::size(texts) ? texts[access] : "use of";
}

/// gcc leaves out where a cast is; a file's name does not begin like the description of a type.
bool has_location(const void* data) {
  const unsigned char* first = nullptr;
  std::memcpy(&first, data, sizeof first);
  return first[0] + first[1] >= 2 && first[0] != 0xff && first[1] != 0xff;
}

}  // namespace

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" {

void __wrap___ubsan_handle_add_overflow(const TypedData* data, Value left, Value right) {
  overflow(*data, left, " + ", right, __builtin_return_address(0));
}
void __wrap___ubsan_handle_sub_overflow(const TypedData* data, Value left, Value right) {
  overflow(*data, left, " - ", right, __builtin_return_address(0));
}
void __wrap___ubsan_handle_mul_overflow(const TypedData* data, Value left, Value right) {
  overflow(*data, left, " * ", right, __builtin_return_address(0));
}
void __wrap___ubsan_handle_negate_overflow(const TypedData* data, Value value) {
  report(data->where, __builtin_return_address(0),
         "-(" + text_of(*data->type, value) + ") does not fit " + data->type->name);
}
void __wrap___ubsan_handle_divrem_overflow(const TypedData* data, Value left, Value right) {
  const bool by_zero = !is_signed(*data->type) || signed_value(*data->type, right) != -1;
  report_and_end(data->where, __builtin_return_address(0),
                 by_zero ? text_of(*data->type, left) + " divided by zero"
                         : text_of(*data->type, left) + " / -1 does not fit " + data->type->name);
}
void __wrap___ubsan_handle_shift_out_of_bounds(const TypedData* data, Value left, Value distance) {
  std::string text = text_of(*data->type, left) + " shifted by " + text_of(*data->other, distance);
  const bool negative = is_signed(*data->other) && signed_value(*data->other, distance) < 0;
  if (negative || distance >= bits_of(*data->type))
    text += ", where " + std::string(data->type->name) + " has " + std::to_string(bits_of(*data->type)) + " bits";
  report(data->where, __builtin_return_address(0), text);
}
void __wrap___ubsan_handle_out_of_bounds(const TypedData* data, Value index) {
  const Location& where = data->where;
  const std::string name =
      where.file == nullptr ? "" : compile::indexed_name(compile::line_of(where.file, where.line), where.column);
  if (Engine* engine = Engine::running)
    engine->undefined({.kind = kparity_finding_bounds,
                       .site = site_of(where),
                       .code = number(__builtin_return_address(0)),
                       .text = "index " + text_of(*data->other, index) + (name.empty() ? "" : " of `" + name + "`") +
                               " is outside of " + data->type->name,
                       .array = name,
                       .ends = true});
}
void __wrap___ubsan_handle_builtin_unreachable(const Location* where) {
  report_and_end(*where, __builtin_return_address(0), "a place that was said to be unreachable was reached");
}
void __wrap___ubsan_handle_missing_return(const Location* where) {
  report_and_end(*where, __builtin_return_address(0), "a function ended without the value it has to return");
}
void __wrap___ubsan_handle_invalid_builtin(const Location* where) {
  report(*where, __builtin_return_address(0),
         "the zeros of 0 were counted with a compiler's builtin, which has no answer");
}
void __wrap___ubsan_handle_load_invalid_value(const TypedData* data, Value value) {
  report(data->where, __builtin_return_address(0), text_of(*data->type, value) + " was read as " + data->type->name);
}
void __wrap___ubsan_handle_float_cast_overflow(const void* data, Value value) {
  Location where{};
  CastData cast{};
  const bool located = has_location(data);
  if (located) std::memcpy(&where, data, sizeof where);
  std::memcpy(&cast, static_cast<const char*>(data) + (located ? sizeof where : 0), sizeof cast);
  report(where, __builtin_return_address(0),
         text_of(*cast.from, value) + " does not fit " + cast.to->name +
             ", and processors differ in what they make of it");
}
void __wrap___ubsan_handle_type_mismatch_v1(const MismatchData* data, Value address) {
  Engine* engine = Engine::running;
  if (engine == nullptr) return;
  engine->undefined({.site = site_of(data->where),
                     .code = number(__builtin_return_address(0)),
                     .text = std::string(access_text(data->access)) + " " + data->type->name,
                     .behind = "whose address is no multiple of " + std::to_string(1u << data->log_alignment),
                     .address = address,
                     .ends = true});
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

}  // namespace kparity::checker
