// A kernel that checks itself: failures[l] counts how often the condition on line l did not hold.
#define CHECK(...)      \
  do {                   \
    if (!(__VA_ARGS__)) atomicAdd(&failures[__LINE__], 1); \
  } while (false)
