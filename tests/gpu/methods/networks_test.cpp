// How a lane of leaf-warp keeps its nearest: networks, which the GPU runs, and the host's replacement.
#include "gpu/methods/leaf_warp/networks.cuh"
#include "gpu/methods/leaf_warp/tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace neighborscope::test {
namespace {

namespace lists = host::leaf_warp;

constexpr unsigned nothing = ~0u;

/// 32 words, of which the first `filled` are entries; few distinct ones if `alike`.
void make(std::mt19937& random, int filled, bool alike, unsigned (&word)[32]) {
    for (int i = 0; i < 32; ++i) word[i] = i < filled ? unsigned(random()) % (alike ? 20u : nothing) : nothing;
}

TEST(Networks, SortAsTheHostDoes) {
    std::mt19937 random(1);
    for (int filled = 0; filled <= 32; ++filled) {
        for (const bool alike : {false, true}) {
            unsigned expected[32], network[32], host[32];
            make(random, filled, alike, expected);
            std::copy(expected, expected + 32, network), std::copy(expected, expected + 32, host);
            std::sort(expected, expected + 32);
            lists::networks::sort_words(network);
            lists::sort_words(host);
            EXPECT_TRUE(std::equal(expected, expected + 32, network)) << filled;
            EXPECT_TRUE(std::equal(expected, expected + 32, host)) << filled;
        }
    }
}

/// Every input of zeros and ones for a network of 16: one that sorts these sorts everything (Knuth, volume 3, 5.3.4).
TEST(Networks, SortEverythingAsTheySortZerosAndOnes) {
    for (unsigned ones = 0; ones < 1u << 16; ++ones) {
        unsigned word[16];
        for (int i = 0; i < 16; ++i) word[i] = ones >> i & 1u;
        lists::networks::sort_words(word);
        ASSERT_TRUE(std::is_sorted(word, word + 16)) << ones;
    }
}

template <int Room>
void merge_alike() {
    constexpr std::size_t room = Room;
    std::mt19937 random(Room);
    for (int trial = 0; trial < 200; ++trial) {
        const bool alike = trial % 3 == 0;
        const int held = trial % 4 == 0 ? Room : int(random() % (Room + 1));
        std::vector<unsigned> before(Room, nothing);
        for (int i = 0; i < held; ++i) before[std::size_t(i)] = unsigned(random()) % (alike ? 50u : nothing);
        std::sort(before.begin(), before.end());
        unsigned word[32];
        make(random, int(random() % 33), alike, word);
        std::sort(word, word + 32);

        std::vector<unsigned> all = before;
        all.insert(all.end(), word, word + 32);
        std::sort(all.begin(), all.end());
        std::vector<unsigned> network(room * 32), buffer(32 * 32);
        for (int i = 0; i < Room; ++i) network[std::size_t(i) * 32] = before[std::size_t(i)];
        std::vector<unsigned> host = network;
        EXPECT_EQ(lists::networks::merge_into_list<Room>(network.data(), word, buffer.data()), all[room]);
        EXPECT_EQ(lists::merge_into_list<Room>(host.data(), word, buffer.data()), all[room]);
        for (int i = 0; i < Room; ++i) {
            ASSERT_EQ(network[std::size_t(i) * 32], all[std::size_t(i)]) << i << " of " << Room;
            ASSERT_EQ(host[std::size_t(i) * 32], all[std::size_t(i)]) << i << " of " << Room;
        }
    }
}

TEST(Networks, MergeAsTheHostDoes) {
    merge_alike<8>();
    merge_alike<16>();
    merge_alike<24>();
    merge_alike<32>();
    merge_alike<40>();
    merge_alike<48>();
    merge_alike<64>();
    merge_alike<80>();
    merge_alike<96>();
    merge_alike<112>();
    merge_alike<128>();
    merge_alike<160>();
    merge_alike<192>();
    merge_alike<224>();
    merge_alike<256>();
}

// A captured graph may run again only if all memory that it uses has the same addresses: they are in its key.
TEST(LeafWarpMemory, IsInTheKeyAltogether) {
    using Sorting = host::leaf_warp::LeafTree<2>::Sorting;
    host::Stream stream;
    Sorting sorting;
    std::vector<const void*> taken;
    Sorting::each(sorting, 100, [&](auto& scratch, std::size_t size) { taken.push_back(scratch.at_least(stream, size, "a test")); });
    const auto places = sorting.places();
    EXPECT_EQ(std::vector<const void*>(places.begin(), places.end()), taken);
}

}  // namespace
}  // namespace neighborscope::test
