// Turns a spec with `device_function:` into one with a signature: parameter for parameter, on the tree of the file, so
// that the rest of the reader knows nothing of it.
#include "kparity/spec/device_function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "names.hpp"
#include "reading.hpp"

namespace kparity::spec {

namespace {

using Use = DeviceFunction::Use;

struct Declared {
  std::string type, name;
};

/// The declaration taken apart; `returns` is empty if it is none.
struct FunctionText {
  std::string returns, name;
  std::vector<Declared> parameters;
};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1));
}

/// "const T* x" as type and name; `T x[]` is a pointer.
Declared split_name(std::string text) {
  std::string stars;
  if (const std::size_t bracket = text.find('['); bracket != std::string::npos) {
    text = trimmed(text.substr(0, bracket));
    stars = "*";
  }
  std::size_t begin = text.size();
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  return {trimmed(text.substr(0, begin)) + stars, text.substr(begin)};
}

void drop_word(std::string& text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
    const std::size_t end = at + word.size();
    const bool whole = (at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]));
    whole ? (void)text.erase(at, word.size()) : (void)++at;
  }
  text = trimmed(text);
}

FunctionText take_apart(const std::string& text) {
  FunctionText out;
  const std::size_t open = text.find('('), close = text.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return out;
  Declared function = split_name(trimmed(text.substr(0, open)));
  for (const std::string_view word : {"__device__", "__host__", "__forceinline__", "inline", "static", "constexpr"})
    drop_word(function.type, word);
  const std::string list = text.substr(open + 1, close - open - 1);
  int depth = 0;
  std::string part;
  const auto add = [&] {
    if (!trimmed(part).empty() && trimmed(part) != "void") out.parameters.push_back(split_name(trimmed(part)));
    part.clear();
  };
  for (const char c : list) {
    depth += c == '<' ? 1 : c == '>' ? -1 : 0;
    c == ',' && depth == 0 ? add() : (void)(part += c);
  }
  add();
  out.name = function.name;
  if (!out.name.empty()) out.returns = function.type;
  return out;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The names that `structs:` of the file defines.
std::vector<std::string> struct_names(const Node& root) {
  std::vector<std::string> names;
  for (const Entry& entry : root.entries) {
    if (entry.key != "structs") continue;
    for (const Entry& structure : entry.value.entries) names.push_back(structure.key);
  }
  return names;
}

/// What is left after a problem: enough for the rest of the file to be read without complaints that follow from it.
Node without_signature(Reading& reading, Node file, const Location& where) {
  const auto is_named = [](const Entry& entry) { return entry.key == "signature" || entry.key == "outputs"; };
  reading.device_function_failed = true;
  std::erase_if(file.entries, is_named);
  Node empty;
  empty.kind = Node::Kind::map;
  empty.where = empty.text_where = where;
  file.entries.push_back({"signature", where, empty});
  file.entries.push_back({"outputs", where, empty});
  return file;
}

class Expansion {
 public:
  Expansion(Reading& reading, const Node& root, const Entry& entry)
      : reading_(reading),
        root_(root),
        fields_(entry.value, device_function_keys(), "device_function", reading.problems) {
    function_.where = entry.where;
  }

  /// The file with a signature in place of the function; as it was, without the function, after a problem.
  Node expanded() {
    Node out = root_;
    std::erase_if(out.entries, [](const Entry& entry) { return entry.key == "device_function"; });
    read();
    if (function_node_ == nullptr) return without_signature(reading_, std::move(out), function_.where);
    Node signature = *function_node_;
    signature.text = signature_text();
    signature.verbatim = false;  // columns of this text are not columns of the file
    out.entries.push_back({"signature", function_.where, std::move(signature)});
    complete_inputs(out);
    complete_outputs(out);
    if (!find(out, "launch")) add(out, "launch", map({{"threads", scalar(count_parameter)}, {"block", scalar("128")}}));
    reading_.spec.device_function = std::move(function_);
    return out;
  }

 private:
  void refuse(const std::string& message) {
    report(reading_.problems, function_node_->text_where, "'function' of device_function: " + message);
  }

  void read() {
    if (const Node* node = fields_.find("header")) {
      function_.header = read_text(*node, named("header", fields_.what()), reading_.problems).value_or("");
    }
    const Node* node = fields_.find("function");
    if (!node) return;
    const auto text = read_text(*node, named("function", fields_.what()), reading_.problems);
    if (!text) return;
    function_node_ = node;
    const std::size_t before = reading_.problems.size();
    const FunctionText parts = take_apart(*text);
    if (parts.returns.empty()) {
      refuse(fmt::format("'{}' is no C declaration, as double wrap(double x, double length)", *text));
    } else {
      function_.name = parts.name;
      function_.text = *text;
      check_result(parts.returns);
      read_per_thread(parts);
      for (const Declared& parameter : parts.parameters) add_parameter(parameter);
      if (parts.parameters.empty()) refuse(fmt::format("'{}' takes nothing that could be varied", parts.name));
    }
    if (reading_.problems.size() > before) function_node_ = nullptr;
  }

  void check_result(const std::string& returns) {
    if (function_.name == expected_kernel()) {
      refuse(
          fmt::format("the kernel is a loop over '{0}' and cannot have its name; call the folder otherwise, as "
                      "'{0}_test'",
                      function_.name));
    }
    if (returns.find('*') != std::string::npos || returns.find('&') != std::string::npos ||
        has(struct_names(root_), returns.substr(0, returns.find('<')))) {
      refuse(
          fmt::format("'{}' returns {}; a function under test returns a number or nothing", function_.name, returns));
    }
    function_.returns = returns;
  }

  void read_per_thread(const FunctionText& parts) {
    const Node* node = fields_.find("per_thread");
    if (!node) return;
    read_texts(*node, named("per_thread", fields_.what()), reading_.problems);
    std::vector<std::string> pointers;
    for (const Declared& parameter : parts.parameters)
      if (parameter.type.ends_with('*')) pointers.push_back(parameter.name);
    for (const Node& item : node->items) {
      if (has(pointers, item.text)) {
        per_thread_.push_back(item.text);
      } else {
        report(reading_.problems, item.where,
               fmt::format("'per_thread' of device_function: '{}' is not a pointer that '{}' takes{}", item.text,
                           function_.name, suggestion(item.text, pointers, "there are")));
      }
    }
  }

  void add_parameter(const Declared& parameter) {
    const auto& [type, name] = parameter;
    for (const char* own : {count_parameter, result_parameter}) {
      if (name == own) {
        refuse(fmt::format("a parameter is called '{0}', as the one that kparity adds; rename it", own));
        return;
      }
    }
    if (name.starts_with("kparity_")) refuse(fmt::format("'{}': names that begin with kparity_ are reserved", name));
    if (type.find('&') != std::string::npos) {
      refuse(fmt::format("'{}' is a reference; take it by value or by pointer", name));
    } else if (std::count(type.begin(), type.end(), '*') > 1) {
      refuse(fmt::format("'{}' is a pointer to a pointer", name));
    }
    Use use = Use::element;
    if (type.ends_with('*')) {
      use = has(per_thread_, name) ? Use::per_thread : Use::shared;
    } else if (has(struct_names(root_), type.substr(0, type.find('<')))) {
      use = Use::whole;
    }
    function_.uses.push_back(use);
    declared_.push_back(parameter);
  }

  std::string signature_text() const {
    std::string text = fmt::format("void {}(long long {}", expected_kernel(), count_parameter);
    for (std::size_t i = 0; i < declared_.size(); ++i) {
      std::string type = declared_[i].type;
      if (function_.uses[i] == Use::element) {
        drop_word(type, "const");
        type.insert(0, "const ").append("*");
      }
      text += fmt::format(", {} {}", type, declared_[i].name);
    }
    if (function_.returns != "void") text += fmt::format(", {}* {}", function_.returns, result_parameter);
    return text + ")";
  }

  std::string expected_kernel() const {
    std::string name = reading_.spec.file.substr(reading_.spec.file.rfind('/') + 1);
    return name.substr(0, name.rfind('.'));
  }

  /// Has one element per thread, so that nobody need say its shape.
  bool is_per_element(const std::string& name) const {
    if (name == result_parameter) return true;
    for (std::size_t i = 0; i < declared_.size(); ++i) {
      if (declared_[i].name == name) return function_.uses[i] == Use::element || function_.uses[i] == Use::per_thread;
    }
    return false;
  }

  void complete_inputs(Node& file) {
    Node* inputs = find(file, "inputs");
    if (!inputs || inputs->kind != Node::Kind::map) return;
    for (Entry& input : inputs->entries) add_shape(input);
    if (find(*inputs, count_parameter)) return;
    add(*inputs, count_parameter,
        map({{"generate", scalar("integer")},
             {"min", scalar("0")},
             {"max", scalar("10000")},
             {"role", scalar("size")}}));
  }

  void complete_outputs(Node& file) {
    Node* outputs = find(file, "outputs");
    Node* inputs = find(file, "inputs");
    if (!outputs || outputs->kind != Node::Kind::map) return;
    for (Entry& output : outputs->entries)
      if (!inputs || !find(*inputs, output.key)) add_shape(output);
  }

  void add_shape(Entry& entry) {
    if (entry.value.kind != Node::Kind::map || !is_per_element(entry.key) || find(entry.value, "shape")) return;
    add(entry.value, "shape", scalar(count_parameter));
  }

  static Node* find(Node& node, std::string_view key) {
    for (Entry& entry : node.entries)
      if (entry.key == key) return &entry.value;
    return nullptr;
  }

  // Nodes that stand for what the file need not say; a problem with them is shown at the function.

  Node scalar(const std::string& text) const {
    Node node;
    node.kind = Node::Kind::scalar;
    node.text = text;
    node.where = node.text_where = function_.where;
    return node;
  }
  Node map(const std::vector<std::pair<std::string, Node>>& entries) const {
    Node node;
    node.kind = Node::Kind::map;
    node.where = node.text_where = function_.where;
    for (const auto& [key, value] : entries) node.entries.push_back({key, function_.where, value});
    return node;
  }
  void add(Node& node, const std::string& key, Node value) const {
    node.entries.push_back({key, function_.where, std::move(value)});
  }

  Reading& reading_;
  const Node& root_;
  Fields fields_;
  DeviceFunction function_;
  const Node* function_node_ = nullptr;
  std::vector<Declared> declared_;
  std::vector<std::string> per_thread_;
};

}  // namespace

