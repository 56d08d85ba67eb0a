// The host's copy of the trials; the CUDA copy is made by nvcc from the same file.
#include "tests/gpu/device/trials.cu"  // NOLINT(bugprone-suspicious-include)
