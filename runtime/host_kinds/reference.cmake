# Plain loops, the implementation that judges the others. Compiled the plain way, so that it is easy to step through and
# no flag can change what it computes.
set(doc "plain loops in C++; mandatory, judges the others")
set(rank 100)
set(ending .cpp)
set(flags -O2)
