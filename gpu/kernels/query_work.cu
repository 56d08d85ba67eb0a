// Distributions of unsigned integers, and their colours: gpu/query_work.hpp.
#include "gpu/query_work.hpp"

#include "gpu/device/simt.hpp"

#include <bit>

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

namespace {

constexpr unsigned threads_of_block = 128, most_blocks = 256, bins_of_block = 1024;

/// Few blocks reduce contention: each thread goes through many records, each block sums by itself and writes once.
Shape few_blocks(std::int64_t records) {
    const std::int64_t blocks = (records + threads_of_block - 1) / threads_of_block;
    return {unsigned(std::min<std::int64_t>(blocks, most_blocks)), threads_of_block};
}

__device__ bool is_left_out(const StridedNumbers& numbers, std::int64_t i) {
    return numbers.presence_word >= 0 && numbers.words[i * numbers.words_per_record + numbers.presence_word] == 0;
}
__device__ unsigned number_of(const StridedNumbers& numbers, std::int64_t i) {
    return numbers.words[i * numbers.words_per_record + numbers.number];
}

enum Total { total_count, total_sum, total_least_turned, total_most, totals };

__device__ void add_totals(
    unsigned long long count, unsigned long long sum, unsigned long long least_turned, unsigned long long most, unsigned long long* total) {
    atomicAdd(total + total_count, count);
    atomicAdd(total + total_sum, sum);
    atomicMax(total + total_least_turned, least_turned);
    atomicMax(total + total_most, most);
}

/// The high half of `most` is the number, the low half its inverted position, so that the first position wins. `least` is inverted, too,
/// so that memory may start as zeros.
__global__ void add_up(StridedNumbers numbers, unsigned long long* total) {
    unsigned long long count = 0, sum = 0, least_turned = 0, most = 0;
    const std::int64_t step = std::int64_t(gridDim.x) * blockDim.x;
    for (std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < numbers.records; i += step) {
        if (is_left_out(numbers, i)) continue;
        const unsigned long long number = number_of(numbers, i);
        ++count;
        sum += number;
        least_turned = max(least_turned, 0xffffffffull - number);
        most = max(most, number << 32 | (0xffffffffull - static_cast<unsigned long long>(i)));
    }
    __shared__ unsigned long long of_block[totals];
    if (threadIdx.x < totals) of_block[threadIdx.x] = 0;
    __syncthreads();
    if (count > 0) add_totals(count, sum, least_turned, most, of_block);
    __syncthreads();
    if (threadIdx.x == 0 && of_block[total_count] > 0)
        add_totals(of_block[total_count], of_block[total_sum], of_block[total_least_turned], of_block[total_most], total);
}

__global__ void fill_bins(StridedNumbers numbers, int shift, unsigned* bins) {
    __shared__ unsigned first_bins[bins_of_block];
    for (unsigned bin = threadIdx.x; bin < bins_of_block; bin += blockDim.x) first_bins[bin] = 0;
    __syncthreads();
    const std::int64_t step = std::int64_t(gridDim.x) * blockDim.x;
    for (std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < numbers.records; i += step) {
        if (is_left_out(numbers, i)) continue;
        const unsigned bin = number_of(numbers, i) >> shift;
        if (bin < bins_of_block) atomicAdd(first_bins + bin, 1u);
        else atomicAdd(bins + bin, 1u);
    }
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < bins_of_block; bin += blockDim.x)
        if (first_bins[bin] > 0) atomicAdd(bins + bin, first_bins[bin]);
}

struct Shades {
    unsigned low;
    float scale;  ///< factor from numbers to colours
    const std::uint32_t* ramp;
    int count;
    std::uint32_t missing;
};

__global__ void colour_numbers(StridedNumbers numbers, Shades shades, std::uint32_t* colours) {
    const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= numbers.records) return;
    if (is_left_out(numbers, i)) {
        colours[i] = shades.missing;
        return;
    }
    const unsigned number = number_of(numbers, i), above = number > shades.low ? number - shades.low : 0;
    const float shade = fminf(float(above) * shades.scale + 0.5f, float(shades.count - 1));
    colours[i] = shades.ramp[int(shade)];
}

}  // namespace

