#include "check.cuh"

// Sums and extremes for dynamic programming.
__global__ void dpx(int* failures, int one) {
  bool high = false, low = false;
  CHECK(__viaddmax_s32(3 * one, -5, -4) == -2);
  CHECK(__viaddmax_s32(0x7fffffff * one, 1, 5) == 5);
  CHECK(__viaddmax_s32_relu(3 * one, -5, -4) == 0);
  CHECK(__viaddmax_u32(3u * one, 0xfffffffeu, 2u) == 2u);
  CHECK(__viaddmax_s16x2(0x7fff0005u * one, 0x0001fff0u, 0x80020007u) == 0x80020007u);
  CHECK(__viaddmax_s16x2_relu(0x7fff0005u * one, 0x0001fff0u, 0x80020007u) == 0x00000007u);
  CHECK(__viaddmax_u16x2(0x7fff0005u * one, 0x0001fff0u, 0x80020007u) == 0x8002fff5u);
  CHECK(__viaddmin_s32(3 * one, -5, -4) == -4);
  CHECK(__viaddmin_s32(0x7fffffff * one, 1, 5) == -2147483647 - 1);
  CHECK(__viaddmin_s32_relu(3 * one, -5, -4) == 0);
  CHECK(__viaddmin_u32(3u * one, 0xfffffffeu, 2u) == 1u);
  CHECK(__viaddmin_s16x2(0x7fff0005u * one, 0x0001fff0u, 0x80020007u) == 0x8000fff5u);
  CHECK(__viaddmin_s16x2_relu(0x7fff0005u * one, 0x0001fff0u, 0x80020007u) == 0x00000000u);
  CHECK(__viaddmin_u16x2(0x7fff0005u * one, 0x0001fff0u, 0x80020007u) == 0x80000007u);
  CHECK(__vimax3_s32(3 * one, -5, -4) == 3);
  CHECK(__vimax3_s32(0x7fffffff * one, 1, 5) == 2147483647);
  CHECK(__vimax3_s32_relu(3 * one, -5, -4) == 3);
  CHECK(__vimax3_u32(3u * one, 0xfffffffeu, 2u) == 4294967294u);
  CHECK(__vimax3_s16x2(0x7fff0005u * one, 0x0001fff0u, 0x80020007u) == 0x7fff0007u);
  CHECK(__vimax3_s16x2_relu(0x7fff0005u * one, 0x0001fff0u, 0x80020007u) == 0x7fff0007u);
  CHECK(__vimax3_u16x2(0x7fff0005u * one, 0x0001fff0u, 0x80020007u) == 0x8002fff0u);
  CHECK(__vimin3_s32(3 * one, -5, -4) == -5);
  CHECK(__vimin3_s32(0x7fffffff * one, 1, 5) == 1);
  CHECK(__vimin3_s32_relu(3 * one, -5, -4) == 0);
  CHECK(__vimin3_u32(3u * one, 0xfffffffeu, 2u) == 2u);
  CHECK(__vimin3_s16x2(0x7fff0005u * one, 0x0001fff0u, 0x80020007u) == 0x8002fff0u);
  CHECK(__vimin3_s16x2_relu(0x7fff0005u * one, 0x0001fff0u, 0x80020007u) == 0x00000000u);
  CHECK(__vimin3_u16x2(0x7fff0005u * one, 0x0001fff0u, 0x80020007u) == 0x00010005u);
  CHECK(__vimax_s32_relu(-3 * one, -4) == 0 && __vimax_s32_relu(3 * one, 4) == 4);
  CHECK(__vimin_s32_relu(-3 * one, 4) == 0 && __vimin_s32_relu(3 * one, 4) == 3);
  CHECK(__vimax_s16x2_relu(0x7fff0005u * one, 0x0001fff0u) == 0x7fff0005u);
  CHECK(__vimin_s16x2_relu(0x7fff0005u * one, 0x0001fff0u) == 0x00010000u);
  CHECK(__vibmax_s32(-3 * one, 2, &low) == 2 && low == false);
  CHECK(__vibmax_s32(2 * one, 2, &low) == 2 && low);
  CHECK(__vibmax_u32(3u * one, 0xfffffffdu, &low) == 4294967293u && low == false);
  CHECK(__vibmax_s16x2(0x8001fff0u * one, 0x00020005u, &high, &low) == 0x00020005u && high == false && low == false);
  CHECK(__vibmax_u16x2(0x8001fff0u * one, 0x00020005u, &high, &low) == 0x8001fff0u && high == true && low == true);
  CHECK(__vibmin_s32(-3 * one, 2, &low) == -3 && low == true);
  CHECK(__vibmin_s32(2 * one, 2, &low) == 2 && low);
  CHECK(__vibmin_u32(3u * one, 0xfffffffdu, &low) == 3u && low == true);
  CHECK(__vibmin_s16x2(0x8001fff0u * one, 0x00020005u, &high, &low) == 0x8001fff0u && high == true && low == true);
  CHECK(__vibmin_u16x2(0x8001fff0u * one, 0x00020005u, &high, &low) == 0x00020005u && high == false && low == false);
}
