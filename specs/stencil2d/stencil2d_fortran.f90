! The 5-point stencil in Fortran. The first index of a Fortran array runs fastest, so u(x, y) is the element that C calls
! u[y * nx + x]; scalars are passed by value, as in C.
subroutine stencil2d(nx, ny, k, u, next) bind(c, name="stencil2d_fortran")
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  integer(c_int), value :: nx, ny
  real(c_double), value :: k
  real(c_double), intent(in) :: u(nx, ny)
  real(c_double), intent(out) :: next(nx, ny)
  integer(c_int) :: x, y

  do y = 1, ny
    do x = 1, nx
      if (x == 1 .or. x == nx .or. y == 1 .or. y == ny) then
        next(x, y) = u(x, y)
      else
        next(x, y) = u(x, y) + k * (u(x - 1, y) + u(x + 1, y) + u(x, y - 1) + u(x, y + 1) - 4 * u(x, y))
      end if
    end do
  end do
end subroutine stencil2d
