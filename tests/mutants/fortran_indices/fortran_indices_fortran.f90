subroutine fortran_indices(n, m, index, x, y) bind(c, name="fortran_indices_fortran")
  use iso_c_binding
  implicit none
  integer(c_int), value :: n, m
  integer(c_int), intent(in) :: index(n)
  real(c_double), intent(in) :: x(0:m)
  real(c_double), intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = x(max(index(i) - 1, 0))
  end do
end subroutine
