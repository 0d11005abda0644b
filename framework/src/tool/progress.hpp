// One line on a terminal that says how far long work is; nothing at all in a pipe.
#pragma once

#include <cstddef>
#include <string>

namespace kparity::tool {

class Progress {
 public:
  /// Shows only if standard error is a terminal.
  explicit Progress(std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const std::string& doing);
  void step() { ++done_; }
  /// Takes the line away, so that other text can be printed.
  void clear();

 private:
  std::size_t total_, done_ = 0;
  bool terminal_ = false, shown_ = false;
};

}  // namespace kparity::tool
