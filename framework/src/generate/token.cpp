// The printed form of a case and its reader. The reader says what is wrong with a token, since people edit them by
// hand.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "family.hpp"
#include "kparity/generate/captured.hpp"
#include "kparity/generate/case.hpp"
#include "listing.hpp"
#include "prepared.hpp"
#include "scalar.hpp"

namespace kparity::generate {

namespace {

/// Half of the bits: enough to notice another spec, and short.
std::uint32_t short_hash(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

struct Entry {
  std::string_view name, value;
};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  if (trimmed(text).empty()) return parts;
  while (true) {
    const auto end = text.find(separator);
    parts.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

[[noreturn]] void fail(std::string_view token, const std::string& problem) {
  throw InvalidArgument(fmt::format("token '{}': {}", token, problem));
}

std::vector<Entry> entries_of(std::string_view token, std::string_view text) {
  std::vector<Entry> entries;
  for (const auto part : split(text, ',')) {
    const auto mark = part.find('=');
    if (mark == std::string_view::npos) fail(token, fmt::format("expected 'name=value' instead of '{}'", part));
    const Entry entry{trimmed(part.substr(0, mark)), trimmed(part.substr(mark + 1))};
    if (std::ranges::find(entries, entry.name, &Entry::name) != entries.end()) {
      fail(token, fmt::format("'{}' is given twice", entry.name));
    }
    entries.push_back(entry);
  }
  return entries;
}

std::optional<std::uint64_t> hexadecimal(std::string_view text) {
  std::uint64_t number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  if (text.empty() || result.ec != std::errc{} || result.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Hands out the entries by name and knows which were asked for.
class TokenReader {
 public:
  TokenReader(std::string_view token, std::vector<Entry> entries)
      : token_(token), entries_(std::move(entries)), used_(entries_.size(), false) {}

  bool has(std::string_view name) const { return std::ranges::find(entries_, name, &Entry::name) != entries_.end(); }

  std::optional<std::string_view> optional(std::string_view name) {
    known_.emplace_back(name);
    const auto entry = std::ranges::find(entries_, name, &Entry::name);
    if (entry == entries_.end()) return std::nullopt;
    used_[static_cast<std::size_t>(entry - entries_.begin())] = true;
    return entry->value;
  }

  /// The entries that name elements of arrays, in their order.
  std::vector<Entry> edits() {
    std::vector<Entry> found;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].name.find('[') == std::string_view::npos) continue;
      used_[i] = true;
      found.push_back(entries_[i]);
    }
    return found;
  }

  std::string_view required(std::string_view name) {
    const auto value = optional(name);
    if (!value) missing_.emplace_back(name);
    return value.value_or(std::string_view());
  }

  std::optional<std::uint64_t> hexadecimal_or_none(std::string_view name, std::optional<std::string_view> value) const {
    if (!value) return std::nullopt;
    const auto number = hexadecimal(*value);
    if (!number) fail(token_, fmt::format("{} = '{}' is no hexadecimal number of up to 64 bits", name, *value));
    return number;
  }

  /// Nothing may be left over, and nothing that was required may be missing.
  void finish() const {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (used_[i]) continue;
      fail(token_, fmt::format("unknown name '{}'{}; known are: {}", entries_[i].name,
                               spec::did_you_mean(entries_[i].name, known_), listed(known_)));
    }
    if (!missing_.empty()) fail(token_, fmt::format("missing: {}", listed(missing_)));
  }

 private:
  std::string_view token_;
  std::vector<Entry> entries_;
  std::vector<bool> used_;
  std::vector<std::string> known_, missing_;
};

bool is_instantiation(const Signature& signature, const std::vector<std::pair<std::string, std::string>>& chosen) {
  const auto types = entries_of(signature.types, signature.types);
  return std::ranges::all_of(chosen, [&](const auto& choice) {
    return std::ranges::any_of(types,
                               [&](const Entry& t) { return t.name == choice.first && t.value == choice.second; });
  });
}

std::size_t read_instantiation(std::string_view token, const spec::KernelSpec& spec, TokenReader& reader) {
  std::vector<std::pair<std::string, std::string>> chosen;
  for (const auto& type : spec.types) chosen.emplace_back(type.name, reader.required(type.name));
  for (std::size_t i = 0; i < spec.instantiations.size(); ++i) {
    if (is_instantiation(spec.instantiations[i], chosen)) return i;
  }
  if (std::ranges::any_of(chosen, [](const auto& choice) { return choice.second.empty(); }))
    return 0;  // missing, said later
  std::vector<std::string> known;
  for (const auto& signature : spec.instantiations) known.push_back(signature.types);
  fail(token, fmt::format("'{}' has no such instantiation; there are: {}", spec.kernel, listed(known, "; ")));
}

void read_scalars(std::string_view token, const Prepared& prepared, TokenReader& reader, Case& drawn) {
  for (const auto& scalar : prepared.scalars) {
    const DType dtype = scalar.dtypes[drawn.instantiation];
    ScalarValue value{.dtype = dtype, .bits = 0};
    if (const auto text = reader.optional(scalar.input->name)) {
      const auto read = scalar_from_text(dtype, *text);
      if (!read) fail(token, fmt::format("{} = '{}' is no {}", scalar.input->name, *text, c_name(dtype)));
      value = *read;
    } else {
      reader.required(scalar.input->name);  // remembers that it is missing
    }
    drawn.scalars.push_back(value);
  }
}

void check_bounds(std::string_view token, const Prepared& prepared, const Case& drawn) {
  const Values values = values_of(prepared, drawn);
  for (std::size_t i = 0; i < prepared.scalars.size(); ++i) {
    const auto& scalar = prepared.scalars[i];
    const Range legal = range_of(scalar, drawn, values);
    if (is_legal(legal, drawn.scalars[i])) continue;
    fail(token,
         fmt::format("{} = {} is outside the bounds of its generator '{}': {}", scalar.input->name,
                     to_text(drawn.scalars[i]), scalar.input->generate.kind, to_text(legal, drawn.scalars[i].dtype)));
  }
}

/// What a token says beside the name of the file must be what the file holds.
Case read_captured_token(std::string_view token, const spec::KernelSpec& spec, std::string_view capture,
                         TokenReader& reader) {
  Case drawn = read_captured(spec, capture).drawn;
  const auto check = [&](std::string_view name, std::optional<std::string_view> said, const std::string& held) {
    if (said && *said != held)
      fail(token, fmt::format("{} = {}, but '{}' holds {}", name, *said, captured_path(spec, capture), held));
  };
  const auto types = entries_of(token, spec.instantiations[drawn.instantiation].types);
  for (const auto& type : spec.types) {
    const auto held = std::ranges::find(types, type.name, &Entry::name);
    check(type.name, reader.optional(type.name), held == types.end() ? "" : std::string(held->value));
  }
  std::size_t scalar = 0;
  for (const auto& input : spec.inputs)
    if (input.shape.empty()) check(input.name, reader.optional(input.name), to_text(drawn.scalars[scalar++]));
  const std::string seed = fmt::format("{:x}", drawn.seed);
  if (const auto said = reader.optional("seed"); said && *said != seed)
    fail(token, fmt::format("'{}' has changed since: its contents have the mark {}, not {}",
                            captured_path(spec, capture), seed, *said));
  return drawn;
}

std::string scalars_text(const spec::KernelSpec& spec, const Case& drawn, char separator) {
  std::string text;
  if (drawn.instantiation < spec.instantiations.size()) text = spec.instantiations[drawn.instantiation].types;
  std::ranges::replace(text, ',', separator);
  std::size_t scalar = 0;
  for (const auto& input : spec.inputs) {
    if (!input.shape.empty() || scalar >= drawn.scalars.size()) continue;
    if (!text.empty()) text += separator;
    text += input.name + "=" + to_text(drawn.scalars[scalar++]);
  }
  return text.empty() ? text : text + separator;
}

/// "family=shapes", "capture=push.3".
std::string origin_text(const Case& drawn) {
  return drawn.capture.empty() ? "family=" + drawn.family : "capture=" + drawn.capture;
}

}  // namespace

std::string token(const spec::KernelSpec& spec, const Case& drawn) {
  return fmt::format("{}:{}{}{},seed={:x},spec={:08x}", spec.kernel, scalars_text(spec, drawn, ','),
                     edits_text(drawn.edits, ','), origin_text(drawn), drawn.seed, short_hash(spec.hash));
}

std::string summary(const spec::KernelSpec& spec, const Case& drawn) {
  return fmt::format("{}{}{} seed={:x}", scalars_text(spec, drawn, ' '), edits_text(drawn.edits, ' '),
                     origin_text(drawn), drawn.seed);
}

ParsedToken parse_token(const spec::KernelSpec& spec, std::string_view text) {
  const std::string kernel = kernel_of_token(text);
  if (kernel != spec.kernel) fail(text, fmt::format("belongs to kernel '{}', not to '{}'", kernel, spec.kernel));
  const Prepared prepared = prepare(spec);
  TokenReader reader(text, entries_of(text, text.substr(text.find(':') + 1)));
  ParsedToken parsed;
  Case& drawn = parsed.drawn;
  if (reader.has("capture")) {
    drawn = read_captured_token(text, spec, reader.required("capture"), reader);
    const auto hash = reader.hexadecimal_or_none("spec", reader.optional("spec"));
    reader.finish();
    parsed.same_spec = !hash || *hash == short_hash(spec.hash);
    return parsed;
  }
  drawn.instantiation = read_instantiation(text, spec, reader);
  read_scalars(text, prepared, reader, drawn);
  drawn.family = reader.required("family");
  const auto seed = reader.required("seed");
  const auto hash = reader.hexadecimal_or_none("spec", reader.optional("spec"));
  const auto edits = reader.edits();
  reader.finish();
  drawn.seed = *reader.hexadecimal_or_none("seed", seed);
  parsed.same_spec = !hash || *hash == short_hash(spec.hash);
  try {
    find_family(drawn.family);
    check_bounds(text, prepared, drawn);
    for (const Entry& edit : edits) drawn.edits.push_back(parse_edit(prepared, drawn, edit.name, edit.value));
  } catch (const ExpressionError& error) {
    fail(text, error.what());
  }
  return parsed;
}

std::string kernel_of_token(std::string_view text) {
  const auto mark = text.find(':');
  const auto kernel = trimmed(text.substr(0, mark));
  if (mark == std::string_view::npos || kernel.empty()) {
    fail(text, "expected '<kernel>:<name>=<value>,...', such as 'axpy:n=129,a=1.5,family=realistic,seed=5eed'");
  }
  return std::string(kernel);
}

std::int64_t evaluate(const spec::KernelSpec& spec, const Case& drawn, const Expression& expression) {
  return expression.evaluate([&](std::string_view name) -> std::int64_t {
    std::vector<std::string> known;
    std::size_t scalar = 0;
    for (const auto& input : spec.inputs) {
      if (!input.shape.empty() || scalar >= drawn.scalars.size()) continue;
      const auto& value = drawn.scalars[scalar++];
      if (is_floating(value.dtype)) continue;
      if (input.name == name) return whole_of(value);
      known.push_back(input.name);
    }
    throw InvalidArgument(fmt::format("{}: '{}' is no integer scalar{}; there are: {}", spec.kernel, name,
                                      spec::did_you_mean(name, known), listed(known)));
  });
}

}  // namespace kparity::generate
