// What the experiments of Cordeiro & Zola share. Inside experiments only.
#pragma once
#include "app/experiments/experiments.hpp"

namespace neighborscope::experiments::cordeiro {

/// Table 1: sizes of real data, filled with random numbers.
struct DataSize {
    std::string_view name;
    std::int64_t n;
    int dimension;
    std::int64_t laptop_n, quick_n;

    std::int64_t at(Scale scale) const { return scale == Scale::full ? n : scale == Scale::laptop ? laptop_n : quick_n; }
    std::string source(Scale scale) const { return "vectors:n=" + std::to_string(at(scale)) + ",d=" + std::to_string(dimension); }
};
inline constexpr DataSize data_sizes[] = {
    {"MNIST", 70000, 784, 2000, 500}, {"ImageNet", 1275219, 128, 4000, 1000}, {"GoogleNews300", 3000000, 300, 2000, 300}};
inline constexpr const DataSize& imagenet = data_sizes[1];

inline constexpr std::string_view ppw = "ppw", ppk = "ppk", ppb = "ppb", stream = "stream", flat = "flat", flat_cpu = "faiss-flat-cpu";
/// What stands for FAISS's Index Flat: `flat` where it was measured on a GPU, as in the paper; else the library itself, on the CPU.
std::string_view index_flat(const Findings&);

/// What is measured: these of ours, and then the CPU's libraries. At full scale not all of them: building trees and clusters of the two
/// larger sizes takes longer than everything else, and kd-trees scan nearly all in so many dimensions; these are asked of MNIST, for a few
/// |Q|.
std::vector<std::string_view> with_libraries(Scale, const DataSize&, std::int64_t queries, std::initializer_list<std::string_view> ours);
/// " (the library ran on the CPU)" where the other methods did not.
std::string where_it_ran(const Findings&, std::string_view method);

Case question(const DataSize&, Scale, std::int64_t queries, int k, std::string_view method);
/// Of a case that took this time, milliseconds.
double queries_a_second(const MeasuredCase&, double time);
/// Found by its dimension, which no two sizes share; null when it was not measured.
const MeasuredCase* find(const Findings&, const DataSize&, std::string_view method, std::int64_t queries, int k);

/// Table 2 (k = 64) or 3 (k = 128): queries a second by |Q|.
Experiment throughput_table(int k);
/// Figure 1: time by k, the two kernels apart.
Experiment figure_1();
/// Table 4: against inverted lists.
Experiment table_4();
/// Figure 2: the roofline.
Experiment figure_2();

}  // namespace neighborscope::experiments::cordeiro
