#include "struct_field_particles.hpp"

static void struct_field(double dt, Particles particles) {
  for (int i = 0; i < particles.n; ++i) particles.x[i] += dt * particles.vx[i];
}