Node expand_device_function(Reading& reading, const Node& root) {
  const auto named = [](std::string_view key) { return [key](const Entry& entry) { return entry.key == key; }; };
  const auto function = std::find_if(root.entries.begin(), root.entries.end(), named("device_function"));
  if (root.kind != Node::Kind::map || function == root.entries.end()) return root;
  if (std::any_of(root.entries.begin(), root.entries.end(), named("signature"))) {
    report(reading.problems, function->where, "a spec has a 'signature' or a 'device_function', not both");
    Node out = root;
    std::erase_if(out.entries, named("device_function"));
    return without_signature(reading, std::move(out), function->where);
  }
  return Expansion(reading, root, *function).expanded();
}

std::vector<ElementFunction> element_functions(const KernelSpec& spec) {
  const DeviceFunction& function = *spec.device_function;
  std::vector<ElementFunction> out;
  for (const Signature& kernel : spec.instantiations) {
    ElementFunction element{{function.name, {}, kernel.types}, "void"};
    for (std::size_t i = 0; i < function.uses.size(); ++i) {
      Parameter parameter = kernel.parameters.at(i + 1);  // behind the count
      if (function.uses[i] == Use::element) {
        parameter.kind = ParameterKind::scalar;
        parameter.is_const = false;
      }
      element.signature.parameters.push_back(std::move(parameter));
    }
    if (kernel.parameters.size() > function.uses.size() + 1) element.returns = c_name(kernel.parameters.back().dtype);
    out.push_back(std::move(element));
  }
  return out;
}

