// Decides what to measure next for the newest answer while there is no new query. Knows no thread and no device.
#pragma once
#include "gpu/knn.hpp"

#include <cstdint>

namespace neighborscope {

class IdlePlan {
public:
    enum class Step { record, self_join, explain, phases, total, check, extend_hash_table, count, spread, build, ceilings, nothing };
    /// Other work besides measuring; somebody waits for the first three.
    struct PendingWork {
        bool record = false;             ///< the answer's steps
        bool self_join = false;          ///< the work of a self-join
        bool explain = false;            ///< why the query needs so much work
        bool extend_hash_table = false;  ///< which row lies where
        bool build = false;              ///< the index, once more and warm
        bool ceilings = false;           ///< of the device
        bool measure_longer = false;     ///< timings are compared
    };

    /// The question is about `shape` (SearchRequest::shape) from now on.
    void ask(std::uint64_t settings_id);
    /// How the answer to come is measured. While the query moves, answers themselves are measured in turn as a whole and in phases. A
    /// repetition right after an answer finds warm caches and clocks that the answer did not, so its phases would not add up to the
    /// answers' totals.
    Measure measure_of_next_answer() const;
    /// The answer to the question is there, of the query `place` (SearchRequest::place).
    void answered(std::uint64_t place, Measure, double milliseconds);

    Step next(const PendingWork&);
    void measured(Measure, const Report&, double milliseconds);  ///< one of the steps `phases` and `total`; how long it took with all
    void checked() { checked_ = true; }
    void counted() { counted_ = true; }
    void spread_measured() { spread_ = true; }

    double milliseconds() const { return milliseconds_; }  ///< the newest run's total

private:
    std::uint64_t settings_id_ = 0, place_ = 0;
    int totals_ = 0, phases_ = 0;      ///< runs of this shape
    int answers_ = 0;                  ///< the same
    std::uint64_t idle_query_ = 0;     ///< the place that is measured in idle moments: runs of another do not count
    Measure newest_ = Measure::total;  ///< of the last answer
    double milliseconds_ = 0, spent_ = 0;
    bool checked_ = false, spread_ = false, counted_ = false, walks_ = false;
};

}  // namespace neighborscope
