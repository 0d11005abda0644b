#include <cuComplex.h>
#include <math_constants.h>

#include "check.cuh"

__global__ void complex(int* failures, double one) {
  const cuDoubleComplex a = make_cuDoubleComplex(3 * one, 4 * one), b = make_cuDoubleComplex(one, -2 * one);
  CHECK(cuCabs(a) == 5.0);
  CHECK(cuCreal(cuCadd(a, b)) == 4.0 && cuCimag(cuCadd(a, b)) == 2.0);
  CHECK(cuCreal(cuCsub(a, b)) == 2.0 && cuCimag(cuCsub(a, b)) == 6.0);
  CHECK(cuCreal(cuCmul(a, b)) == 11.0 && cuCimag(cuCmul(a, b)) == -2.0);
  CHECK(fabs(cuCreal(cuCdiv(a, b)) + 1.0) < 1e-15 && fabs(cuCimag(cuCdiv(a, b)) - 2.0) < 1e-15);
  CHECK(cuCimag(cuConj(a)) == -4.0);
  CHECK(cuCreal(cuCfma(a, b, a)) == 14.0);
  const cuFloatComplex f = make_cuFloatComplex(1.0f, 2.0f);
  CHECK(cuCimagf(cuCmulf(f, f)) == 4.0f);
  CHECK(cuCrealf(cuConjf(f)) == 1.0f && cuCimagf(cuConjf(f)) == -2.0f);
  CHECK(cuCrealf(cuCaddf(f, f)) == 2.0f && cuCimagf(cuCsubf(f, f)) == 0.0f);
  CHECK(cuCrealf(cuCdivf(f, f)) == 1.0f && cuCimagf(cuCfmaf(f, f, f)) == 6.0f);
  CHECK(cuComplexDoubleToFloat(a).x == 3.0f);
  CHECK(cuCabsf(make_cuComplex(3.0f, 4.0f)) == 5.0f);
  CHECK(cuComplexFloatToDouble(f).y == 2.0);
  CHECK(fabs(sin(CUDART_PI)) < 1e-15);
  CHECK(CUDART_PI_F > 3.14159f && CUDART_PI_F < 3.1416f);
  CHECK(isinf(CUDART_INF) && isnan(CUDART_NAN_F));
  CHECK(fabs(log(10.0) - CUDART_LNT) < 1e-15);
}
