// Every mathematical function with every kind of argument that the device compiler can choose an overload for: the type
// of the result, and the value that the same function has for the arguments as numbers of that type.
#include "check.cuh"

template <class T, class U>
constexpr bool same_type = false;
template <class T>
constexpr bool same_type<T, T> = true;

__device__ bool close(double x, double y, double relative) {
  return x == y || (x != x && y != y) || fabs(x - y) <= relative * fabs(y);
}

// Of one number. The versions for float and for double agree to the precision of float.
#define ONE(name)                                                                                         \
  CHECK(same_type<decltype(name(f)), float> && same_type<decltype(name(d)), double> &&                    \
        same_type<decltype(::name(f)), float> && close(name(f), name(static_cast<double>(f)), 2e-6) &&    \
        close(::name(f), name(f), 0))
// Two numbers: a float and an integer make a float, a double and an integer a double.
#define TWO(name)                                                                                         \
  CHECK(same_type<decltype(name(f, f)), float> && same_type<decltype(name(d, d)), double> &&              \
        same_type<decltype(name(f, i)), float> && same_type<decltype(name(i, f)), float> &&               \
        same_type<decltype(name(d, i)), double> && same_type<decltype(name(i, d)), double> &&             \
        close(name(f, i), name(static_cast<double>(f), i), 2e-6) &&                                       \
        close(name(i, f), name(i, static_cast<double>(f)), 2e-6) && close(name(d, i), name(d, d2), 0))
#define TO_INTEGER(R, name)                                                                               \
  CHECK(same_type<decltype(name(f)), R> && same_type<decltype(name(d)), R> &&                             \
        name(f) == name(static_cast<double>(f)))

__global__ void overloads(int* failures, float f, double d, int i) {
  const double d2 = i;
  ONE(sin); ONE(cos); ONE(tan); ONE(asin); ONE(acos); ONE(atan); ONE(sinh); ONE(cosh); ONE(tanh);
  ONE(asinh); ONE(acosh); ONE(atanh); ONE(exp); ONE(exp2); ONE(exp10); ONE(expm1); ONE(log); ONE(log2);
  ONE(log10); ONE(log1p); ONE(logb); ONE(sqrt); ONE(cbrt); ONE(rsqrt); ONE(rcbrt); ONE(erf); ONE(erfc);
  ONE(erfinv); ONE(erfcinv); ONE(erfcx); ONE(normcdf); ONE(normcdfinv); ONE(tgamma); ONE(lgamma);
  ONE(j0); ONE(j1); ONE(y0); ONE(y1); ONE(cyl_bessel_i0); ONE(cyl_bessel_i1); ONE(sinpi); ONE(cospi);
  ONE(floor);
  ONE(ceil);
  ONE(trunc);
  ONE(round);
  ONE(rint);
  ONE(nearbyint);
  ONE(fabs);
  ONE(abs);
  TWO(atan2);
  TWO(fmod);
  TWO(remainder);
  TWO(nextafter);
  TWO(fdim);
  TWO(fmax);
  TWO(fmin);
  TWO(hypot);
  CHECK(same_type<decltype(copysign(f, f)), float> && same_type<decltype(copysign(d, d)), double>);
  CHECK(same_type<decltype(copysign(f, d)), double> && same_type<decltype(copysign(d, f)), double>);
  CHECK(same_type<decltype(pow(f, f)), float> && same_type<decltype(pow(d, d)), double>);
  CHECK(same_type<decltype(pow(f, i)), float> && same_type<decltype(pow(d, i)), double>);
  CHECK(same_type<decltype(pow(i, f)), float> && same_type<decltype(pow(i, d)), double>);
  CHECK(close(pow(f, i), pow(static_cast<double>(f), d2), 2e-6) && close(pow(d, i), pow(d, d2), 0));
  TO_INTEGER(int, ilogb);
  TO_INTEGER(long, lrint);
  TO_INTEGER(long long, llrint);
  TO_INTEGER(long, lround);
  TO_INTEGER(long long, llround);
  CHECK(!isnan(f) && !isnan(d) && !isinf(f) && !isinf(d) && isfinite(f) && isfinite(d) && !signbit(f) && !signbit(d));
  CHECK(same_type<decltype(abs(i)), int> && same_type<decltype(abs(1l)), long>);
  CHECK(same_type<decltype(abs(1ll)), long long> && abs(-i) == i && abs(-7l) == 7 && abs(-7ll) == 7);
  CHECK(same_type<decltype(fma(f, f, f)), float> && same_type<decltype(fma(d, d, d)), double>);
  CHECK(same_type<decltype(fma(f, i, f)), float> && same_type<decltype(fma(i, d, i)), double>);
  CHECK(fma(f, i, f) == f * i + f && fma(d, i, i) == d * i + i);
  CHECK(same_type<decltype(ldexp(f, i)), float> && same_type<decltype(ldexp(d, i)), double> && ldexp(f, i) == 8 * f);
  CHECK(same_type<decltype(scalbn(f, i)), float> && same_type<decltype(scalbn(d, i)), double> && scalbn(d, i) == 8 * d);
  CHECK(same_type<decltype(scalbln(f, 1l)), float> && same_type<decltype(scalbln(d, i)), double>);
  CHECK(same_type<decltype(jn(i, f)), float> && same_type<decltype(jn(i, d)), double>);
  CHECK(same_type<decltype(yn(i, f)), float> && same_type<decltype(yn(i, d)), double>);
  CHECK(close(jn(i, f), jn(i, static_cast<double>(f)), 2e-6) && close(yn(i, f), yn(i, static_cast<double>(f)), 2e-6));
  int e = 0, q = 0;
  float wf = 0, sf = 0, cf = 0;
  double wd = 0, sd = 0, cd = 0;
  CHECK(same_type<decltype(frexp(f, &e)), float> && same_type<decltype(frexp(d, &e)), double>);
  CHECK(same_type<decltype(modf(f, &wf)), float> && same_type<decltype(modf(d, &wd)), double>);
  CHECK(same_type<decltype(remquo(f, f, &q)), float> && same_type<decltype(remquo(d, d, &q)), double>);
  CHECK(frexp(f, &e) == f && e == 0 && modf(f, &wf) == f && wf == 0 && remquo(f, f, &q) == 0 && q == 1);
  sincos(f, &sf, &cf);
  sincos(d, &sd, &cd);
  CHECK(close(sf, sin(f), 1e-6) && close(cf, cos(f), 1e-6) && close(sd, sin(d), 1e-14) && close(cd, cos(d), 1e-14));
  sincospi(f, &sf, &cf);
  sincospi(d, &sd, &cd);
  CHECK(close(sf, sinpi(f), 1e-6) && close(cf, cospi(f), 1e-6) && close(sd, sinpi(d), 1e-14));
  CHECK(same_type<decltype(norm3d(f, f, f)), double> && same_type<decltype(norm4d(d, d, d, d)), double>);
  CHECK(same_type<decltype(rnorm3d(f, f, f)), double> && same_type<decltype(rnorm4d(d, d, d, d)), double>);
  CHECK(same_type<decltype(rhypot(f, f)), double> && same_type<decltype(rhypotf(f, f)), float>);
  CHECK(same_type<decltype(min(f, f)), float> && same_type<decltype(max(f, d)), double>);
  CHECK(same_type<decltype(min(i, i)), int> && same_type<decltype(max(i, 1u)), unsigned>);
}
