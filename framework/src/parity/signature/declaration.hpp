// What a source file declares under a kernel's name, in a form that can be compared with a Signature. Readers of C++,
// CUDA and Fortran produce it; none of them throws for a bad source: what cannot be known carries the reason.
#pragma once

#include <string>
#include <vector>

#include "signature/libclang.hpp"

namespace kparity::parity::signature {

struct DeclaredType {
  std::string base;  // canonical: "double", "unsigned long", "T", "Particles<T>"; of the pointee for pointers
  bool pointer = false;
  bool is_const = false;  // the pointee
  bool reference = false;
};

struct DeclaredParameter {
  std::string name;
  DeclaredType type;
  std::vector<DeclaredParameter> fields;          // of a structure passed by value, where they could be read
  std::vector<std::string> structure_parameters;  // type parameters of a structure template, as its fields use them
};

struct Declaration {
  int line = 0;
  std::string returns = "void";
  std::vector<std::string> type_parameters;  // of a function template
  std::vector<DeclaredParameter> parameters;
  bool is_fortran = false;  // names without case; const only where intent(in) says so
  std::string unknown;      // why the list above cannot be trusted; empty if it can
};

/// A structure of the spec with its type parameters replaced, whose layout in a file is asked for.
struct StructureQuestion {
  std::string type;                 // "Particles<double>"
  std::vector<std::string> fields;  // names
};

/// Sizes and offsets in bytes; a field that the structure does not have is left out.
struct StructureLayout {
  struct Field {
    std::string name;
    std::size_t offset = 0, size = 0;
  };
  std::string type;
  std::size_t size = 0;
  std::vector<Field> fields;
};

enum class Language : unsigned char { cpp, cuda, fortran };

struct SourceFile {
  std::string path;
  Language language = Language::cpp;
  std::vector<std::string> flags;  // those that matter for reading: -I, -D, -U, -std=, -include, ...
  std::vector<StructureQuestion> structures = {};
  std::string appended = "";        // to the file, for a question of ours
  bool is_device_function = false;  // a CUDA header whose function is no kernel
};

struct SourceDeclarations {
  std::vector<Declaration> declarations;  // overloads and specialisations separately
  std::string unreadable;                 // why nothing could be read
  std::string near_miss;                  // what was found instead: "'push' is not __global__ (line 7)"
  std::vector<std::string> errors;        // of the compiler, outside the declarations above
  std::vector<StructureLayout> layouts;   // of the structures asked for that could be read
};

/// Reads a host file or a `.cu`. Not more than one file at a time is parsed in a process.
SourceDeclarations read_with_clang(const Libclang& clang, const SourceFile& file, const std::string& function);

/// Reads the interfaces of a Fortran file; `function` is the C name given by bind(c).
SourceDeclarations read_with_gfortran(const std::string& compiler, const SourceFile& file, const std::string& function);

}  // namespace kparity::parity::signature
