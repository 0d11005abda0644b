// Words for exceptions, ends of processes and patterns of differences. A diagnosis is offered only where the numbers
// prove what it says; otherwise the report stays with the facts.
#include "what_happened.hpp"

#include <cxxabi.h>
#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>
#include <typeinfo>

namespace kparity::parity {

using result::Verdict;

namespace {

std::string type_name(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle(type.name(), nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 ? name.get() : type.name();
}

/// The innermost nested exception, which is what an author can act on.
template <class F>
void visit_innermost(const std::exception& outer, F&& visit) {
  try {
    std::rethrow_if_nested(outer);
  } catch (const std::exception& inner) {
    visit_innermost(inner, std::forward<F>(visit));
    return;
  } catch (...) {
  }
  visit(outer);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

}  // namespace

std::string what_happened(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const std::exception& error) {
    return fmt::format("{}: {}", type_name(typeid(error)), error.what());
  } catch (...) {
    const auto* type = abi::__cxa_current_exception_type();
    return type != nullptr ? type_name(*type) : "something that is no std::exception";
  }
}

std::string full_message(const std::exception& exception) {
  std::string message = exception.what();
  try {
    std::rethrow_if_nested(exception);
  } catch (const std::exception& inner) {
    message += ": " + full_message(inner);
  } catch (...) {
  }
  return message;
}

std::string summary_of(const std::vector<result::Comparison>& comparisons) {
  std::string summary;
  for (const auto& comparison : comparisons) {
    if (!summary.empty()) summary += "; ";
    if (comparison.mismatches == 0) {
      summary += fmt::format("{}: {}", comparison.output, comparison.whole);
    } else {
      summary += fmt::format("{}: {} of {} elements differ from reference", comparison.output, comparison.mismatches,
                             comparison.elements);
    }
  }
  return summary;
}

std::string end_of_process(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("was killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("ended the process with exit code {}", WEXITSTATUS(status));
}

compare::Context context_of(const CaseData& data, std::size_t array, Poison poison) {
  static constexpr std::byte patterns[] = {std::byte{poison_a.byte}, std::byte{poison_b.byte}};
  compare::Context context;
  context.initial = data.inputs[array];
  if (data.inputs[array].empty())
    context.poisons.push_back(std::span(poison.byte == poison_a.byte ? &patterns[0] : &patterns[1], 1));
  for (std::size_t i = 0; i < data.plan.size(); ++i)
    if (i != array && data.plan[i].is_input)
      context.inputs.push_back({data.plan[i].name, data.plan[i].dtype, data.inputs[i]});
  return context;
}

Verdict verdict_of_load_failure(const std::exception& failure) {
  Verdict verdict = Verdict::skipped;
  visit_innermost(failure, [&](const std::exception& cause) {
    if (dynamic_cast<const RuntimeFailure*>(&cause) != nullptr) verdict = Verdict::broken;
  });
  return verdict;
}

std::string first_line_of_load_failure(const std::exception& failure, std::string_view implementation) {
  std::string line;
  visit_innermost(failure, [&](const std::exception& cause) {
    const auto lines = lines_of(cause.what());
    line = lines.empty() ? type_name(typeid(cause)) : lines.front();
  });
  return fmt::format("'{}': {}", implementation, line);
}

std::vector<std::string> lines_of_load_failure(const std::exception& failure) {
  std::vector<std::string> lines;
  visit_innermost(failure, [&](const std::exception& cause) { lines = lines_of(cause.what()); });
  if (!lines.empty()) lines.erase(lines.begin());
  constexpr std::size_t shown = 20;
  if (lines.size() > shown) {
    const auto hidden = lines.size() - shown;
    lines.resize(shown);
    lines.push_back(fmt::format("... {} more lines", hidden));
  }
  return lines;
}

}  // namespace kparity::parity
