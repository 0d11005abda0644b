# Fortran with `bind(c, name="<kernel>_fortran")`. The file is compiled by gfortran on its own and linked with a wrapper
# in C++ that declares its C symbol with the types of the spec.
set(doc "Fortran, bound to C as <kernel>_fortran")
set(rank 30)
set(ending .f90)
set(flags -O2)
set(link_flags -lgfortran)
set(probe "subroutine probe() bind(c)\n  print *, 1\nend subroutine probe\n")
set(probe_failure "there is no working gfortran")
