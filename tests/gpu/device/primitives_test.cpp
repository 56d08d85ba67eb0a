// Sort, scan, reduce and every portable function, on every device present.
#include "gpu/error.hpp"
#include "tests/gpu/device/each_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace neighborscope {
namespace {

class Primitives : public EachDevice {};
INSTANTIATE_TEST_SUITE_P(Devices, Primitives, every_device(), device_name);

Keys random_keys(std::size_t count, unsigned long long below) {
    std::mt19937_64 random(count);
    Keys keys(count);
    for (unsigned long long& key : keys) key = below ? random() % below : random();
    return keys;
}

TEST_P(Primitives, SortPairsIsStable) {
    for (const std::size_t count : {0, 1, 2, 1000, 70001}) {
        for (const unsigned long long below : {0ULL, 50ULL}) {
            const Keys keys = random_keys(count, below);
            std::vector<unsigned> values(count), expected_values(count);
            std::iota(values.begin(), values.end(), 0u);
            expected_values = values;
            std::stable_sort(expected_values.begin(), expected_values.end(), [&](unsigned a, unsigned b) { return keys[a] < keys[b]; });
            Keys expected(count), sorted;
            for (std::size_t i = 0; i < count; ++i) expected[i] = keys[expected_values[i]];
            std::vector<unsigned> sorted_values;
            trials().sort_pairs(keys, values, below ? 6 : 64, sorted, sorted_values);
            EXPECT_EQ(sorted, expected) << count << " keys";
            EXPECT_EQ(sorted_values, expected_values) << count << " keys";
        }
    }
}

TEST_P(Primitives, SortPairsRefusesTooLittleScratchMemory) {
    EXPECT_NO_THROW(trials().sort_pairs_with_less(5000, 0));
    try {
        trials().sort_pairs_with_less(5000, 5000);
        FAIL() << "not refused";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, Failure::memory);
        if (GetParam() == DeviceKind::host) {
            EXPECT_STREQ(error.what(), "sort_pairs needs 60000 bytes of scratch memory, it was given 55000");
        }
    }
}

TEST_P(Primitives, SortKeysLooksAtTheBitsAskedFor) {
    for (const std::size_t count : {0, 1, 50000}) {
        const Keys keys = random_keys(count, 0);
        Keys all = keys, low = keys;
        std::sort(all.begin(), all.end());
        std::stable_sort(low.begin(), low.end(), [](unsigned long long a, unsigned long long b) { return (a & 0xFFF) < (b & 0xFFF); });
        EXPECT_EQ(trials().sort_keys(keys, 64), all);
        EXPECT_EQ(trials().sort_keys(keys, 12), low);
    }
}

TEST_P(Primitives, SortRunsKeepsRunsApart) {
    for (const auto& [runs, length] : {std::pair<std::size_t, std::size_t>{0, 5}, {5, 0}, {1, 1}, {300, 17}, {3, 20000}}) {
        const Keys keys = random_keys(runs * length, 0);
        Keys expected = keys;
        for (std::size_t run = 0; run < runs; ++run)
            std::sort(expected.begin() + std::ptrdiff_t(run * length), expected.begin() + std::ptrdiff_t((run + 1) * length));
        EXPECT_EQ(trials().sort_runs(keys, runs, length), expected) << runs << " runs of " << length;
    }
}

TEST_P(Primitives, ExclusiveScan) {
    for (const std::size_t count : {0, 1, 100000}) {
        std::vector<unsigned> values(count), expected(count);
        for (std::size_t i = 0; i < count; ++i) values[i] = unsigned(i * 2654435761u);
        std::exclusive_scan(values.begin(), values.end(), expected.begin(), 0u);
        EXPECT_EQ(trials().exclusive_scan(values), expected);
    }
}

