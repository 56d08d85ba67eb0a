// What the parts of `leaf-warp` that are compiled apart know of each other.
#pragma once
#include "gpu/device/simt.hpp"
#include "gpu/knn.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

inline constexpr std::string_view query_order = "query order", leaf_search = "leaf search", single_query_search = "queries alone";

/// Nobody is searched alone yet, and nothing is known of what queries take. Either may be null.
void begin_counting(Stream&, unsigned* fallback, QueryWork* work, std::int64_t queries);
/// Empties lists of so many entries in all.
void write_nothing(Stream&, const Lists&, std::int64_t entries);

/// Before one warp's queries are recorded: they are the points `row`[count], up to 32, their lists are numbered by their lanes. `exclude`,
/// which may be null, gets their rows.
void begin_recording(Stream&, int* number, const int* row, int count, std::int32_t* exclude);
/// After it: the list of one of them.
void end_recording(Stream&, const Lists& from, int lane, int k, const Lists& to);

struct Settings {
    std::int64_t together;  ///< the least number of queries that are searched 32 by a warp; 0: chosen
    bool follow;            ///< whether the answer before bounds the next one when points have moved
    bool lanes;             ///< whether the host, too, runs the kernels whose lanes search together
};
std::unique_ptr<Search> prepare_plane(const Points&, const Settings&, const Progress&);  ///< 2-D
std::unique_ptr<Search> prepare_space(const Points&, const Settings&, const Progress&);  ///< 3-D

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
