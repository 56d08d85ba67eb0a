// Shared by the experiments of Cordeiro & Zola. Used within this folder.
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
/// Returns our counterpart of FAISS's Index Flat: `flat` if it was measured on a GPU, as in the paper; else the library itself, on the CPU.
std::string_view index_flat(const Findings&);

/// Returns the methods to measure: the given ones, then CPU libraries. At full scale not all of these: building trees and clusters for the
/// two larger sizes takes longer than everything else, and kd-trees scan nearly all points in so many dimensions. They are measured on
/// MNIST only, for a few |Q|.
std::vector<std::string_view> with_libraries(Scale, const DataSize&, std::int64_t queries, std::initializer_list<std::string_view> ours);
/// " (the library ran on the CPU)" if the other methods did not.
std::string where_it_ran(const Findings&, std::string_view method);

Case question(const DataSize&, Scale, std::int64_t queries, int k, std::string_view method);
/// Queries per second for a time in milliseconds.
double queries_a_second(const MeasuredCase&, double time);
/// Finds a case by its dimension, which no two sizes share; null if it was not measured.
const MeasuredCase* find(const Findings&, const DataSize&, std::string_view method, std::int64_t queries, int k);

/// Table 2 (k = 64) or 3 (k = 128): queries per second by |Q|.
Experiment throughput_table(int k);
/// Figure 1: time by k, separately for the two kernels.
Experiment figure_1();
/// Table 4: comparison with inverted lists.
Experiment table_4();
/// Figure 2: the roofline.
Experiment figure_2();

}  // namespace neighborscope::experiments::cordeiro
