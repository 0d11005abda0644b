// Turns what went wrong into words: exceptions, comparisons, ends of a process.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/compare/compare.hpp"
#include "kparity/parity/workspace.hpp"
#include "kparity/result/result.hpp"

namespace kparity::parity {

/// "std::out_of_range: vector::_M_range_check" or "something that is no std::exception".
std::string what_happened(const std::exception_ptr& exception);

/// The message of an exception with those nested in it, joined by ": ".
std::string full_message(const std::exception& exception);

/// "y: 1 of 129 elements differ from reference".
std::string summary_of(const std::vector<result::Comparison>& comparisons);

/// "was killed by signal 11 (Segmentation fault)", "ended the process with exit code 3"; `status` is that of waitpid.
std::string end_of_process(int status);

/// What compare() needs to recognise poison, initial values and copied inputs in output `array`. Refers to `data`.
compare::Context context_of(const CaseData& data, std::size_t array, Poison poison);

/// `broken` if the implementation does not compile or load, `skipped` if it says that it cannot run here.
result::Verdict verdict_of_load_failure(const std::exception& failure);
/// "'openmp' does not compile: axpy_openmp.cpp:7:3: error: ...".
std::string first_line_of_load_failure(const std::exception& failure, std::string_view implementation);
/// The further lines, such as the words of the compiler.
std::vector<std::string> lines_of_load_failure(const std::exception& failure);

}  // namespace kparity::parity
