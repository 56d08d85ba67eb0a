// LZF unpacked in pieces, compared with liblzf.
#include "app/data/load/pcd/lzf.hpp"

#include <gtest/gtest.h>
#include <liblzf/lzf.h>

#include <random>
#include <string>
#include <vector>

namespace neighborscope::test {
namespace {

std::string packed_by_liblzf(const std::string& plain) {
    std::string packed(plain.size() + plain.size() / 16 + 64, '\0');
    packed.resize(lzf_compress(plain.data(), unsigned(plain.size()), packed.data(), unsigned(packed.size())));
    return packed;
}

/// Unpacks in pieces of these sizes, repeatedly; stops at damage.
std::string unpack(const std::string& packed, std::size_t bytes, const std::vector<std::size_t>& sizes, bool& whole) {
    LzfStream stream(packed);
    std::string out;
    std::vector<char> piece;
    for (std::size_t i = 0; out.size() < bytes; ++i) {
        const std::size_t here = std::min(sizes[i % sizes.size()], bytes - out.size());
        piece.assign(LzfStream::before + here + LzfStream::behind, 'x');
        if (!stream.read(piece.data() + LzfStream::before, here)) break;
        out.append(piece.data() + LzfStream::before, here);
    }
    whole = out.size() == bytes && stream.ended();
    return out;
}

/// Runs of every length that repeat bytes at every distance, with new bytes between.
std::string repeating(std::size_t bytes, unsigned seed) {
    std::mt19937 random(seed);
    std::string text;
    while (text.size() < bytes) {
        for (std::size_t fresh = random() % 40; fresh > 0; --fresh) text += char(random() % 256);
        if (text.empty()) continue;
        const std::size_t distance = 1 + random() % std::min<std::size_t>(text.size(), random() % 3 ? 20 : 9000);
        for (std::size_t left = random() % 600; left > 0; --left) text += text[text.size() - distance];
    }
    return text;
}

TEST(Lzf, PiecesOfAnySizeAreWhatLiblzfPacked) {
    for (const unsigned seed : {1u, 2u, 3u}) {
        const std::string plain = repeating(200000, seed), packed = packed_by_liblzf(plain);
        ASSERT_GT(packed.size(), 0u);
        for (const std::vector<std::size_t>& sizes :
            std::vector<std::vector<std::size_t>>{{1}, {3, 1, 300}, {8191, 8193}, {65536}, {1 << 20}}) {
            bool whole = false;
            EXPECT_TRUE(unpack(packed, plain.size(), sizes, whole) == plain) << sizes.front();
            EXPECT_TRUE(whole);
        }
        bool whole = true;
        unpack(packed, plain.size() - 1, {65536}, whole);
        EXPECT_FALSE(whole) << "a byte is left";
        unpack(packed.substr(0, packed.size() - 1), plain.size(), {65536}, whole);
        EXPECT_FALSE(whole) << "a byte is missing";
    }
}

TEST(Lzf, WhatLiblzfRefusesIsRefused) {
    const std::string plain = repeating(3000, 4), packed = packed_by_liblzf(plain);
    std::mt19937 random(5);
    for (int i = 0; i < 3000; ++i) {
        std::string damaged = packed;
        damaged[random() % 200] = char(random());
        damaged.resize(damaged.size() - random() % 3);
        std::string expected(plain.size(), '\0');
        const unsigned size = lzf_decompress(damaged.data(), unsigned(damaged.size()), expected.data(), unsigned(expected.size()));
        bool whole = false;
        const std::string out = unpack(damaged, plain.size(), {700}, whole);
        ASSERT_EQ(whole, size == plain.size()) << i;
        EXPECT_TRUE(!whole || out == expected) << i;
    }
}

}  // namespace
}  // namespace neighborscope::test
