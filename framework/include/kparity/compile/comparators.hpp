// The comparisons that a kernel's author wrote in C++ (`tolerance: {custom: ...}`): written, compiled into the cache
// and opened when a check first needs them. They are no part of a catalogue, since nothing but a check calls them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kparity/spec/model.hpp"

namespace kparity::compile {

/// Judges one output: two arrays of its type, its extents, and a share of the bound per element to be filled in.
using Comparator = void (*)(const void* expected, const void* actual, const long long* shape, double* used);

/// Whether a spec has an output with such a tolerance.
bool has_comparators(const spec::KernelSpec& spec);

/// Its name, "same_direction"; empty if the output is judged by a rule.
std::string comparator_of(const spec::OutputSpec& output);

/// The text that compile_comparators() compiles.
std::string comparators_source(const spec::KernelSpec& spec, const std::string& file);

/// The shared object made of `<kernel>_compare.cpp`, from the cache or compiled now. Throws CompileError where a
/// function is missing or has other parameters, ImplementationUnavailable where there is no compiler.
std::string compile_comparators(const spec::KernelSpec& spec);

/// Per instantiation one entry per output of the spec, null where a rule judges. The object is never closed. Throws
/// RuntimeFailure.
std::vector<std::vector<Comparator>> open_comparators(const std::string& shared_object, const spec::KernelSpec& spec);

}  // namespace kparity::compile
