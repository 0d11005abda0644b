// The table of tolerance forms, collected by the build from kinds/, and the words of it that the spec reader checks
// with.
#include "form.hpp"

#include "kparity/compare/compare.hpp"
#include "kparity/error.hpp"

namespace kparity::compare {

const std::vector<Form>& forms() {
  static const std::vector<Form> all = kinds::all_forms();
  return all;
}

const Form& find_form(std::string_view name) {
  if (name.empty() || name == spec::auto_form) name = "exact";
  std::string known;
  for (const Form& form : forms()) {
    if (form.rule.name == name) return form;
    known += (known.empty() ? "" : ", ") + form.rule.name;
  }
  throw InvalidArgument("unknown tolerance form '" + std::string(name) + "'; there are: " + known);
}

std::vector<spec::KindRule> tolerance_rules() {
  std::vector<spec::KindRule> rules;
  for (const Form& form : forms()) rules.push_back(form.rule);
  return rules;
}

}  // namespace kparity::compare
