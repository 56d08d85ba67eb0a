// Declarations shared by the parts of `leaf-warp` that are compiled separately.
#pragma once
#include "gpu/device/simt.hpp"
#include "gpu/knn.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp {

inline constexpr std::string_view query_order = "query order", leaf_search = "leaf search", single_query_search = "queries alone";

/// Clears the queue of single searches and the work of queries. Either may be null.
void begin_counting(Stream&, unsigned* fallback, QueryWork* work, std::int64_t queries);
/// Fills lists with so many entries in all as empty.
void write_nothing(Stream&, const Lists&, std::int64_t entries);

/// Prepares recording one warp: its queries are the points `row`[count], up to 32; `number` becomes their lanes, where their lists are
/// written. `exclude`, if not null, becomes their rows.
void begin_recording(Stream&, int* number, const int* row, int count, std::int32_t* exclude);
/// Copies the list of one of them after recording.
void end_recording(Stream&, const Lists& from, int lane, int k, const Lists& to);

struct Settings {
    std::int64_t together;  ///< least number of queries for which a warp searches 32 together; 0: chosen
    bool follow;            ///< whether the last answer bounds the next one after points have moved
    bool lanes;             ///< whether the host also runs the kernels whose lanes search together
};
std::unique_ptr<Search> prepare_plane(const Points&, const Settings&, const Progress&);  ///< 2-D
std::unique_ptr<Search> prepare_space(const Points&, const Settings&, const Progress&);  ///< 3-D

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::leaf_warp
