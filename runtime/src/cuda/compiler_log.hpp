// The words of the CUDA compiler, and the line of them that a person should see first.
#pragma once

#include <string>
#include <string_view>

namespace kparity::cuda {

/// "path/axpy_cuda.cu:12: identifier "m" is undefined": the first error in a log, or its first line if none is
/// recognised.
std::string first_error(std::string_view log);

/// The type of the entity in an error about a value that cannot initialise it; empty if there is none.
std::string type_of_entity(std::string_view log);

/// The type of the value in such an error; empty if there is none.
std::string type_of_value(std::string_view log);

/// Where to look for the reason of an error in the check of the kernel's type.
struct Checked {
  std::string kernel;
  std::string path;         // of the `.cu` file
  std::string declaration;  // "void axpy(double a, ...)"
  bool has_template_args = false;
};

/// The error is in the check of the kernel's type, and says that no instance of a template, or none of several
/// overloads, has that type; not which there are.
bool lacks_type(std::string_view log, const Checked& checked);

/// The first error is that the kernel is not what the check expects, or is no kernel at all: not one in the source.
bool refuses_type(std::string_view log, const Checked& checked);

/// The headline for a program that did not compile: as first_error, but an error in the check of the kernel's type is
/// told as such. `actual` is the kernel's own type where the log does not say it.
std::string headline(std::string_view log, const Checked& checked, const std::string& actual = "");

}  // namespace kparity::cuda
