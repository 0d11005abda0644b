// What only the build of kparity knows. The definitions are written by CMake (see CMakeLists.txt of this folder).
#pragma once

#include <string_view>

namespace kparity::compile {

/// The C++ compiler that built kparity.
std::string_view built_with_cxx();
/// The Fortran compiler found then, or empty.
std::string_view built_with_fortran();
/// The text of kparity/thunk.hpp.
std::string_view thunk_text();
/// The texts of kparity/bound.hpp and the headers that it includes, in an order that compiles.
std::string_view bound_text();

}  // namespace kparity::compile
