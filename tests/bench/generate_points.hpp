// Points from formulas, so that other programs can generate the same and compare lists index by index; and what benches of methods share.
#pragma once
#include "gpu/random_numbers.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace neighborscope::bench {

/// Number e of `count` points, row by row. Kinds: v: uniform in [0, 1), as `vectors:`; u: in [0, 22500), as `uniform:`; g: 25 hotspots, as
/// `hotspots:`; s: the same sorted by hotspot; d: many equal points; o: all at one position.
inline float coordinate(char kind, std::uint64_t seed, int dimension, std::int64_t count, std::uint64_t e) {
    const std::uint64_t point = e / std::uint64_t(dimension), axis = e % std::uint64_t(dimension);
    switch (kind) {
        case 'o': return 7;
        case 'd': return float(counter_hash(2 + seed, e) % 40);
        case 'v': return random_uniform_float(seed, e);
        case 'g':
        case 's': break;
        default: return random_uniform_float(seed, e) * 22500.0f;
    }
    const std::uint64_t centre = kind == 's' ? point * 25 / std::uint64_t(count) : counter_hash(100 + seed, point) % 25;
    std::int64_t sum = 0;
    for (std::uint64_t t = 0; t < 12; ++t) sum += std::int64_t(counter_hash(200 + seed, 12 * e + t) >> 40);
    sum -= std::int64_t(6) << 24;
    const float middle = random_uniform_float(303, centre * std::uint64_t(dimension) + axis) * 22500.0f;
    const float offset = float(sum) * (900.0f * 0x1p-24f);
    return middle + offset;
}

inline std::vector<float> generate_points(char kind, std::uint64_t seed, std::int64_t count, int dimension) {
    std::vector<float> values(std::size_t(count) * std::size_t(dimension));
    const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::thread> workers;
    for (unsigned t = 0; t < threads; ++t)
        workers.emplace_back([&, t] {
            for (std::size_t i = values.size() * t / threads, end = values.size() * (t + 1) / threads; i < end; ++i)
                values[i] = coordinate(kind, seed, dimension, count, i);
        });
    for (std::thread& worker : workers) worker.join();
    return values;
}

inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// The words between commas.
inline std::vector<std::string> words_of(const std::string& list) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        words.push_back(list.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

}  // namespace neighborscope::bench
