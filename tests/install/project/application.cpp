// Calls a kernel of the catalogue and shows that its CUDA source came along.
#include <iostream>
#include <vector>

#include "stranger_kernels.hpp"

int main() {
  // [call]
  std::vector<double> values{1, 2, 3};
  stranger_kernels::scale()(2.0, values, 3);  // by name: stranger_kernels::catalog()["scale"](2.0, values, 3)
  // [/call]
  std::cout << "scale of 1 2 3 by 2 is " << values[0] << ' ' << values[1] << ' ' << values[2] << '\n';

  const kparity::Kernel& scale = stranger_kernels::scale();
  double factor = 2, *data = values.data();
  int n = 3;
  void* arguments[]{&factor, &data, &n};
  scale.host("simd").entries[0](arguments);
  const bool both_ran = values[2] == 12;
  const bool same_object = &scale == &stranger_kernels::catalog()["scale"];
  for (const auto& file : scale.definition().cuda->files) std::cout << file.name << ":\n" << file.text;
  return both_ran && same_object && stranger_kernels::catalog().size() == 2 ? 0 : 1;
}
