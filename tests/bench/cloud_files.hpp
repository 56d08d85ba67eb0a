// Point clouds of a wanted size in every format, made for data_bench.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace neighborscope::bench {

struct CloudFile {
    const char* what;  ///< "PLY, binary"
    const char* name;  ///< "points.ply"
    /// Writes about that many bytes.
    std::function<void(const std::string& path, double bytes)> write;
};

const std::vector<CloudFile>& cloud_files();

}  // namespace neighborscope::bench
