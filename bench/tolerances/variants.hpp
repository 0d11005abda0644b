// The kernels of the experiment on tolerances once more, each as right versions (other orders, fused operations,
// another exponential) and with planted faults. What a version does differently is a template argument.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace variants {

enum class How {
  // right
  reversed,
  strided,   // 32 partial sums, added as a tree
  pairwise,  // halves
  kahan,
  shuffled,  // as atomics may come
  fused,
  regrouped,
  jittered,  // an exponential that is up to 2 units off
  blocked,   // sums of blocks first
  // wrong
  last_left_out,
  tail_left_out,  // of 32
  lane_lost,      // every 32nd
  first_twice,
  neighbour,  // reads the next element
  coarse_input,
  coarse_sum,
  coarse_exponential,
  thousandth,  // one factor off by a thousandth
  one_less,    // n - 1 for n
  no_epsilon,
  large_epsilon,
  one_pass,  // variance as a difference of means
  exclusive,
  carry_skipped,
  edge_written,
  last_interior,
  swapped,
};

constexpr bool is_right(How how) {
  return how <= How::blocked;
}

/// Rounded to 11 bits for float, to a float for double: TF32, and a `float` accumulator.
template <class T>
T coarse(T x) {
  if constexpr (sizeof(T) == 8) return static_cast<T>(static_cast<float>(x));
  const T high = x * T(8193);
  return std::isfinite(high) ? high - (high - x) : x;
}

