// Bytes of the mask beyond n / 8 are never written; the word is read as a whole and its tail is masked off.
__global__ void mask_with_unwritten_tail(int n, const float* x, unsigned char* mask, int* negative) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  for (int byte = threadIdx.x; byte < (n + 7) / 8; byte += blockDim.x) {
    unsigned char bits = 0;
    for (int bit = 0; bit < 8 && 8 * byte + bit < n; ++bit) bits |= (x[8 * byte + bit] < 0) << bit;
    mask[byte] = bits;
  }
  __syncthreads();
  const unsigned int* words = reinterpret_cast<const unsigned int*>(mask);
  for (int word = threadIdx.x; word < (n + 31) / 32; word += blockDim.x) {
    const int left = n - 32 * word;
    const unsigned int tail = left >= 32 ? 0xffffffffu : (1u << left) - 1;
    atomicAdd(&count, __popc(words[word] & tail));
  }
  __syncthreads();
  if (threadIdx.x == 0) *negative = count;
}
