// Trials: device work written once (trials.cu), compiled for each device, and called by tests through this table, so that one
// test program serves machines with and without a GPU.
#pragma once
#include "gpu/device/device.hpp"
#include "gpu/knn.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope {

using Keys = std::vector<unsigned long long>;

struct Trials {
    // Primitives: in, out.
    void (*sort_pairs)(const Keys&, const std::vector<unsigned>&, int bits, Keys&, std::vector<unsigned>&);
    Keys (*sort_keys)(const Keys&, int bits);
    Keys (*sort_runs)(const Keys&, std::size_t runs, std::size_t length);
    std::vector<unsigned> (*exclusive_scan)(const std::vector<unsigned>&);
    std::vector<float> (*reduce)(const std::vector<float>&);  ///< minimum, maximum, sum

    /// The same with so many bytes of scratch memory too few.
    void (*sort_pairs_with_less)(std::size_t count, std::size_t less);

    /// Results of every portable function, in a fixed order: equal on all devices.
    std::vector<std::uint64_t> (*words)();

    /// Three phases "first", "second", "first again and again" (two launches) of the given lengths.
    Report (*phases)(Measure, std::vector<double> milliseconds);
    /// One kernel with parts "one" and "three" that take 1 : 3, the last block twice as long, and a phase after it.
    Report (*inside)(Measure, unsigned blocks, double milliseconds);
    /// The values that a kernel finds in two words that it changes; it runs once or, with Measure::phases, twice.
    std::vector<unsigned> (*consumed)(Measure);
    Report (*counters)(Measure);
    /// Runs tiles of a millisecond until cancelled; returns how many were done.
    int (*tiles)(const Progress&, int tiles);
    /// So many launches, each a tile, that only a stop flag ends them in time.
    void (*many_launches)(const Progress&);

    /// Runs a replay once per key: its launches add a number that depends on the key to a word. Returns the words of keys 0, 1 and 2, and
    /// how often the launches were called.
    std::vector<unsigned> (*replay)(const std::vector<int>& keys);

    /// Buffer of so many bytes, freed at once.
    void (*buffer)(std::size_t bytes);
    /// Copies host to Buffer to host; throws std::runtime_error if anything differs.
    void (*round_trip)(std::size_t floats);
    void (*set_memory_limit)(std::size_t bytes);
    std::size_t (*free_bytes)();
    std::size_t (*shared_bytes_block)();
    void (*too_many_threads)();
    /// A kernel that uses this much dynamic shared memory; returns whether it was all there.
    bool (*shared_memory)(std::size_t bytes);
};

const Trials& host_trials();
const Trials& cuda_trials();  ///< only in builds with CUDA

}  // namespace neighborscope
