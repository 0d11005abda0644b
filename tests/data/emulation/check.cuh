// A kernel that checks itself: failures[l] counts how often the condition on line l did not hold.
#define CHECK(condition) \
  do {                   \
    if (!(condition)) atomicAdd(&failures[__LINE__], 1); \
  } while (false)