/// The distribution without bins, from the totals of add_up. Empty if no record counts.
Distribution with_totals(std::span<const unsigned long long> found) {
    Distribution distribution;
    if (found[total_count] == 0) return distribution;
    distribution.count = std::int64_t(found[total_count]);
    distribution.sum = found[total_sum];
    distribution.least = unsigned(0xffffffffull - found[total_least_turned]);
    distribution.most = unsigned(found[total_most] >> 32);
    distribution.place_of_maximum = std::int64_t(0xffffffffull - (found[total_most] & 0xffffffffull));
    return distribution;
}
int shift_of(const Distribution& distribution) {
    return std::max(0, int(std::bit_width(distribution.most)) - int(std::bit_width(unsigned(Distribution::binned - 1))));
}

/// Launches and waits twice, for any number of distributions.
std::vector<Distribution> distributions_on_device(std::span<const StridedNumbers> all) {
    std::vector<Distribution> distributions(all.size());
    Stream stream;
    Buffer<unsigned long long> total(stream, totals * all.size(), "sums of work");
    total.zero(stream);
    for (std::size_t i = 0; i < all.size(); ++i)
        launch(stream, few_blocks(all[i].records), KERNEL(add_up), all[i], total.data() + totals * i);
    std::vector<unsigned long long> found(totals * all.size());
    total.to_host(stream, std::span<unsigned long long>(found));
    std::vector<std::size_t> first_bins(all.size() + 1, 0);
    for (std::size_t i = 0; i < all.size(); ++i) {
        distributions[i] = with_totals(std::span(found).subspan(totals * i, totals));
        first_bins[i + 1] = first_bins[i] + (distributions[i].count > 0 ? (distributions[i].most >> shift_of(distributions[i])) + 1 : 0);
    }
    if (first_bins.back() == 0) return distributions;
    Buffer<unsigned> bins(stream, first_bins.back(), "numbers of work");
    bins.zero(stream);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (distributions[i].count > 0)
            launch(stream, few_blocks(all[i].records), KERNEL(fill_bins), all[i], shift_of(distributions[i]), bins.data() + first_bins[i]);
    std::vector<unsigned> counts(first_bins.back());
    bins.to_host(stream, std::span<unsigned>(counts));
    for (std::size_t i = 0; i < all.size(); ++i) {
        Distribution& distribution = distributions[i];
        if (distribution.count == 0) continue;
        const int shift = shift_of(distribution);
        distribution.bin_width = 1 << shift;
        distribution.bins.assign(counts.begin() + std::ptrdiff_t(first_bins[i]), counts.begin() + std::ptrdiff_t(first_bins[i + 1]));
        const auto ranked = [&](double share) {
            std::int64_t rank = std::int64_t(share * double(distribution.count - 1)), below = 0;
            for (std::size_t bin = 0; bin < distribution.bins.size(); ++bin)
                if ((below += distribution.bins[bin]) > rank) return unsigned(bin << shift);
            return distribution.most;
        };
        distribution.low = std::max(distribution.least, ranked(0.01));
        distribution.median = std::max(distribution.least, ranked(0.5));
        distribution.high = std::max(distribution.least, ranked(0.99));
    }
    return distributions;
}

/// Launches and waits. `colours` is on the device of the numbers.
void colour_on_device(const StridedNumbers& numbers, unsigned low, unsigned high, std::span<const std::uint32_t> ramp,
    std::uint32_t missing, std::uint32_t* colours) {
    if (numbers.records == 0) return;
    Stream stream;
    Buffer<std::uint32_t> shades(stream, ramp.size(), "colours of work");
    shades.from_host(stream, ramp);
    const float scale = high > low ? float(ramp.size() - 1) / float(high - low) : 0;
    const unsigned blocks = unsigned((numbers.records + threads_of_block - 1) / threads_of_block);
    launch(stream, {blocks, threads_of_block}, KERNEL(colour_numbers), numbers,
        Shades{low, scale, shades.data(), int(ramp.size()), missing}, colours);
    stream.wait();
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
