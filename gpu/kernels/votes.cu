#include "gpu/device/simt.hpp"
#include "gpu/kernels/votes.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {
namespace {

constexpr unsigned threads_of_vote = 128;

dim3 blocks_for(std::int64_t threads) { return dim3(unsigned((threads + threads_of_vote - 1) / threads_of_vote)); }

__global__ void write_grid(const float* across, const float* up, std::int64_t columns, int axis_across, std::int64_t first,
    std::int64_t count, float* coordinates) {
    const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= count) return;
    coordinates[2 * i + axis_across] = across[(first + i) % columns];
    coordinates[2 * i + 1 - axis_across] = up[(first + i) / columns];
}

/// One list of neighbours, as the counting code sees it.
struct VotingList {
    const std::int32_t* index;
    const float* distance;
    const std::int32_t* classes;
    int length;
    Voting voting;
    bool same;  ///< only neighbours at distance 0 vote

    __device__ std::int32_t class_at(int rank) const { return classes[index[rank]]; }
    __device__ double weight_at(int rank) const {
        if (voting == Voting::rank) return 1.0 / (rank + 1);
        if (voting == Voting::majority) return 1;
        return same ? (distance[rank] == 0 ? 1 : 0) : 1 / double(distance[rank]);
    }
    /// The weight of all members of the class at `rank`, which must be its first; negative: it is not.
    __device__ double weight_of_class(int rank) const {
        const std::int32_t of = class_at(rank);
        for (int before = 0; before < rank; ++before)
            if (class_at(before) == of) return -1;
        double weight = 0;
        for (int member = rank; member < length; ++member)
            if (class_at(member) == of) weight += weight_at(member);
        return weight;
    }
};

/// One thread per list. It has no table of classes: it goes through its list once per class, and a list has few classes.
__global__ void count_each(VoteInput input, VoteResult* votes) {
    const std::int64_t query = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (query >= input.queries) return;
    VotingList list{
        input.lists.index + query * input.width, input.lists.distance + query * input.width, input.classes, 0, input.voting, false};
    while (list.length < min(input.k, input.width) && list.index[list.length] >= 0) ++list.length;
    if (list.length == 0) {
        votes[query] = VoteResult{};
        return;
    }
    list.same = list.voting == Voting::distance && list.distance[0] == 0;
    double all = 0, most = 0;
    for (int rank = 0; rank < list.length; ++rank)
        if (const double weight = list.weight_of_class(rank); weight >= 0) {
            all += weight;
            most = most < weight ? weight : most;
        }
    int winner = 0;
    double weight = list.weight_of_class(winner);
    while (weight < most * (1 - vote_rounding)) weight = list.weight_of_class(++winner);
    const double share = all > 0 ? weight / all : 0;
    const std::uint32_t of = min(unsigned(list.class_at(winner)) + 1, VoteResult::most_classes);
    votes[query] = VoteResult{of | unsigned(lround(255 * share)) << 24};
}

}  // namespace

void write_places(const PlaceGrid& grid, float* coordinates) {
    if (grid.count == 0) return;
    Stream stream;
    Buffer<float> across(stream, grid.across.size(), "columns of places"), up(stream, grid.up.size(), "rows of places");
    across.from_host(stream, grid.across);
    up.from_host(stream, grid.up);
    launch(stream, {blocks_for(grid.count), threads_of_vote}, KERNEL(write_grid), across.data(), up.data(),
        std::int64_t(grid.across.size()), grid.axes[0], grid.first, grid.count, coordinates);
    stream.wait();
}

void count_votes_on_device(const VoteInput& input, VoteResult* votes) {
    if (input.queries == 0) return;
    Stream stream;
    launch(stream, {blocks_for(input.queries), threads_of_vote}, KERNEL(count_each), input, votes);
    stream.wait();
}

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
