// For methods that certify their lists: answers queries without a certificate again, all in one batch, by `stream`, whose lists are right
// within float32's rounding for any data.
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/kernels/tile.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

class ExactFallback {
public:
    ExactFallback(Stream& stream, const Points& points);
    /// Another fallback with the same `stream` but its own list and memory, for a retry before this one.
    ExactFallback with_own_memory() const { return ExactFallback(stream_, points_, search_); }

    /// Device memory needed beyond what is held to certify `problem.queries`; `some_fail`: memory for answering some again is included.
    std::size_t bytes_needed(const Problem& problem, bool some_fail = true) const;
    /// The list of failed queries, for kernels: [0] their number, then their indices, in any order. Emptied here. Room for `queries`.
    unsigned* failed(std::int64_t queries);
    /// Waits, then answers the queries in the list anew, into their lists in `out`. Returns how many they were.
    std::int64_t search_failed(const Queries& some, const Problem& problem, const Progress& progress, const Lists& out);

    /// The same in steps, for methods with a retry of their own: gathers the queries of the list, with lists to be written;
    struct FailedQueries {
        Queries queries;
        Lists found;
    };
    FailedQueries gather(const Queries& some, int k);
    /// and scatters these lists to their places in `out`.
    void scatter(const FailedQueries&, int k, const Lists& out);

    /// Answers all queries, if none can be certified.
    Report search_all(const Queries& queries, const Lists& out, const Problem& problem, const Progress& progress, Measure measure) {
        stream_.wait();  // the other search has a stream of its own
        return search_->answer(queries, out, problem, progress, measure);
    }

private:
    ExactFallback(Stream& stream, const Points& points, std::shared_ptr<Search> search)
        : points_(points), stream_(stream), search_(std::move(search)) {}

    Points points_;
    Stream& stream_;
    std::shared_ptr<Search> search_;
    Scratch<unsigned> failed_;
    Scratch<float> coordinates_, distance_;
    Scratch<std::int32_t> exclude_, index_;
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream
