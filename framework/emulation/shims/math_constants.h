// The constants of the CUDA toolkit's header of this name, each from its definition.
#pragma once

#define CUDART_INF_F __builtin_inff()
#define CUDART_NAN_F __builtin_nanf("")
#define CUDART_MIN_DENORM_F 1.401298464324817e-45f
#define CUDART_MAX_NORMAL_F FLT_MAX
#define CUDART_NEG_ZERO_F (-0.0f)
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_SQRT_HALF_F static_cast<float>(M_SQRT1_2)
#define CUDART_SQRT_TWO_F static_cast<float>(M_SQRT2)
#define CUDART_THIRD_F static_cast<float>(1.0 / 3.0)
#define CUDART_PIO4_F static_cast<float>(M_PI_4)
#define CUDART_PIO2_F static_cast<float>(M_PI_2)
#define CUDART_PI_F static_cast<float>(M_PI)
#define CUDART_2_OVER_PI_F static_cast<float>(M_2_PI)
#define CUDART_L2E_F static_cast<float>(M_LOG2E)
#define CUDART_LG2_F static_cast<float>(0.30102999566398119521)
#define CUDART_LGE_F static_cast<float>(M_LOG10E)
#define CUDART_LN2_F static_cast<float>(M_LN2)
#define CUDART_LNT_F static_cast<float>(M_LN10)
#define CUDART_LNPI_F static_cast<float>(1.1447298858494001741)
#define CUDART_INF __builtin_inf()
#define CUDART_NAN __builtin_nan("")
#define CUDART_NEG_ZERO (-0.0)
#define CUDART_MIN_DENORM 4.9406564584124654e-324
#define CUDART_ZERO 0.0
#define CUDART_ONE 1.0
#define CUDART_SQRT_TWO M_SQRT2
#define CUDART_SQRT_HALF M_SQRT1_2
#define CUDART_THIRD (1.0 / 3.0)
#define CUDART_PIO4 M_PI_4
#define CUDART_PIO2 M_PI_2
#define CUDART_PI M_PI
#define CUDART_2_OVER_PI M_2_PI
#define CUDART_LN2 M_LN2
#define CUDART_L2E M_LOG2E
#define CUDART_LGE M_LOG10E
#define CUDART_LG2 0.30102999566398119521
#define CUDART_LNT M_LN10
#define CUDART_LNPI 1.1447298858494001741
#define CUDART_SQRT_2OPI 0.79788456080286535588
#define CUDART_SQRT_2PI 2.5066282746310005024
#define CUDART_SQRT_PIO2 1.2533141373155002512