/// term(0) + ... + term(n - 1).
template <class T, How how, class Term>
T reduce(int n, const Term& term) {
  const auto serial = [&](int from, int to, int step) {
    T total = 0;
    for (int i = from; i < to; i += step) total += term(i);
    return total;
  };
  if constexpr (how == How::reversed) {
    T total = 0;
    for (int i = n; i-- > 0;) total += term(i);
    return total;
  } else if constexpr (how == How::strided) {
    T lanes[32];
    for (int lane = 0; lane < 32; ++lane) lanes[lane] = serial(lane, n, 32);
    for (int half = 16; half > 0; half /= 2)
      for (int lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
    return lanes[0];
  } else if constexpr (how == How::pairwise) {
    std::vector<T> terms;
    for (int i = 0; i < n; ++i) terms.push_back(term(i));
    if (n == 0) return T(0);
    for (std::size_t count = terms.size(); count > 1; count = (count + 1) / 2)
      for (std::size_t i = 0; i < count / 2; ++i) terms[i] += terms[count - 1 - i];
    return terms[0];
  } else if constexpr (how == How::kahan) {
    T total = 0, lost = 0;
    for (int i = 0; i < n; ++i) {
      const T next = term(i) - lost, sum = total + next;
      lost = (sum - total) - next;
      total = sum;
    }
    return total;
  } else if constexpr (how == How::shuffled) {
    std::vector<int> order;
    for (int i = 0; i < n; ++i) order.push_back(i);
    std::uint64_t state = 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(n);
    for (std::size_t i = order.size(); i > 1; --i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      std::swap(order[i - 1], order[(state >> 33) % i]);
    }
    T total = 0;
    for (const int i : order) total += term(i);
    return total;
  } else if constexpr (how == How::last_left_out) {
    return serial(0, n - 1, 1);
  } else if constexpr (how == How::tail_left_out) {
    return serial(0, n - n % 32, 1);
  } else if constexpr (how == How::lane_lost) {
    T total = 0;
    for (int i = 0; i < n; ++i)
      if (i % 32 != 31) total += term(i);
    return total;
  } else if constexpr (how == How::first_twice) {
    return n > 0 ? term(0) + serial(0, n, 1) : T(0);
  } else if constexpr (how == How::coarse_sum) {
    T total = 0;
    for (int i = 0; i < n; ++i) total = coarse(total + term(i));
    return total;
  }
  return serial(0, n, 1);
}

/// a * b + c, fused where that is the version.
template <class T, How how>
T multiply_add(T a, T b, T c) {
  if constexpr (how == How::fused) return std::fma(a, b, c);
  return a * b + c;
}

/// The sum of a(i) * b(i).
template <class T, How how, class A, class B>
T product_sum(int n, const A& a, const B& b) {
  if constexpr (how == How::fused) {
    T total = 0;
    for (int i = 0; i < n; ++i) total = std::fma(a(i), b(i), total);
    return total;
  }
  return reduce<T, how>(n, [&](int i) { return a(i) * b(i); });
}

template <class T, How how>
T exponential(T x) {
  const T value = std::exp(x);
  if constexpr (how == How::coarse_exponential) return coarse(value);
  if constexpr (how == How::jittered) {
    const T unit = value * std::numeric_limits<T>::epsilon();
    return value > T(1e-30) ? value + unit * T(static_cast<int>(std::fabs(x) * 1000) % 3 - 1) : value;
  }
  return value;
}

/// Element i of an input, or what the version reads in its place.
template <class T, How how>
T read(const T* x, int i, int n) {
  if constexpr (how == How::neighbour) return x[i + 1 < n ? i + 1 : i];
  if constexpr (how == How::coarse_input) return coarse(x[i]);
  return x[i];
}

template <How how>
constexpr double factor = how == How::thousandth ? 1.001 : 1;

struct Sum {
  static constexpr const char* name = "sum";
  template <class T, How how>
  static void run(int n, const T* x, T* y) {
    y[0] = reduce<T, how>(n, [&](int i) { return x[i]; });
  }
};

struct Dot {
  static constexpr const char* name = "dot";
  template <class T, How how>
  static void run(int n, const T* x, const T* z, T* y) {
    y[0] = product_sum<T, how>(
        n, [&](int i) { return read<T, how>(x, i, n); }, [&](int i) { return z[i]; });
  }
};

struct Softmax {
  static constexpr const char* name = "softmax";
  template <class T, How how>
  static void run(int rows, int columns, const T* x, T* y) {
    for (int row = 0; row < rows; ++row) {
      const T* from = x + row * columns;
      T largest = from[0];
      for (int i = 1; i < columns; ++i) largest = std::fmax(largest, from[i]);
      const auto power = [&](int i) { return exponential<T, how>(read<T, how>(from, i, columns) - largest); };
      const T total = reduce<T, how>(columns, power) * T(factor<how>);
      for (int i = 0; i < columns; ++i) y[row * columns + i] = power(i) / total;
    }
  }
};

struct LayerNorm {
  static constexpr const char* name = "layer_norm";
  template <class T, How how>
  static void run(int rows, int columns, const T* x, T* y) {
    for (int row = 0; row < rows; ++row) {
      const T* from = x + row * columns;
      const T mean = reduce<T, how>(columns, [&](int i) { return from[i]; }) / T(columns);
      T variance = reduce<T, how>(columns, [&](int i) { return (from[i] - mean) * (from[i] - mean); });
      variance = variance / T(how == How::one_less && columns > 1 ? columns - 1 : columns);
      if constexpr (how == How::one_pass)
        variance = reduce<T, how>(columns, [&](int i) { return from[i] * from[i]; }) / T(columns) - mean * mean;
      const T epsilon = T(how == How::no_epsilon ? 0 : how == How::large_epsilon ? 1e-3 : 1e-5);
      const T scale = T(1) / std::sqrt(variance + epsilon);
      for (int i = 0; i < columns; ++i) y[row * columns + i] = (from[i] - mean) * scale;
    }
  }
};

struct Stencil {
  static constexpr const char* name = "stencil";
  template <class T, How how>
  static void run(int n, T k, const T* x, T* y) {
    for (int i = 0; i < n; ++i) {
      const bool is_end = how == How::last_interior ? i == 0 || i >= n - 2 : i == 0 || i == n - 1;
      if (is_end && !(how == How::edge_written && i == 0 && n > 1)) {
        y[i] = x[i];
        continue;
      }
      const T left = i > 0 ? x[i - 1] : T(0), here = x[i], right = read<T, how>(x, i + 1, n);
      const T factor = k * T(variants::factor<how>);
      if constexpr (how == How::regrouped) {
        y[i] = x[i] + k * ((left + right) - T(2) * here);
      } else if constexpr (how == How::fused) {
        y[i] = std::fma(k, std::fma(T(-2), here, left) + right, x[i]);
      } else {
        y[i] = x[i] + factor * (left - T(2) * here + right);
      }
    }
  }
};

struct Scan {
  static constexpr const char* name = "scan";
  template <class T, How how>
  static void run(int n, const T* x, T* y) {
    constexpr int block = 64;
    if constexpr (how == How::blocked || how == How::carry_skipped) {
      T carry = 0;
      for (int first = 0; first < n; first += block) {
        T total = 0;
        for (int i = first; i < std::min(n, first + block); ++i) {
          total += x[i];
          y[i] = carry + total;
        }
        carry += how == How::carry_skipped && first == 2 * block ? T(0) : total;
      }
      return;
    }
    T total = 0, lost = 0;
    for (int i = 0; i < n; ++i) {
      if constexpr (how == How::exclusive) y[i] = total;
      if constexpr (how == How::kahan) {
        const T next = x[i] - lost, sum = total + next;
        lost = (sum - total) - next;
        total = sum;
      } else {
        total += x[i];
      }
      if constexpr (how == How::coarse_sum) total = coarse(total);
      if constexpr (how == How::first_twice) total += i == 0 ? x[0] : T(0);
      if constexpr (how != How::exclusive) y[i] = total;
    }
    if constexpr (how == How::last_left_out)
      if (n > 1) y[n - 1] = y[n - 2];
  }
};

struct Axpy {
  static constexpr const char* name = "axpy";
  template <class T, How how>
  static void run(int n, T a, const T* x, T* y) {
    const int end = how == How::tail_left_out ? n - n % 32 : n;
    for (int i = 0; i < end; ++i) {
      if constexpr (how == How::swapped) {
        y[i] = a * y[i] + x[i];
      } else {
        y[i] = multiply_add<T, how>(a * T(factor<how>), read<T, how>(x, i, n), y[i]);
      }
    }
  }
};

struct Gemv {
  static constexpr const char* name = "gemv";
  template <class T, How how>
  static void run(int rows, int columns, const T* x, const T* z, T* y) {
    for (int row = 0; row < rows; ++row)
      y[row] = product_sum<T, how>(
          columns,
          [&](int i) { return how == How::swapped ? x[(i * rows + row) % (rows * columns)] : x[row * columns + i]; },
          [&](int i) { return read<T, how>(z, i, columns); });
  }
};

struct Norm {
  static constexpr const char* name = "norm";
  template <class T, How how>
  static void run(int n, const T* x, T* y) {
    const auto element = [&](int i) { return x[i]; };
    y[0] = std::sqrt(product_sum<T, how>(n, element, element)) * T(factor<how>);
  }
};

struct LogSumExp {
  static constexpr const char* name = "logsumexp";
  template <class T, How how>
  static void run(int rows, int columns, const T* x, T* y) {
    for (int row = 0; row < rows; ++row) {
      const T* from = x + row * columns;
      T largest = from[0];
      for (int i = 1; i < (how == How::one_less ? columns - 1 : columns); ++i) largest = std::fmax(largest, from[i]);
      const T total = reduce<T, how>(how == How::one_less ? columns - 1 : columns,
                                     [&](int i) { return exponential<T, how>(from[i] - largest); });
      y[row] = largest + std::log(total * T(factor<how>));
    }
  }
};

struct Forces {
  static constexpr const char* name = "forces";
  template <class T, How how>
  static void run(int n, const T* x, const T* z, T* y) {
    for (int i = 0; i < n; ++i)
      y[i] = reduce<T, how>(n, [&](int j) {
        const T away = read<T, how>(x, j, n) - x[i];
        const T square = away * away + T(how == How::no_epsilon && i != j ? 0.0099 : 0.01);
        return z[j] * T(factor<how>) * away / (square * std::sqrt(square));
      });
  }
};

struct Horner {
  static constexpr const char* name = "horner";
  template <class T, How how>
  static void run(int n, const T* x, T* y) {
    constexpr double given[] = {.25, -.5, 1.25, .75, -1.5, 2};
    for (int i = 0; i < n; ++i) {
      const T at = read<T, how>(x, i, n);
      T value = T(how == How::swapped ? given[5] : given[0]);
      for (int k = 1; k < (how == How::one_less ? 5 : 6); ++k)
        value = multiply_add<T, how>(value, at, T((how == How::swapped ? given[5 - k] : given[k]) * factor<how>));
      y[i] = value;
    }
  }
};

}  // namespace variants
