// Writes a case into files that outlive kparity: its arrays for NumPy, and a program that calls the implementation on
// them and needs nothing of ours.
#pragma once

#include <string>

#include "kparity/parity/parity.hpp"

namespace kparity::parity {

/// Runs the reference and the implementation on the case, in a child process, and writes into `folder`, which is made
/// if need be: (with the place in the names where it is not the usual one)
/// - `<kernel>.<implementation>.npz`: inputs ("x"), what the reference makes ("y.expected"), and what the
/// implementation
///   makes ("y.actual"), unless it does not return;
/// - `<kernel>_<implementation>_repro.cpp`, or `.cu`: prints where the two differ.
/// Returns one line that names them, with the reason where one could not be written. Throws RuntimeFailure if the
/// folder cannot be written, InvalidArgument for a case that no `.npz` can hold.
std::string save_case(const Task& task, const generate::Case& drawn, const CheckOptions& options,
                      const std::string& folder);

}  // namespace kparity::parity
