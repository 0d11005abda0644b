// Opens libclang by the names that distributions give it, and fills the table of its functions.
#include "signature/libclang.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <glob.h>

#include <memory>

namespace kparity::parity::signature {

namespace {

template <class Function>
bool find(void* library, Function& function, const char* name) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

/// The name of the first function that the library lacks; empty if it has all of them.
std::string fill(void* library, Libclang& table) {
  std::string missing;
  const auto want = [&](auto& function, const char* name) {
    const std::string symbol = std::string("clang_") + name;
    if (!find(library, function, symbol.c_str()) && missing.empty()) missing = symbol;
  };
  want(table.getCString, "getCString");
  want(table.disposeString, "disposeString");
  want(table.getClangVersion, "getClangVersion");
  want(table.createIndex, "createIndex");
  want(table.parseTranslationUnit2, "parseTranslationUnit2");
  want(table.disposeTranslationUnit, "disposeTranslationUnit");
  want(table.getNumDiagnostics, "getNumDiagnostics");
  want(table.getDiagnostic, "getDiagnostic");
  want(table.disposeDiagnostic, "disposeDiagnostic");
  want(table.getDiagnosticSeverity, "getDiagnosticSeverity");
  want(table.getDiagnosticSpelling, "getDiagnosticSpelling");
  want(table.getDiagnosticLocation, "getDiagnosticLocation");
  want(table.getExpansionLocation, "getExpansionLocation");
  want(table.Location_isInSystemHeader, "Location_isInSystemHeader");
  want(table.getRangeStart, "getRangeStart");
  want(table.getRangeEnd, "getRangeEnd");
  want(table.getFileName, "getFileName");
  want(table.getFileContents, "getFileContents");
  want(table.getInclusions, "getInclusions");
  want(table.getTranslationUnitCursor, "getTranslationUnitCursor");
  want(table.visitChildren, "visitChildren");
  want(table.getCursorLocation, "getCursorLocation");
  want(table.getCursorExtent, "getCursorExtent");
  want(table.getCursorSpelling, "getCursorSpelling");
  want(table.getCursorSemanticParent, "getCursorSemanticParent");
  want(table.getCanonicalCursor, "getCanonicalCursor");
  want(table.equalCursors, "equalCursors");
  want(table.isInvalidDeclaration, "isInvalidDeclaration");
  want(table.Cursor_isAnonymous, "Cursor_isAnonymous");
  want(table.getSpecializedCursorTemplate, "getSpecializedCursorTemplate");
  want(table.getCursorType, "getCursorType");
  want(table.getResultType, "getResultType");
  want(table.getCanonicalType, "getCanonicalType");
  want(table.getPointeeType, "getPointeeType");
  want(table.getArrayElementType, "getArrayElementType");
  want(table.isConstQualifiedType, "isConstQualifiedType");
  want(table.getTypeSpelling, "getTypeSpelling");
  want(table.getTypeDeclaration, "getTypeDeclaration");
  want(table.getTypedefDeclUnderlyingType, "getTypedefDeclUnderlyingType");
  want(table.Type_getNamedType, "Type_getNamedType");
  want(table.getEnumConstantDeclValue, "getEnumConstantDeclValue");
  return missing;
}

/// "14.0.6" of "Debian clang version 14.0.6-1".
std::string version_number(const std::string& text) {
  const std::size_t begin = text.find_first_of("0123456789");
  if (begin == std::string::npos) return text;
  return text.substr(begin, text.find_first_not_of("0123456789.", begin) - begin);
}

std::vector<std::string> usual_names() {
  std::vector<std::string> names;
  for (int version = 14; version <= 22; ++version) {
    names.push_back(fmt::format("libclang-{}.so.1", version));
  }
  names.insert(names.end(), {"libclang.so.1", "libclang.so.13", "libclang.so"});
  glob_t found{};
  if (glob("/usr/lib/llvm-*/lib/libclang.so.1", 0, nullptr, &found) == 0) {
    names.insert(names.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  globfree(&found);
  return names;
}

}  // namespace

std::string Libclang::text(clang::String string) const {
  const char* characters = getCString(string);
  std::string copy = characters ? characters : "";
  disposeString(string);
  return copy;
}

LibclangOrReason open_libclang(const std::vector<std::string>& names) {
  std::string unusable;
  for (const std::string& name : names) {
    void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) continue;
    auto table = std::make_unique<Libclang>();
    if (const std::string missing = fill(library, *table); !missing.empty()) {
      unusable = fmt::format("{} has no function {}", name, missing);
      continue;
    }
    table->name = name;
    table->version = version_number(table->text(table->getClangVersion()));
    table->index = table->createIndex(/*excludeDeclarationsFromPCH=*/0, /*displayDiagnostics=*/0);
    return {table.release(), ""};
  }
  if (!unusable.empty()) return {nullptr, unusable};
  return {nullptr, "libclang is not installed (Debian, Ubuntu: apt-get install libclang1-14)"};
}

const LibclangOrReason& libclang() {
  static const LibclangOrReason opened = open_libclang(usual_names());
  return opened;
}

}  // namespace kparity::parity::signature
