// Positions of a grid in the plane as rows of coordinates, and the votes of their neighbours: the interface between gpu/*.cpp and votes.cu,
// which is compiled once per device.
#pragma once
#include "gpu/votes.hpp"

#include <array>

namespace neighborscope {

/// Positions of a grid, the first coordinate fastest: place i is (across[i % columns], up[i / columns]) along `axes`.
struct PlaceGrid {
    std::span<const float> across, up;  ///< in host memory
    std::array<int, 2> axes{0, 1};
    std::int64_t first = 0, count = 0;  ///< which places
};

/// The input of a vote, in the memory of the device.
struct VoteInput {
    Lists lists;  ///< [queries][width]
    std::int64_t queries = 0;
    int width = 1, k = 1;
    const std::int32_t* classes = nullptr;  ///< [points]
    Voting voting = Voting::majority;
};

namespace host {
void write_places(const PlaceGrid&, float* coordinates);    ///< writes [count][2], and waits
void count_votes_on_device(const VoteInput&, VoteResult*);  ///< writes [queries], and waits
}  // namespace host
namespace cuda {
void write_places(const PlaceGrid&, float* coordinates);
void count_votes_on_device(const VoteInput&, VoteResult*);
}  // namespace cuda

}  // namespace neighborscope
