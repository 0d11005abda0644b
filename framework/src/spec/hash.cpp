// A hash over what a spec means, so that a token knows whether it was made from the same spec. A canonical text is made
// of the model, which knows neither comments nor formatting, and hashed with FNV-1a.
#include <fmt/format.h>

#include <algorithm>

#include "reading.hpp"

namespace kparity::spec {

namespace {

// `3 * 1_000` and `3*1000` are the same.
std::string canonical(const Expression& expression) {
  std::string out;
  bool in_number = false, in_name = false;
  for (const char c : expression.text()) {
    const bool is_digit = c >= '0' && c <= '9';
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
    if (c == ' ' || c == '\t' || (c == '_' && in_number)) continue;
    in_number = is_digit && !in_name;
    in_name = is_letter || (is_digit && in_name);
    out += c;
  }
  return out;
}

// Collects the parts of the canonical text; lengths keep neighbours apart.
class Text {
 public:
  Text& add(std::string_view part) {
    out_ += fmt::format("{}:", part.size());
    out_ += part;
    return *this;
  }
  Text& add(const Expression& expression) { return add(canonical(expression)); }
  Text& add(double number) { return add(fmt::format("{:.17g}", number)); }
  Text& add(const Real& real) {
    std::visit([this](const auto& value) { add(value); }, real);
    return *this;
  }
  Text& add_flag(bool flag) { return add(flag ? "true" : "false"); }

  Text& add(const KindUse& use) {
    add(use.kind);
    for (const Field& field : use.fields) {
      add(field.name);
      std::visit([this](const auto& value) { add_value(value); }, field.value);
    }
    return *this;
  }

  template <class Part>
  Text& add_all(const std::vector<Part>& parts) {
    add(std::string_view(fmt::format("#{}", parts.size())));
    for (const Part& part : parts) add_value(part);
    return *this;
  }

  const std::string& text() const noexcept { return out_; }

 private:
  void add_value(const std::string& value) { add(value); }
  void add_value(bool value) { add_flag(value); }
  template <class Value>
  void add_value(const Value& value) {
    add(value);
  }

  std::string out_;
};

std::string_view name_of(SpecialPolicy policy) {
  switch (policy) {
    case SpecialPolicy::match: return "match";
    case SpecialPolicy::forbid: return "forbid";
    case SpecialPolicy::any: return "any";
    case SpecialPolicy::or_largest: return "or_largest";
  }
  __builtin_unreachable();
}

// What most outputs do not say is left out, so that the hashes of their specs stay.
void add_comparison(Text& text, const OutputSpec& output) {
  if (output.tolerance.within) text.add("within").add(*output.tolerance.within);
  if (output.subnormal != SubnormalPolicy::detect)
    text.add("subnormal").add_flag(output.subnormal == SubnormalPolicy::preserve);
  if (output.comparison.kind != elementwise) text.add("compare").add(output.comparison);
  const Defined& defined = output.defined;
  if (defined.kind == Defined::Kind::all) return;
  const bool is_region = defined.kind == Defined::Kind::region;
  text.add(is_region ? "region" : defined.kind == Defined::Kind::first ? "first" : "where").add(defined.array);
  text.add(defined.count.value_or(Expression())).add_flag(defined.untouched_outside);
  for (const Defined::Range& range : defined.region) text.add(range.from).add(range.to);
}

void add_inputs(Text& text, const KernelSpec& spec) {
  for (const InputSpec& input : spec.inputs) {
    text.add("input").add(input.name).add(input.generate).add_all(input.shape);
    text.add_flag(input.role == Role::size);
    if (input.nothing_special) text.add("nothing special");
    if (!input.special.empty()) text.add("special").add_all(input.special);
  }
}

void add_outputs(Text& text, const KernelSpec& spec) {
  for (const OutputSpec& output : spec.outputs) {
    text.add("output").add(output.name).add_all(output.shape).add_flag(output.role == Role::scratch);
    text.add(output.tolerance.form).add(output.tolerance.elementwise.value_or(KindUse{}));
    text.add(name_of(output.nan)).add(name_of(output.inf)).add_flag(output.signed_zero).add_flag(output.run_to_run);
    add_comparison(text, output);
    if (!output.may_alias.empty()) text.add("may_alias").add_all(output.may_alias);
  }
}

void add_launch(Text& text, const KernelSpec& spec) {
  text.add("launch").add_all(spec.launch.threads);
  if (spec.threads_function) text.add("function");
  for (const unsigned extent : spec.launch.block) text.add(fmt::format("{}", extent));
  text.add(spec.launch.shared_memory.value_or(Expression()));
}

void add_builds(Text& text, const KernelSpec& spec) {
  std::vector<std::string> folders = spec.cuda_include_dirs;
  if (folders.empty()) folders = {"none"};
  if (folders == KernelSpec().cuda_include_dirs) folders.clear();  // what nobody says
  text.add("cuda").add_all(spec.cuda_options).add_all(folders).add_all(spec.cuda_template_args);
  text.add_flag(spec.missing_cuda == MissingCudaPolicy::raise).add_flag(spec.dispatch == Dispatch::backend);
  text.add("host").add_all(spec.host_include_dirs);
  std::vector<HostFlags> flags = spec.host_flags;
  const auto before = [](const HostFlags& a, const HostFlags& b) { return a.implementation < b.implementation; };
  std::stable_sort(flags.begin(), flags.end(), before);
  for (const HostFlags& entry : flags) text.add(entry.implementation).add_all(entry.flags);
  for (const StructSpec& entry : spec.structs) text.add("struct").add(entry.name).add(entry.header);
}

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

}  // namespace

std::uint64_t hash_of(const KernelSpec& spec) {
  Text text;
  text.add(spec.kernel);
  if (spec.device_function) text.add("function").add(spec.device_function->text).add(spec.device_function->header);
  for (const Signature& signature : spec.instantiations) {
    text.add("signature").add(to_string(signature)).add(signature.types);
    for (const Parameter& parameter : signature.parameters) {
      for (const Parameter& field : parameter.fields) text.add(c_type(field)).add(field.name);
    }
  }
  add_inputs(text, spec);
  add_outputs(text, spec);
  add_launch(text, spec);
  for (const Property& property : spec.properties) text.add("property").add(property.text);
  add_builds(text, spec);
  return fnv1a(text.text());
}

}  // namespace kparity::spec
