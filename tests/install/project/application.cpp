// Calls a kernel of the catalogue and shows that its CUDA source came along.
#include <kparity/catalog.hpp>

#include <iostream>

#include "stranger_kernels.hpp"

int main() {
  double factor = 2, values[]{1, 2, 3};
  double* v = values;
  int n = 3;
  void* arguments[]{&factor, &v, &n};
  kparity::Kernel& scale = stranger_kernels::scale();
  scale.host("simd").entries[0](arguments);
  std::cout << "scale of 1 2 3 by 2 is " << values[0] << ' ' << values[1] << ' ' << values[2] << '\n';

  const bool same_object = &scale == &stranger_kernels::catalog()["scale"];
  for (const auto& file : scale.definition().cuda->files) std::cout << file.name << ":\n" << file.text;
  return same_object && stranger_kernels::catalog().size() == 2 ? 0 : 1;
}
