// For methods that certify their lists: queries of which no certificate could be given are answered once more, all in one batch, by
// `stream`, whose lists are right within float32's rounding whatever the data.
#pragma once
#include "gpu/device/run.hpp"
#include "gpu/kernels/tile.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE::stream {

class ExactFallback {
public:
    ExactFallback(Stream& stream, const Points& points);
    /// With a list and memory of its own, which go with it, and the same `stream`: for another try in between.
    ExactFallback with_own_memory() const { return ExactFallback(stream_, points_, search_); }

    /// Device memory beyond what is held, when `problem.queries` are to be certified; `some_fail`: some of them may be asked again.
    std::size_t bytes_needed(const Problem& problem, bool some_fail = true) const;
    /// The list of those queries, for kernels: [0] how many, then which, in any order. Empty after this. Room for `queries`.
    unsigned* failed(std::int64_t queries);
    /// Waits, and answers those of `some` that are in the list: their lists in `out` are written anew. Returns how many they were.
    std::int64_t search_failed(const Queries& some, const Problem& problem, const Progress& progress, const Lists& out);

    /// The same in steps, for methods that have another try before: those of the list, side by side, with lists to be written;
    struct FailedQueries {
        Queries queries;
        Lists found;
    };
    FailedQueries gather(const Queries& some, int k);
    /// and these lists to their places.
    void scatter(const FailedQueries&, int k, const Lists& out);

    /// Answers without a certificate, where there is nothing to be certain about.
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
