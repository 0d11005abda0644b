// A function of the kernel's author, in C++ beside the kernel, which says of every element what share of its bound a
// result uses. What it says comes with the case; here is only the word for it.
#include "form.hpp"

namespace kparity::compare::kinds {

Form custom() {
  return {.rule = {.name = std::string(spec::custom_form),
                   .doc = "A function of `<kernel>_compare.cpp` says how much of its bound each element uses.",
                   .fields = {{.name = std::string(spec::custom_form),
                               .type = spec::FieldType::function,
                               .required = true,
                               .words = {},
                               .doc = "The function: void f(const T* expected, const T* actual, const long long* "
                                      "shape, double* used)."}},
                   .alone = true},
          .text = [](const Fields& fields) { return "custom " + fields.word(spec::custom_form); }};
}

}  // namespace kparity::compare::kinds
