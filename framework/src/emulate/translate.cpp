// One walk over the tokens: refuse, rewrite, note what decides about fibers; then the footer.
#include "kparity/emulate/translate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "kparity/emulate/token.hpp"
#include "refusal.hpp"
#include "shared_declaration.hpp"

namespace kparity::emulate {

namespace {

/// Names behind which one thread may wait for another. A wrong yes costs time only.
bool may_wait(std::string_view name) {
  static constexpr std::array names = {std::string_view("__syncwarp"),         std::string_view("__nanosleep"),
                                       std::string_view("cooperative_groups"), std::string_view("atomicCAS"),
                                       std::string_view("atomicCAS_block"),    std::string_view("atomicCAS_system")};
  return name.starts_with("__syncthreads") || name.ends_with("_sync") ||
         std::find(names.begin(), names.end(), name) != names.end();
}

class Translator {
 public:
  explicit Translator(const TranslationRequest& request)
      : request_(request), tokens_(tokenise(request.preprocessed)), all_(tokens_.all) {
    for (const std::string& file : tokens_.files) own_.push_back(file.starts_with(request.own_folder));
  }

  Translation run() {
    for (std::size_t at = 0; at < all_.size(); ++at) {
      follow_scope(at);
      if (is_own(all_[at])) continue;
      if (all_[at].kind == TokenKind::identifier) {
        needs_fibers_ = needs_fibers_ || may_wait(all_[at].spelling);
        if (rewrite(at)) continue;
      }
      if (all_[at].system) continue;
      if (const auto feature = refused_at(all_, at)) refuse(tokens_, all_[at], *feature);
    }
    copy_to(request_.preprocessed.size());
    out_ += footer();
    return {std::move(out_), needs_fibers_};
  }

 private:
  bool is_own(const Token& token) const { return own_[token.file]; }
  std::size_t begin_of(const Token& token) const {
    return static_cast<std::size_t>(token.spelling.data() - request_.preprocessed.data());
  }
  std::size_t end_of(const Token& token) const { return begin_of(token) + token.spelling.size(); }

  void copy_to(std::size_t offset) {
    out_ += request_.preprocessed.substr(copied_, offset - copied_);
    copied_ = offset;
  }

  /// Puts `text` in the place of the tokens [begin, end), and keeps the number of lines.
  void replace(std::size_t begin, std::size_t end, std::string_view text) {
    copy_to(begin_of(all_[begin]));
    const std::size_t until = end_of(all_[end - 1]);
    const std::string_view old = request_.preprocessed.substr(copied_, until - copied_);
    out_ += text;
    // Line markers in between go too; the next one, or the next line of the same file, sets things right.
    out_.append(static_cast<std::size_t>(std::count(old.begin(), old.end(), '\n')), '\n');
    copied_ = until;
  }

  /// Keeps `function_depth_`: how many open braces are code, not namespaces or classes.
  void follow_scope(std::size_t at) {
    const std::string_view spelling = all_[at].spelling;
    if (all_[at].kind != TokenKind::punctuation) return;
    if (spelling == "{") {
      const bool code = function_depth_ > 0 || (at > 0 && opens_function(at));
      braces_.push_back(code);
      function_depth_ += code ? 1 : 0;
      statement_ = at + 1;
    } else if (spelling == "}") {
      if (!braces_.empty()) {
        function_depth_ -= braces_.back() ? 1 : 0;
        braces_.pop_back();
      }
      statement_ = at + 1;
    } else if (spelling == ";" || (spelling == ":" && at > 0 && all_[at - 1].spelling != "?")) {
      statement_ = at + 1;
    }
  }

  /// A brace behind a parameter list, with what may stand in between.
  bool opens_function(std::size_t at) const {
    for (std::size_t i = at; i-- > statement_;)
      if (all_[i].spelling == ")") return true;
    return false;
  }

  bool rewrite(std::size_t& at) {
    const std::string_view name = all_[at].spelling;
    if (name == "__shared__") return rewrite_shared(at);
    if (name == "__launch_bounds__") return rewrite_launch_bounds(at);
    if (name == "__noinline__" && (at == 0 || all_[at - 1].spelling != "(")) {
      replace(at, at + 1, "__attribute__((noinline))");
      return true;
    }
    return false;
  }

