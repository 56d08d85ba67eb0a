// planted_races KERNEL with|without SEED: runs one kernel with or without its barrier, under ThreadSanitizer.
#include "tests/gpu/device/races/kernels.hpp"

#include <cstdio>
#include <cstdlib>

using namespace neighborscope::host;

int main(int count, char** words) {
    if (count != 4) return 2;
    const std::string_view kernel = words[1];
    const bool right = std::string_view(words[2]) == "with";
    executor_options().order_seed = std::strtoull(words[3], nullptr, 10);
    executor_options().workers = 2;
    Stream stream;
    std::vector<int> out(2000, 0);
    if (kernel == "rotate") launch(stream, {4, 64}, KERNEL(rotate), out.data(), right);
    else if (kernel == "warp_sums") launch(stream, {4, 64}, KERNEL(warp_sums), out.data(), right);
    else if (kernel == "shuffle") launch(stream, {4, 32}, KERNEL(shuffle_is_no_barrier), out.data(), right);
    else if (kernel == "blocks") launch(stream, {2000, 256}, KERNEL(blocks_collide), out.data(), right);
    else if (kernel == "rounds") launch(stream, {2, 64}, KERNEL(rounds), out.data(), right);
    else return 2;
    std::printf("%d\n", out[0]);
    return 0;
}
