// Decides what to do next for the newest answer while there is no new request. Uses no thread and no device.
#pragma once
#include "gpu/knn.hpp"

#include <cstdint>

namespace neighborscope {

class IdlePlan {
public:
    enum class Step {
        record,
        self_join,
        explain,
        reason,
        phases,
        total,
        check,
        extend_hash_table,
        count,
        spread,
        build,
        ceilings,
        nothing
    };
    /// Pending work besides measurements. The user waits for the first four.
    struct PendingWork {
        bool record = false;             ///< record the steps of the answer
        bool self_join = false;          ///< run the self-join
        bool explain = false;            ///< explain why the query needs so much work
        bool reason = false;             ///< find why a row is missed
        bool extend_hash_table = false;  ///< add rows to the table from coordinates to rows
        bool build = false;              ///< build the index again, to time a warm build
        bool ceilings = false;           ///< measure peak rates of the device
        bool measure_longer = false;     ///< timings are compared: measure more runs
    };

    /// Starts with a new request (SearchRequest::settings_id).
    void ask(std::uint64_t settings_id);
    /// How to measure the next answer. While the query moves, answers are measured alternately as a whole and in phases. A repetition after
    /// an answer would find warmer caches and higher clocks, so that its phases would not add up to the answers' totals.
    Measure measure_of_next_answer() const;
    /// Notes an answer to the request (SearchRequest::place).
    void answered(std::uint64_t place, Measure, double milliseconds);

    Step next(const PendingWork&);
    void measured(
        Measure, const Report&, double milliseconds);  ///< notes a run of the steps `phases` or `total`; `milliseconds`: including overhead
    void checked() { checked_ = true; }
    void counted() { counted_ = true; }
    void spread_measured() { spread_ = true; }

    double milliseconds() const { return milliseconds_; }  ///< total of the newest run

private:
    /// Runs of one measure since the answer. They count as their quickest: what interrupts a run on a busy machine ends no measurement.
    struct Repeated {
        int runs = 0;
        double quickest = 0;  ///< milliseconds
    };
    double spent() const { return totals_repeated_.runs * totals_repeated_.quickest + phases_repeated_.runs * phases_repeated_.quickest; }

    std::uint64_t settings_id_ = 0, place_ = 0;
    int totals_ = 0, phases_ = 0;      ///< runs with these settings
    int answers_ = 0;                  ///< answers with these settings
    std::uint64_t idle_query_ = 0;     ///< the place that is measured when idle; runs of other places do not count
    Measure newest_ = Measure::total;  ///< of the last answer
    double milliseconds_ = 0;
    Repeated totals_repeated_, phases_repeated_;
    bool checked_ = false, spread_ = false, counted_ = false, walks_ = false;
};

}  // namespace neighborscope
