// Reads C++ and CUDA declarations with libclang. Clang replaces an unknown type by int and goes on, so a declaration
// counts as known only if no error lies inside it or inside a type that it uses.
#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <mutex>
#include <string_view>

#include "signature/cuda_prelude.hpp"
#include "signature/declaration.hpp"

namespace kparity::parity::signature {

namespace {

using namespace clang;

constexpr const char* prelude_name = "/kparity/cuda_prelude.cuh";  // exists only in memory

struct Position {
  File file = nullptr;
  unsigned line = 0, offset = 0;
};

struct CompilerError {
  Position position;
  std::string message;
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

std::vector<CompilerError> errors_of(const Libclang& clang, Unit unit) {
  std::vector<CompilerError> errors;
  for (unsigned i = 0; i < clang.getNumDiagnostics(unit); ++i) {
    Diagnostic diagnostic = clang.getDiagnostic(unit, i);
    if (clang.getDiagnosticSeverity(diagnostic) >= error_severity) {
      errors.push_back({position(clang, clang.getDiagnosticLocation(diagnostic)),
                        clang.text(clang.getDiagnosticSpelling(diagnostic))});
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
  std::size_t size = 0;
  const char* contents = end.file ? reading.clang.getFileContents(reading.unit, end.file, &size) : nullptr;
  if (contents == nullptr || end.offset > size) return false;
  return skip_blanks(std::string_view(contents, size).substr(end.offset)).starts_with('{');
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
  if (reading.language == Language::cuda && children(clang, cursor, cuda_global_attribute).empty()) {
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

/// The command line; flags of the file come last and win.
std::vector<std::string> arguments(const SourceFile& file) {
  std::vector<std::string> result{"-std=c++20", "-w", "-ferror-limit=0"};
  if (file.language == Language::cuda) {
    result.insert(result.end(),
                  {"-x", "cuda", "-nocudainc", "-nocudalib", "--cuda-device-only", "--cuda-gpu-arch=sm_80", "-nostdinc",
                   "-D__CUDACC__", "-D__CUDACC_RTC__", "-include", prelude_name});
  } else {
    result.insert(result.end(), {"-x", "c++"});
    const std::vector<std::string>& headers = compiler_header_flags();
    result.insert(result.end(), headers.begin(), headers.end());
  }
  result.insert(result.end(), file.flags.begin(), file.flags.end());
  return result;
}

Unit parse(const Libclang& clang, const SourceFile& file) {
  const std::vector<std::string> texts = arguments(file);
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  UnsavedFile prelude{prelude_name, cuda_prelude.data(), cuda_prelude.size()};
  Unit unit = nullptr;
  const int failure = clang.parseTranslationUnit2(
      clang.index, file.path.c_str(), pointers.data(), static_cast<int>(pointers.size()), &prelude,
      file.language == Language::cuda ? 1 : 0, skip_function_bodies | keep_going, &unit);
  return failure == 0 ? unit : nullptr;
}

/// Headers that NVRTC gets from memory at run time; the prelude stands for them here, so their absence is no error.
bool is_expected(const CompilerError& error, Language language) {
  return language == Language::cuda && error.message.starts_with('\'') && error.message.ends_with("' file not found");
}

SourceDeclarations result_of(Reading& reading) {
  SourceDeclarations result;
  if (reading.using_declaration) {
    std::move(reading.in_namespaces.begin(), reading.in_namespaces.end(), std::back_inserter(reading.found));
  }
  for (Found& found : reading.found) {
    result.declarations.push_back(std::move(found.declaration));
  }
  result.near_miss = reading.near_miss;
  for (const CompilerError& error : reading.errors) {
    if (!is_expected(error, reading.language)) result.errors.push_back(describe(reading.clang, error));
  }
  return result;
}

}  // namespace

SourceDeclarations read_with_clang(const Libclang& clang, const SourceFile& file, const std::string& function) {
  static std::mutex one_at_a_time;  // there is one index, and an index belongs to one thread
  const std::lock_guard lock(one_at_a_time);
  Unit unit = parse(clang, file);
  if (unit == nullptr) {
    SourceDeclarations result;
    result.unreadable = fmt::format("libclang {} could not read it", clang.version);
    return result;
  }
  Reading reading{clang, unit, function, file.language, errors_of(clang, unit), {}, {}, false, ""};
  clang.visitChildren(clang.getTranslationUnitCursor(unit), visit, &reading);
  SourceDeclarations result = result_of(reading);
  clang.disposeTranslationUnit(unit);
  return result;
}

}  // namespace kparity::parity::signature
