// The reference of a kernel once more, as a template instantiated with numbers that carry bounds (kparity/bound.hpp):
// written, compiled into the cache and opened when a check first needs it.
#pragma once

#include <string>
#include <vector>

#include "kparity/allowance.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::compile {

/// Runs one instantiation of the reference with numbers that carry bounds. `arguments` as an Entry takes them;
/// `elements` and `allowances` have one item per pointer parameter, fields of structures in their place. The arrays
/// hold afterwards what the plain reference would have left in them; those of floating-point numbers that are not const
/// have their allowances written where that item is not null. Returns how many decisions were closer than their bounds;
/// one that has no other way to be taken counts 64. Where bit i of `other_ways` is set, close decision number i of this
/// run is taken the other way.
using BoundEntry = unsigned long long (*)(void** arguments, const long long* elements, Allowance* const* allowances,
                                          bool flushes_subnormals, unsigned long long other_ways);

/// Whether a spec has anything to derive: an output with `tolerance: auto` and a floating-point parameter.
bool has_derived_tolerance(const spec::KernelSpec& spec);

/// The text that compile_bounds() compiles. With `types:` the numbers of those types carry bounds, without it all
/// floating-point ones.
std::string bound_source(const spec::KernelSpec& spec, const std::string& reference_file);

/// The shared object, from the cache or compiled now. Throws CompileError where the reference is no template or cannot
/// be instantiated, ImplementationUnavailable where there is no compiler.
std::string compile_bounds(const spec::KernelSpec& spec);

/// One entry per instantiation of a shared object of compile_bounds(), which is never closed. Throws RuntimeFailure.
std::vector<BoundEntry> open_bounds(const std::string& shared_object, const spec::KernelSpec& spec);

}  // namespace kparity::compile