  bool rewrite_shared(std::size_t& at) {
    if (function_depth_ == 0) refuse(tokens_, all_[at], "a __shared__ variable outside a function");
    std::size_t end = at;
    int depth = 0;
    for (; end < all_.size(); ++end) {
      const std::string_view spelling = all_[end].spelling;
      if (depth == 0 && spelling == ";") break;
      depth += spelling == "{" || spelling == "(" || spelling == "[" ? 1 : 0;
      depth -= spelling == "}" || spelling == ")" || spelling == "]" ? 1 : 0;
    }
    const std::size_t begin = statement_;
    const SharedDeclaration declaration = parse_shared(std::span(all_).subspan(begin, end - begin));
    if (declaration.names.empty()) refuse(tokens_, all_[at], "this form of a __shared__ declaration");
    if (end == all_.size()) refuse(tokens_, all_[at], "a __shared__ declaration without its end");
    replace(begin, end + 1, replacement(declaration, ++shared_));
    at = end;
    statement_ = end + 1;
    return true;
  }

  /// Notes the number of threads for the function that follows and takes the words out.
  bool rewrite_launch_bounds(std::size_t& at) {
    std::size_t end = at + 1;
    int depth = 0;
    std::size_t comma = 0;
    for (; end < all_.size(); ++end) {
      const std::string_view spelling = all_[end].spelling;
      depth += spelling == "(" ? 1 : spelling == ")" ? -1 : 0;
      if (depth == 1 && spelling == "," && comma == 0) comma = end;
      if (depth == 0) break;
    }
    if (end == all_.size()) return false;
    const std::size_t last = comma == 0 ? end : comma;
    if (last < at + 3) return false;
    bool names = false;
    for (std::size_t i = at + 2; i < last; ++i) names = names || all_[i].kind == TokenKind::identifier;
    const std::size_t from = begin_of(all_[at + 2]);
    const std::string expression(request_.preprocessed.substr(from, end_of(all_[last - 1]) - from));
    std::size_t name = end + 1;
    while (name + 1 < all_.size() && (all_[name].kind != TokenKind::identifier || all_[name + 1].spelling != "("))
      ++name;
    // In a template the names may be its parameters, which mean nothing in the footer.
    const bool is_template = all_[statement_].spelling == "template";
    if (name + 1 < all_.size() && !(names && is_template)) bounds_[std::string(all_[name].spelling)] = expression;
    replace(at, end + 1, "");
    at = end;
    return true;
  }

  std::string footer() const {
    std::string text = fmt::format("\n# 1 \"signature of {}\"\n", request_.kernel);
    const auto bound = bounds_.find(request_.kernel);
    const std::string threads = bound == bounds_.end() ? "0" : bound->second;
    std::string table;
    for (std::size_t i = 0; i < request_.instantiations.size(); ++i) {
      text += fmt::format("typedef void KparityType{}({});\n", i, type_list(request_.instantiations[i]));
      text += fmt::format("typedef KparityEntry<KparityType{0}, static_cast<KparityType{0}*>({1})> KparityEntry{0};\n",
                          i, request_.functions[i]);
      table += fmt::format(
          "{{\"{0}\", KparityEntry{1}::count, KparityEntry{1}::sizes, static_cast<unsigned>({2}), "
          "&KparityEntry{1}::thread, KparityEntry{1}::block}},\n",
          request_.kernel, i, threads);
    }
    text += fmt::format("static const KparityKernel kparity_kernels[] = {{\n{}}};\n", table);
    text += fmt::format(
        "extern \"C\" __attribute__((visibility(\"default\"))) const KparityModule kparity_module = {{\n"
        "kparity_engine_version, kparity_module_context, kparity_module_engine, {}, "
        "kparity_kernels, {}}};\n",
        request_.instantiations.size(), needs_fibers_ ? 1 : 0);
    return text;
  }

  const TranslationRequest& request_;
  Tokens tokens_;
  const std::vector<Token>& all_;
  std::vector<bool> own_;  // by file
  std::string out_;
  std::size_t copied_ = 0;
  bool needs_fibers_ = false;
  std::vector<bool> braces_;  // whether each open one is code
  int function_depth_ = 0;
  std::size_t statement_ = 0;  // where the statement began
  std::size_t shared_ = 0;
  std::map<std::string, std::string> bounds_;  // by function
};

}  // namespace

Translation translate(const TranslationRequest& request) {
  return Translator(request).run();
}

}  // namespace kparity::emulate
