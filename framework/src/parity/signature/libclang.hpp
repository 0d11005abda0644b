// The few functions of libclang's stable C API that the signature check uses, found at run time: no clang package is
// needed to build kparity, and a machine without libclang still runs everything else. Declared by hand for the same
// reason.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kparity::parity::signature {

/// Passed by value across the library's boundary; the layouts are part of its stable interface.
namespace clang {

struct String {
  const void* data;
  unsigned flags;
};
struct Cursor {
  int kind;
  int xdata;
  const void* data[3];
};
struct Type {
  int kind;
  void* data[2];
};
struct Location {
  const void* pointers[2];
  unsigned offset;
};
struct Range {
  const void* pointers[2];
  unsigned begin, end;
};
struct UnsavedFile {
  const char* name;
  const char* contents;
  unsigned long length;
};
using Index = void*;
using Unit = void*;
using File = void*;
using Diagnostic = void*;

enum CursorKind : int {
  unexposed_declaration = 1,
  enum_declaration = 5,
  field_declaration = 6,
  enumerator_declaration = 7,
  function_declaration = 8,
  parameter_declaration = 10,
  namespace_declaration = 22,
  linkage_specification = 23,
  template_type_parameter = 27,
  function_template = 30,
  using_declaration = 35,
  cuda_global_attribute = 414,
};
enum TypeKind : int {
  void_type = 2,
  pointer_type = 101,
  lvalue_reference_type = 103,
  rvalue_reference_type = 104,
  record_type = 105,
  typedef_type = 107,
  constant_array_type = 112,
  incomplete_array_type = 114,
  variable_array_type = 115,
  dependent_array_type = 116,
  elaborated_type = 119,
};
enum VisitResult : int { visit_break, visit_continue, visit_recurse };
enum ParseOption : unsigned { skip_function_bodies = 0x40, keep_going = 0x200 };
inline constexpr int error_severity = 3;

using InclusionVisitor = void (*)(File file, Location* stack, unsigned depth, void* data);
using Visitor = VisitResult (*)(Cursor cursor, Cursor parent, void* data);

}  // namespace clang

/// The functions, by their names without `clang_`.
struct Libclang {
  std::string name;     // "libclang-14.so.1"
  std::string version;  // "14.0.6"
  clang::Index index = nullptr;

  const char* (*getCString)(clang::String);
  void (*disposeString)(clang::String);
  clang::String (*getClangVersion)();
  clang::Index (*createIndex)(int, int);
  int (*parseTranslationUnit2)(clang::Index, const char*, const char* const*, int, clang::UnsavedFile*, unsigned,
                               unsigned, clang::Unit*);
  void (*disposeTranslationUnit)(clang::Unit);
  unsigned (*getNumDiagnostics)(clang::Unit);
  clang::Diagnostic (*getDiagnostic)(clang::Unit, unsigned);
  void (*disposeDiagnostic)(clang::Diagnostic);
  int (*getDiagnosticSeverity)(clang::Diagnostic);
  clang::String (*getDiagnosticSpelling)(clang::Diagnostic);
  clang::Location (*getDiagnosticLocation)(clang::Diagnostic);
  void (*getExpansionLocation)(clang::Location, clang::File*, unsigned*, unsigned*, unsigned*);
  int (*Location_isInSystemHeader)(clang::Location);
  clang::Location (*getRangeStart)(clang::Range);
  clang::Location (*getRangeEnd)(clang::Range);
  clang::String (*getFileName)(clang::File);
  const char* (*getFileContents)(clang::Unit, clang::File, std::size_t*);
  void (*getInclusions)(clang::Unit, clang::InclusionVisitor, void*);
  clang::Cursor (*getTranslationUnitCursor)(clang::Unit);
  unsigned (*visitChildren)(clang::Cursor, clang::Visitor, void*);
  clang::Location (*getCursorLocation)(clang::Cursor);
  clang::Range (*getCursorExtent)(clang::Cursor);
  clang::String (*getCursorSpelling)(clang::Cursor);
  clang::Cursor (*getCursorSemanticParent)(clang::Cursor);
  clang::Cursor (*getCanonicalCursor)(clang::Cursor);
  unsigned (*equalCursors)(clang::Cursor, clang::Cursor);
  unsigned (*isInvalidDeclaration)(clang::Cursor);
  unsigned (*Cursor_isAnonymous)(clang::Cursor);
  clang::Cursor (*getSpecializedCursorTemplate)(clang::Cursor);
  clang::Type (*getCursorType)(clang::Cursor);
  clang::Type (*getResultType)(clang::Type);
  clang::Type (*getCanonicalType)(clang::Type);
  clang::Type (*getPointeeType)(clang::Type);
  clang::Type (*getArrayElementType)(clang::Type);
  unsigned (*isConstQualifiedType)(clang::Type);
  clang::String (*getTypeSpelling)(clang::Type);
  clang::Cursor (*getTypeDeclaration)(clang::Type);
  clang::Type (*getTypedefDeclUnderlyingType)(clang::Cursor);
  clang::Type (*Type_getNamedType)(clang::Type);
  long long (*getEnumConstantDeclValue)(clang::Cursor);

  /// The text of a string that the library returned, which is freed.
  std::string text(clang::String string) const;
};

/// The library, or why there is none.
struct LibclangOrReason {
  const Libclang* library = nullptr;
  std::string why_not;
};

/// Opens the first of `names` that can be opened and has all functions. It stays open: closing a library that has
/// started threads is not safe.
LibclangOrReason open_libclang(const std::vector<std::string>& names);

/// The libclang of this machine, opened once.
const LibclangOrReason& libclang();

}  // namespace kparity::parity::signature
