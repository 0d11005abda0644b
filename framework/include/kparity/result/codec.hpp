// How values go from a child process to its parent: bytes in the order of the fields, for two ends of one program. A
// struct takes part with a function `fields(archive, value)` in its own namespace, which serves both directions.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace kparity::result {

template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// Writer()(a, b, ...).take()
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
  template <class A, class B>
  void put(const std::pair<A, B>& values) {
    put(values.first);
    put(values.second);
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

/// Reader(bytes)(a, b, ...); throws std::runtime_error if there are too few.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }

 private:
  std::string_view take(std::size_t count) {
    if (count > bytes_.size()) throw std::runtime_error("what a child process sent is cut off");
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
  template <class A, class B>
  void get(std::pair<A, B>& values) {
    get(values.first);
    get(values.second);
  }
  template <class T>
  void get(std::vector<T>& values) {
    std::size_t size = 0;
    get(size);
    if (size > bytes_.size()) throw std::runtime_error("what a child process sent is cut off");
    values.resize(size);
    for (auto& value : values) get(value);
  }
  template <class T>
  void get(T& value);

  std::string_view bytes_;
};

/// A struct, const or not: for the argument of `fields`.
template <class T, class U>
concept Is = std::is_same_v<std::remove_const_t<T>, U>;

template <class T>
void Writer::put(const T& value) {
  fields(*this, value);
}

template <class T>
void Reader::get(T& value) {
  fields(*this, value);
}

}  // namespace kparity::result