std::string element_statement(const KernelSpec& spec, const std::string& index) {
  const DeviceFunction& function = *spec.device_function;
  const std::vector<Parameter>& parameters = spec.instantiations.front().parameters;
  std::string arguments;
  for (std::size_t i = 0; i < function.uses.size(); ++i) {
    const std::string& name = parameters.at(i + 1).name;
    arguments += arguments.empty() ? "" : ", ";
    switch (function.uses[i]) {
      case Use::element: arguments += fmt::format("{}[{}]", name, index); break;
      case Use::per_thread: arguments += fmt::format("{} + {}", name, index); break;
      case Use::shared:
      case Use::whole: arguments += name; break;
    }
  }
  const bool has_result = parameters.size() > function.uses.size() + 1;
  return fmt::format("{}{}({});", has_result ? fmt::format("{}[{}] = ", result_parameter, index) : "", function.name,
                     arguments);
}

std::string find_device_header(const KernelSpec& spec, const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<fs::path> folders{fs::absolute(folder)};
  for (const std::string& given : spec.cuda_include_dirs) folders.push_back(folders.front() / given);
  for (const fs::path& place : folders) {
    const fs::path candidate = (place / spec.device_function->header).lexically_normal();
    std::error_code ignored;
    if (fs::is_regular_file(candidate, ignored)) return candidate.string();
  }
  return "";
}

std::string element_pointer(const ElementFunction& function, const std::string& name) {
  return fmt::format("{} (*{})({})", function.returns, name, type_list(function.signature));
}

}  // namespace kparity::spec