TEST_P(Primitives, Reduce) {
    std::vector<float> values(30001);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = float(int(i * 7919 % 4001) - 2000);
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    EXPECT_EQ(trials().reduce(values), (std::vector<float>{*least, *most, std::accumulate(values.begin(), values.end(), 0.0f)}));
    const float infinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(trials().reduce({}), (std::vector<float>{infinity, -infinity, 0}));
    EXPECT_EQ(trials().reduce({-3.5f}), (std::vector<float>{-3.5f, -3.5f, -3.5f}));
}

TEST_P(Primitives, WordsSayWhatCudaDefines) {
    const std::vector<std::uint64_t> all = trials().words();
    const auto of = [&](int thread, int word) { return all[std::size_t(thread) * 48 + std::size_t(word)]; };
    const auto bits = [](float value) { return std::uint64_t(std::bit_cast<std::uint32_t>(value)); };
    for (int t = 0; t < 64; ++t) {
        const int lane = t % 32;
        const float x = 0.1f * float(t + 1);
        const auto x_of = [](int thread) { return 0.1f * float(thread + 1); };
        EXPECT_EQ(of(t, 0), std::uint64_t(63 - t));
        EXPECT_EQ(of(t, 1), 22u);  // multiples of 3 below 64
        EXPECT_EQ(of(t, 2), 1u);
        EXPECT_EQ(of(t, 3), 0u);
        EXPECT_EQ(of(t, 4), bits(x_of(t - lane + (lane + 3) % 32)));
        EXPECT_EQ(of(t, 5), std::uint64_t(t / 8 * 8 + 5));
        EXPECT_EQ(of(t, 6), std::bit_cast<std::uint64_t>(double(x_of(t ^ 17))));
        EXPECT_EQ(of(t, 7), std::uint64_t(lane + 3 < 32 ? t + 3 : t));
        EXPECT_EQ(of(t, 8), std::uint64_t(lane % 16 + 3 < 16 ? t + 3 : t));
        EXPECT_EQ(of(t, 9), std::uint64_t(lane >= 2 ? t - 2 : t));
        EXPECT_EQ(of(t, 10), std::uint64_t(lane % 8 >= 2 ? t - 2 : t));
        EXPECT_EQ(of(t, 11), std::uint64_t(t ^ 9));
        std::uint64_t fives = 0, sixes = 0;
        for (int l = 0; l < 32; ++l) {
            if ((t - lane + l) % 5 == 0) fives |= 1u << l;
            if ((t - lane + l) % 6 == t % 6) sixes |= 1u << l;
        }
        EXPECT_EQ(of(t, 12), fives);
        EXPECT_EQ(of(t, 13), fives & (lane < 16 ? 0xffffu : 0xffff0000u));
        EXPECT_EQ(of(t, 14), std::uint64_t(t >= 32));
        EXPECT_EQ(of(t, 15), std::uint64_t(t < 32));
        EXPECT_EQ(of(t, 16), sixes);
        EXPECT_EQ(of(t, 27), bits(x * (1.0f / float(t + 3))));
        EXPECT_LE(std::bit_cast<float>(std::uint32_t(of(t, 35))), double(x) / 3);
        EXPECT_GE(std::bit_cast<float>(std::uint32_t(of(t, 35) >> 32)), double(x) / 3);
    }
    const std::vector<std::uint64_t> atomics(all.begin() + 64 * 48, all.end());
    EXPECT_EQ(atomics, (std::vector<std::uint64_t>{11, 22, 2016, std::uint64_t(-2016), 37, std::uint64_t(-37),  //
                           2016, 0xffffffffu, 0x80000000u, 0, 7, 70, 1, 1, 5,                                   //
                           (2016ULL << 33) + 1, 0, 63ULL << 33, 1ULL << 40, bits(16.0f)}));
}

TEST(Devices, SayTheSameWords) {
    std::vector<std::vector<std::uint64_t>> words;
    for (const DeviceInfo& device : devices()) words.push_back(trials_of(device.kind).words());
    if (words.size() < 2) GTEST_SKIP() << "one device only";
    for (const auto& one : words) EXPECT_EQ(one, words.back());
}

}  // namespace
}  // namespace neighborscope
