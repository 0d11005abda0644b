// Empty: the prelude has declared what kernels need of it.
#pragma once
