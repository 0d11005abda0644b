# C++ for the vector units of one core. No machine-specific flag by default, because the result has to run where it is
# copied to; a spec adds some with `host: {simd: {flags: [...]}}`.
set(doc "C++ for the vector units of one core, with #pragma omp simd")
set(rank 20)
set(ending .cpp)
set(flags -O3 -fopenmp-simd)
