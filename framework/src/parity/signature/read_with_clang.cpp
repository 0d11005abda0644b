// Reads C++ and CUDA declarations with libclang. Clang replaces an unknown type by int and goes on, so a declaration
// counts as known only if no error lies inside it or inside a type that it uses.
#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

#include "signature/cuda_prelude.hpp"
#include "signature/declaration.hpp"

namespace kparity::parity::signature {

namespace {

using namespace clang;

constexpr const char* layout_prefix = "kparity_layout_";
constexpr const char* prelude_name = "/kparity/cuda_prelude.cuh";  // exists only in memory

struct Position {
  File file = nullptr;
  unsigned line = 0, offset = 0;
};

struct CompilerError {
  Position position;
  std::string message;
  bool missing_system_header = false;  // an #include <...> that was not found
};

/// A declaration that was found, with its identity: a forward declaration and its definition are one function.
struct Found {
  Cursor identity;
  Declaration declaration;
};

/// One parsed file and what is collected from it.
struct Reading {
  const Libclang& clang;
  Unit unit;
  std::string function;
  Language language;
  std::vector<CompilerError> errors;
  std::vector<Found> found;
  std::vector<Found> in_namespaces;  // usable only after a using declaration
  bool using_declaration = false;
  std::string near_miss;
  bool wants_kernel = true;                                      // of a CUDA file; else a function of a header
  std::vector<std::pair<std::string, long long>> layout_values;  // of the enumerators of layout_text()
};

Position position(const Libclang& clang, Location location) {
  Position at;
  unsigned column = 0;
  clang.getExpansionLocation(location, &at.file, &at.line, &column, &at.offset);
  return at;
}

std::string file_name(const Libclang& clang, File file) {
  return file ? std::filesystem::path(clang.text(clang.getFileName(file))).filename().string() : std::string();
}

std::string describe(const Libclang& clang, const CompilerError& error) {
  const std::string file = file_name(clang, error.position.file);
  return file.empty() ? error.message : fmt::format("{}:{}: {}", file, error.position.line, error.message);
}

std::string_view contents(const Libclang& clang, Unit unit, File file) {
  std::size_t size = 0;
  const char* text = file ? clang.getFileContents(unit, file, &size) : nullptr;
  return text ? std::string_view(text, size) : std::string_view();
}

CompilerError compiler_error(const Libclang& clang, Unit unit, Diagnostic diagnostic) {
  CompilerError error{position(clang, clang.getDiagnosticLocation(diagnostic)),
                      clang.text(clang.getDiagnosticSpelling(diagnostic))};
  const std::string_view text = contents(clang, unit, error.position.file);
  error.missing_system_header = error.message.ends_with("' file not found") && error.position.offset < text.size() &&
                                text[error.position.offset] == '<';
  return error;
}

/// Declarations behind a file that make the compiler compute sizes and offsets. One enumeration each, so that a field
/// that is missing spoils nothing else.
std::string layout_text(const std::vector<StructureQuestion>& structures) {
  std::string text;
  const auto ask = [&](std::size_t structure, const std::string& what, const std::string& expression) {
    text += fmt::format("\nenum {{ {}{}_{} = {} }};", layout_prefix, structure, what, expression);
  };
  for (std::size_t i = 0; i < structures.size(); ++i) {
    const StructureQuestion& structure = structures[i];
    ask(i, "size", fmt::format("sizeof({})", structure.type));
    for (std::size_t f = 0; f < structure.fields.size(); ++f) {
      const std::string& field = structure.fields[f];
      ask(i, fmt::format("offset_{}", f), fmt::format("__builtin_offsetof({}, {})", structure.type, field));
      ask(i, fmt::format("size_{}", f), fmt::format("sizeof({}::{})", structure.type, field));
    }
  }
  return text.empty() ? text : text + "\n";
}

/// Errors at or behind `end` of the main file are about the questions of layout_text().
std::vector<CompilerError> errors_of(const Libclang& clang, Unit unit, const std::string& main_file, std::size_t end) {
  std::vector<CompilerError> errors;
  for (unsigned i = 0; i < clang.getNumDiagnostics(unit); ++i) {
    Diagnostic diagnostic = clang.getDiagnostic(unit, i);
    if (clang.getDiagnosticSeverity(diagnostic) >= error_severity) {
      CompilerError error = compiler_error(clang, unit, diagnostic);
      const bool about_layout = error.position.offset >= end && error.position.file != nullptr &&
                                clang.text(clang.getFileName(error.position.file)) == main_file;
      if (!about_layout) errors.push_back(std::move(error));
    }
    clang.disposeDiagnostic(diagnostic);
  }
  return errors;
}

/// The first error inside the text of `cursor`, or null.
const CompilerError* error_inside(const Reading& reading, Cursor cursor) {
  const Range extent = reading.clang.getCursorExtent(cursor);
  const Position begin = position(reading.clang, reading.clang.getRangeStart(extent));
  const Position end = position(reading.clang, reading.clang.getRangeEnd(extent));
  for (const CompilerError& error : reading.errors) {
    const bool inside = error.position.file == begin.file && error.position.file != nullptr &&
                        begin.offset <= error.position.offset && error.position.offset <= end.offset;
    if (inside) return &error;
  }
  return nullptr;
}

template <class Visit>
void for_each_child(const Libclang& clang, Cursor cursor, Visit visit) {
  clang.visitChildren(
      cursor,
      [](Cursor child, Cursor, void* data) {
        (*static_cast<Visit*>(data))(child);
        return visit_continue;
      },
      &visit);
}

std::vector<Cursor> children(const Libclang& clang, Cursor cursor, int kind) {
  std::vector<Cursor> result;
  for_each_child(clang, cursor, [&](Cursor child) {
    if (child.kind == kind) result.push_back(child);
  });
  return result;
}

std::vector<std::string> type_parameters(const Libclang& clang, Cursor cursor) {
  std::vector<std::string> names;
  for (Cursor parameter : children(clang, cursor, template_type_parameter)) {
    names.push_back(clang.text(clang.getCursorSpelling(parameter)));
  }
  return names;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// Clang's spelling of a canonical, unqualified type, with the names of type parameters instead of their numbers.
std::string base_text(std::string text, const std::vector<std::string>& type_parameters) {
  for (const std::string_view qualifier : {"const ", "struct ", "class "}) {
    if (text.starts_with(qualifier)) text.erase(0, qualifier.size());
  }
  for (std::size_t i = type_parameters.size(); i-- > 0;) {
    replace_all(text, fmt::format("type-parameter-0-{}", i), type_parameters[i]);
  }
  replace_all(text, "(anonymous namespace)::", "");
  return text;
}

/// The type that a pointer, or an array parameter, points at; kind 0 for others.
Type pointee(const Libclang& clang, Type canonical) {
  switch (canonical.kind) {
    case pointer_type: return clang.getCanonicalType(clang.getPointeeType(canonical));
    case constant_array_type:
    case incomplete_array_type:
    case variable_array_type:
    case dependent_array_type: return clang.getCanonicalType(clang.getArrayElementType(canonical));
    default: return Type{};
  }
}

DeclaredType declared_type(const Libclang& clang, Type type, const std::vector<std::string>& type_parameters) {
  DeclaredType result;
  Type canonical = clang.getCanonicalType(type);
  if (canonical.kind == lvalue_reference_type || canonical.kind == rvalue_reference_type) {
    result.reference = true;
    canonical = clang.getCanonicalType(clang.getPointeeType(canonical));
    result.is_const = clang.isConstQualifiedType(canonical) != 0;
  }
  if (const Type target = pointee(clang, canonical); target.kind != 0 && !result.reference) {
    result.pointer = true;
    canonical = target;
    result.is_const = clang.isConstQualifiedType(canonical) != 0;
  }
  result.base = base_text(clang.text(clang.getTypeSpelling(canonical)), type_parameters);
  return result;
}

/// The declaration of the structure behind `type`, or its template; kind 0 if there is none.
Cursor structure_declaration(const Libclang& clang, Type type) {
  Cursor declaration = clang.getTypeDeclaration(clang.getCanonicalType(type));
  const Cursor pattern = clang.getSpecializedCursorTemplate(declaration);
  return children(clang, declaration, field_declaration).empty() && !children(clang, pattern, field_declaration).empty()
             ? pattern
             : declaration;
}

void read_fields(const Libclang& clang, Type type, DeclaredParameter& parameter) {
  const Cursor structure = structure_declaration(clang, type);
  parameter.structure_parameters = type_parameters(clang, structure);
  for (Cursor field : children(clang, structure, field_declaration)) {
    DeclaredParameter read;
    read.name = clang.text(clang.getCursorSpelling(field));
    read.type = declared_type(clang, clang.getCursorType(field), parameter.structure_parameters);
    parameter.fields.push_back(std::move(read));
  }
}

/// The first error inside a type alias or structure that `type` is made from: such a type may stand for anything.
const CompilerError* error_behind(const Reading& reading, Type type) {
  const Libclang& clang = reading.clang;
  for (int depth = 0; depth < 64; ++depth) {
    switch (type.kind) {
      case pointer_type:
      case lvalue_reference_type:
      case rvalue_reference_type: type = clang.getPointeeType(type); break;
      case elaborated_type: type = clang.Type_getNamedType(type); break;
      case typedef_type: {
        const Cursor alias = clang.getTypeDeclaration(type);
        if (const CompilerError* error = error_inside(reading, alias)) return error;
        type = clang.getTypedefDeclUnderlyingType(alias);
        break;
      }
      default: return error_inside(reading, structure_declaration(clang, type));
    }
  }
  return nullptr;
}

std::string why_unknown(const Reading& reading, Cursor function, const std::vector<Cursor>& parameters) {
  if (const CompilerError* error = error_inside(reading, function)) return describe(reading.clang, *error);
  for (Cursor parameter : parameters) {
    const CompilerError* error = error_behind(reading, reading.clang.getCursorType(parameter));
    if (error) return describe(reading.clang, *error);
  }
  const auto invalid = [&](Cursor cursor) { return reading.clang.isInvalidDeclaration(cursor) != 0; };
  if (invalid(function) || std::any_of(parameters.begin(), parameters.end(), invalid)) {
    return reading.errors.empty() ? "the declaration is invalid" : describe(reading.clang, reading.errors.front());
  }
  return "";
}

Declaration read_declaration(const Reading& reading, Cursor function) {
  const Libclang& clang = reading.clang;
  Declaration declaration;
  declaration.line = static_cast<int>(position(clang, clang.getCursorLocation(function)).line);
  declaration.type_parameters = type_parameters(clang, function);
  declaration.returns = clang.text(clang.getTypeSpelling(clang.getResultType(clang.getCursorType(function))));
  const std::vector<Cursor> parameters = children(clang, function, parameter_declaration);
  for (Cursor cursor : parameters) {
    DeclaredParameter parameter;
    const Type type = clang.getCursorType(cursor);
    parameter.name = clang.text(clang.getCursorSpelling(cursor));
    parameter.type = declared_type(clang, type, declaration.type_parameters);
    if (!parameter.type.pointer && !parameter.type.reference) read_fields(clang, type, parameter);
    declaration.parameters.push_back(std::move(parameter));
  }
  declaration.unknown = why_unknown(reading, function, parameters);
  return declaration;
}

/// Where the text goes on after white space and comments.
std::string_view skip_blanks(std::string_view text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const std::string_view end = text.starts_with("//") ? "\n" : text.starts_with("/*") ? "*/" : "";
    if (end.empty()) return text;
    text.remove_prefix(std::min(std::min(text.find(end, 2), text.size()) + end.size(), text.size()));
  }
}

/// Whether a body follows. Libclang itself knows no definitions when it skips bodies.
bool is_definition(const Reading& reading, Cursor function) {
  const Position end = position(reading.clang, reading.clang.getRangeEnd(reading.clang.getCursorExtent(function)));
  const std::string_view text = contents(reading.clang, reading.unit, end.file);
  return end.offset <= text.size() && skip_blanks(text.substr(end.offset)).starts_with('{');
}

bool in_named_namespace(const Libclang& clang, Cursor cursor) {
  for (cursor = clang.getCursorSemanticParent(cursor); cursor.kind == namespace_declaration;
       cursor = clang.getCursorSemanticParent(cursor)) {
    if (!clang.Cursor_isAnonymous(cursor)) return true;
  }
  return false;
}

void collect_function(Reading& reading, Cursor cursor) {
  const Libclang& clang = reading.clang;
  const unsigned line = position(clang, clang.getCursorLocation(cursor)).line;
  if (reading.language == Language::cuda && reading.wants_kernel &&
      children(clang, cursor, cuda_global_attribute).empty()) {
    reading.near_miss = fmt::format("the function '{}' in line {} is not __global__", reading.function, line);
    return;
  }
  std::vector<Found>& found = in_named_namespace(clang, cursor) ? reading.in_namespaces : reading.found;
  if (&found == &reading.in_namespaces) {
    reading.near_miss = fmt::format("the function '{}' in line {} is inside a namespace", reading.function, line);
  }
  const Cursor identity = clang.getCanonicalCursor(cursor);
  const auto known = std::find_if(found.begin(), found.end(), [&](const Found& other) {
    return clang.equalCursors(other.identity, identity) != 0;
  });
  if (known == found.end()) {
    found.push_back({identity, read_declaration(reading, cursor)});
  } else if (is_definition(reading, cursor)) {
    known->declaration = read_declaration(reading, cursor);
  }
}

VisitResult visit(Cursor cursor, Cursor, void* data) {
  Reading& reading = *static_cast<Reading*>(data);
  const Libclang& clang = reading.clang;
  if (clang.Location_isInSystemHeader(clang.getCursorLocation(cursor))) return visit_continue;
  switch (cursor.kind) {
    case namespace_declaration:
    case linkage_specification:
    case unexposed_declaration: return visit_recurse;
    case function_declaration:
    case function_template:
      if (clang.text(clang.getCursorSpelling(cursor)) == reading.function) collect_function(reading, cursor);
      return visit_continue;
    case enum_declaration:
      for (Cursor value : children(clang, cursor, enumerator_declaration)) {
        const std::string name = clang.text(clang.getCursorSpelling(value));
        if (!name.starts_with(layout_prefix) || clang.isInvalidDeclaration(value) != 0) continue;
        reading.layout_values.emplace_back(name, clang.getEnumConstantDeclValue(value));
      }
      return visit_continue;
    case using_declaration:
      if (clang.text(clang.getCursorSpelling(cursor)) == reading.function) reading.using_declaration = true;
      return visit_continue;
    default: return visit_continue;
  }
}

/// GCC's own headers, after everything else: they have <stddef.h> where clang's are not installed, and <omp.h>.
const std::vector<std::string>& compiler_header_flags() {
  static const std::vector<std::string> flags = [] {
    std::vector<std::string> result;
    glob_t found{};
    if (glob("/usr/lib/gcc/*/*/include", 0, nullptr, &found) == 0 && found.gl_pathc > 0) {
      result = {"-idirafter", found.gl_pathv[found.gl_pathc - 1]};
    }
    globfree(&found);
    return result;
  }();
  return flags;
}

enum class StandardHeaders : bool { without, with };

/// The command line; flags of the file come last and win.
std::vector<std::string> arguments(const SourceFile& file, StandardHeaders standard_headers) {
  std::vector<std::string> result{"-std=c++20", "-w", "-ferror-limit=0"};
  const auto add = [&](const std::vector<std::string>& flags) {
    result.insert(result.end(), flags.begin(), flags.end());
  };
  if (file.language == Language::cuda) {
    add({"-x", "cuda", "-nocudainc", "-nocudalib", "--cuda-device-only", "--cuda-gpu-arch=sm_80"});
    add({"-nostdinc", "-D__CUDACC__", "-D__CUDACC_RTC__", "-include", prelude_name});
  } else {
    add({"-x", "c++"});
    if (standard_headers == StandardHeaders::without) add({"-nostdinc", "-nostdinc++"});
    if (standard_headers == StandardHeaders::with) add(compiler_header_flags());
  }
  add(file.flags);
  return result;
}

/// The file on disk with the questions about layouts behind it; `end` becomes the length of what is on disk. Empty if
/// there are no questions.
std::string with_questions(const SourceFile& file, std::size_t& end) {
  if (file.structures.empty() && file.appended.empty()) return "";
  std::ifstream stream(file.path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  end = text.size();
  return text + layout_text(file.structures) + file.appended;
}

Unit parse(const Libclang& clang, const SourceFile& file, StandardHeaders standard_headers,
           const std::string& whole_text) {
  const std::vector<std::string> texts = arguments(file, standard_headers);
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  std::vector<UnsavedFile> in_memory;
  if (file.language == Language::cuda) in_memory.push_back({prelude_name, cuda_prelude.data(), cuda_prelude.size()});
  if (!whole_text.empty()) in_memory.push_back({file.path.c_str(), whole_text.data(), whole_text.size()});
  Unit unit = nullptr;
  const int failure = clang.parseTranslationUnit2(
      clang.index, file.path.c_str(), pointers.data(), static_cast<int>(pointers.size()), in_memory.data(),
      static_cast<unsigned>(in_memory.size()), skip_function_bodies | keep_going, &unit);
  return failure == 0 ? unit : nullptr;
}

/// Whether a line of `text` starts a conditional branch of the preprocessor.
bool has_conditional(std::string_view text) {
  for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    if (skip_blanks(text.substr(at + 1)).starts_with("if")) return true;
  }
  return false;
}

/// Whether what was read without standard headers is what a compiler sees: nothing unknown, and no branch of the
/// preprocessor that a macro of theirs might switch.
bool is_certain(const Reading& reading) {
  const auto harmless = [](const CompilerError& error) { return error.missing_system_header; };
  if (reading.found.empty() || !std::all_of(reading.errors.begin(), reading.errors.end(), harmless)) return false;
  struct Search {
    const Reading& reading;
    bool conditional = false;
  } search{reading};
  reading.clang.getInclusions(
      reading.unit,
      [](File file, Location*, unsigned, void* data) {
        Search& s = *static_cast<Search*>(data);
        s.conditional = s.conditional || has_conditional(contents(s.reading.clang, s.reading.unit, file));
      },
      &search);
  return !search.conditional;
}

std::optional<std::size_t> layout_value(const Reading& reading, std::size_t structure, const std::string& what) {
  const std::string name = fmt::format("{}{}_{}", layout_prefix, structure, what);
  for (const auto& [known, value] : reading.layout_values) {
    if (known == name) return static_cast<std::size_t>(value);
  }
  return std::nullopt;
}

std::vector<StructureLayout> layouts_of(const Reading& reading, const std::vector<StructureQuestion>& structures) {
  std::vector<StructureLayout> layouts;
  for (std::size_t i = 0; i < structures.size(); ++i) {
    const auto size = layout_value(reading, i, "size");
    if (!size) continue;
    StructureLayout layout{structures[i].type, *size, {}};
    for (std::size_t f = 0; f < structures[i].fields.size(); ++f) {
      const auto offset = layout_value(reading, i, fmt::format("offset_{}", f));
      const auto bytes = layout_value(reading, i, fmt::format("size_{}", f));
      if (offset && bytes) layout.fields.push_back({structures[i].fields[f], *offset, *bytes});
    }
    layouts.push_back(std::move(layout));
  }
  return layouts;
}

SourceDeclarations result_of(Reading& reading, bool missing_headers_are_expected) {
  SourceDeclarations result;
  if (reading.using_declaration) {
    std::move(reading.in_namespaces.begin(), reading.in_namespaces.end(), std::back_inserter(reading.found));
  }
  for (Found& found : reading.found) {
    result.declarations.push_back(std::move(found.declaration));
  }
  result.near_miss = reading.near_miss;
  for (const CompilerError& error : reading.errors) {
    if (missing_headers_are_expected && error.missing_system_header) continue;
    result.errors.push_back(describe(reading.clang, error));
  }
  return result;
}

/// Frees a parsed file.
struct UnitCloser {
  const Libclang* clang;
  void operator()(void* unit) const { clang->disposeTranslationUnit(unit); }
};

/// Empty if reading without standard headers leaves something open.
std::optional<SourceDeclarations> try_to_read(const Libclang& clang, const SourceFile& file,
                                              const std::string& function, StandardHeaders standard_headers) {
  std::size_t end = std::string::npos;
  const std::string whole_text = with_questions(file, end);
  const std::unique_ptr<void, UnitCloser> unit(parse(clang, file, standard_headers, whole_text), UnitCloser{&clang});
  if (unit == nullptr) {
    SourceDeclarations nothing;
    nothing.unreadable = fmt::format("libclang {} could not read it", clang.version);
    return nothing;
  }
  Reading reading{clang,
                  unit.get(),
                  function,
                  file.language,
                  errors_of(clang, unit.get(), file.path, end),
                  {},
                  {},
                  false,
                  "",
                  !file.is_device_function,
                  {}};
  clang.visitChildren(clang.getTranslationUnitCursor(unit.get()), visit, &reading);
  const bool all_there = standard_headers == StandardHeaders::with;
  if (file.language == Language::cpp && !all_there && !is_certain(reading)) return std::nullopt;
  SourceDeclarations result = result_of(reading, file.language == Language::cuda || !all_there);
  result.layouts = layouts_of(reading, file.structures);
  return result;
}

}  // namespace

SourceDeclarations read_with_clang(const Libclang& clang, const SourceFile& file, const std::string& function) {
  static std::mutex one_at_a_time;  // there is one index, and an index belongs to one thread
  const std::lock_guard lock(one_at_a_time);
  if (auto result = try_to_read(clang, file, function, StandardHeaders::without)) return *std::move(result);
  return *try_to_read(clang, file, function, StandardHeaders::with);
}

}  // namespace kparity::parity::signature
