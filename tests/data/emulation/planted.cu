// Faults at barriers and in warps, one a mode; the even modes are wrong, the odd ones are their repaired twins.
__global__ void planted(int mode, int* out) {
  const int t = threadIdx.x;
  const int lane = t % 32;
  __shared__ int s[64];
  s[t % 64] = t;
  int got = 0;
  switch (mode) {
    case 0:  // 40 of 64 threads reach the barrier
      if (t < 40) __syncthreads();
      break;
    case 1:
      __syncthreads();
      break;
    case 2:  // one thread returns early
      if (t == 7) return;
      __syncthreads();
      break;
    case 3:
      __syncthreads();
      if (t == 7) return;
      break;
    case 4:  // two barriers in two branches
      if (t < 32)
        __syncthreads();
      else
        __syncthreads();
      break;
    case 5:
      if (t < 32) got = 1;
      __syncthreads();
      break;
    case 6:  // another number of rounds
      for (int i = 0; i < (t < 32 ? 3 : 2); ++i) __syncthreads();
      break;
    case 7:
      for (int i = 0; i < 3; ++i) __syncthreads();
      break;
    case 8:  // a shuffle for all in a branch of few, from a lane that went elsewhere and left
      if (lane >= 16) return;
      got = __shfl_sync(0xffffffffu, t, lane + 16);
      break;
    case 9:
      got = __shfl_sync(0xffffffffu, t, (lane + 16) % 32);
      break;
    case 10:  // a source outside the mask
      if (lane < 16) got = __shfl_down_sync(0x0000ffffu, t, 16);
      break;
    case 11:
      if (lane < 16) got = __shfl_down_sync(0x0000ffffu, t, 8, 16);
      break;
    case 12:  // a lane that its own mask does not have
      got = __shfl_sync(0x0000ffffu, t, 0);
      break;
    case 13:
      if (lane < 16) got = __shfl_sync(0x0000ffffu, t, 0);
      break;
    case 14:  // lanes that wait for each other with different masks
      if (lane < 16)
        __syncwarp(0xffffffffu);
      else
        __syncwarp(0xfffffff0u);
      break;
    case 15:
      __syncwarp(0xffffffffu);
      break;
    case 16:  // a collective that some lanes never come to, since they wait at the barrier
      if (lane < 8) __syncwarp(0xffffffffu);
      __syncthreads();
      break;
    case 17:
      __syncwarp(0xffffffffu);
      __syncthreads();
      break;
    case 18:  // two barriers on one line
      if (t < 32) __syncthreads(); else __syncthreads();
      break;
    case 20:  // different kinds of barrier
      if (t < 32)
        got = __syncthreads_count(1);
      else
        __syncthreads();
      break;
    case 22:  // another collective than the other lanes
      if (lane < 16)
        got = __any_sync(0xffffffffu, 1);
      else
        got = __all_sync(0xffffffffu, 1);
      break;
    case 24:  // past the end of a shared array
      s[64 + t / 63] = 1;
      __syncthreads();
      break;
    case 26:
      if (t == 3) __trap();
      break;
    case 28:  // waits for ever
      if (t == 5)
        while (atomicCAS(&out[64], 1, 1) != 1) {
        }
      break;
    default:
      break;
  }
  out[t] = got + s[t % 64];
}
