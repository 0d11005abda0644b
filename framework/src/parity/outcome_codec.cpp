// One list of fields per struct serves both directions.
#include "outcome_codec.hpp"

#include <array>
#include <cstring>
#include <optional>
#include <type_traits>
#include <vector>

#include "kparity/error.hpp"

namespace kparity::parity {

namespace {

template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class Writer {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  std::string take() { return std::move(bytes_); }

 private:
  template <Plain T>
  void put(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put(const std::string& text) {
    put(text.size());
    bytes_ += text;
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <Plain T, std::size_t N>
  void put(const std::array<T, N>& values) {
    for (const auto& value : values) put(value);
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(values.size());
    for (const auto& value : values) put(value);
  }
  template <class T>
  void put(const T& value);

  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }

 private:
  std::string_view take(std::size_t count) {
    if (count > bytes_.size()) throw RuntimeFailure("the outcome of a child process is cut off");
    const auto taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }
  template <Plain T>
  void get(T& value) {
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
  }
  void get(std::string& text) {
    std::size_t size = 0;
    get(size);
    text = take(size);
  }
  template <class T>
  void get(std::optional<T>& value) {
    bool has = false;
    get(has);
    if (has) get(value.emplace());
  }
  template <Plain T, std::size_t N>
  void get(std::array<T, N>& values) {
    for (auto& value : values) get(value);
  }
  template <class T>
  void get(std::vector<T>& values) {
    std::size_t size = 0;
    get(size);
    if (size > bytes_.size()) throw RuntimeFailure("the outcome of a child process is cut off");
    values.resize(size);
    for (auto& value : values) get(value);
  }
  template <class T>
  void get(T& value);

  std::string_view bytes_;
};

template <class T, class U>
concept Is = std::is_same_v<std::remove_const_t<T>, U>;

void fields(auto& archive, Is<result::Mismatch> auto& m) {
  archive(m.index, m.position, m.expected, m.got, m.expected_bits, m.got_bits, m.difference, m.ulps, m.bound, m.used,
          m.note, m.thread);
}

void fields(auto& archive, Is<result::Comparison> auto& c) {
  archive(c.output, c.rule, c.shape, c.elements, c.compared, c.mismatches, c.explainable, c.first, c.worst, c.used,
          c.pattern, c.pattern_before, c.whole);
}

void fields(auto& archive, Is<result::Rule> auto& r) {
  archive(r.output, r.text, r.reason, r.is_override, r.used, r.judged);
}

void fields(auto& archive, Is<result::Property> auto& p) {
  archive(p.text, p.cases);
}

void fields(auto& archive, Is<result::LaunchPlace> auto& p) {
  archive(p.block, p.thread, p.descending, p.at_finding);
}

void fields(auto& archive, Is<result::Outcome> auto& o) {
  archive(o.kernel, o.check, o.implementation, o.place, o.verdict, o.reason, o.details, o.comparisons, o.rules,
          o.properties, o.cases, o.compared, o.used, o.token, o.first_token, o.shrink_steps, o.likely,
          o.same_every_time, o.replay, o.saved, o.file, o.written, o.launch_place, o.seconds);
}

template <class T>
void Writer::put(const T& value) {
  fields(*this, value);
}

template <class T>
void Reader::get(T& value) {
  fields(*this, value);
}

}  // namespace

std::string encode(const result::Outcome& outcome) {
  Writer writer;
  fields(writer, outcome);
  return writer.take();
}

result::Outcome decode(std::string_view bytes) {
  result::Outcome outcome;
  Reader reader(bytes);
  fields(reader, outcome);
  return outcome;
}

}  // namespace kparity::parity
