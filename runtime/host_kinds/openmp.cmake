# C++ with OpenMP threads. The probe asks for the header and for the run-time library, since clang++ is often installed
# without either.
set(doc "C++ with OpenMP threads")
set(rank 10)
set(ending .cpp)
set(flags -O2 -fopenmp)
set(link_flags -fopenmp)
set(probe "#include <omp.h>\nint main() { return omp_get_max_threads() < 1; }\n")
set(probe_failure "this compiler has no OpenMP")
