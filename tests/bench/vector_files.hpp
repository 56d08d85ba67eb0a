// Vectors and tables of a given size in every format, generated for data_bench.
#pragma once
#include "tests/bench/generated_file.hpp"

namespace neighborscope::bench {

const std::vector<GeneratedFile>& vector_files();

}  // namespace neighborscope::bench
