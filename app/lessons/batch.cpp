#include "app/lessons/batch.hpp"

#include "app/data/points/metric_coordinates.hpp"
#include "app/measure/measure.hpp"

namespace neighborscope::lessons {

std::optional<Batch> batch_of(const SessionState& session, const std::shared_ptr<const DataSet>& data) {
    if (!data || data->count() == 0 || session.curve_queries == SessionState().curve_queries) return {};
    const std::int64_t count = session.curve_queries > 0 ? session.curve_queries : data->count();
    if (double(count) * double(data->coordinates.size()) > largest_batch) return {};

    measure::Question question{&find_method(session.method), {}, session.curve_queries, session.k, session.metric};
    if (const auto chosen = session.options.find(session.method); chosen != session.options.end()) question.options = chosen->second;
    const std::shared_ptr<const DataSet> searched = data_for_metric(session.metric, data);
    measure::ResidentData resident(DeviceKind::host, *searched, {});
    ListSet lists(DeviceKind::host, count, session.k);
    const auto run = [&](Measure what) {
        return resident.searcher(question, {}).search(resident.queries(question.queries), question.k, question.metric, lists, {}, what);
    };
    Batch batch{count, run(Measure::counters).counters, {}};
    for (const PhaseTime& phase : run(Measure::phases).phases)
        batch.phases.emplace_back(phase.name, with_traversal(phase.lower_bound, batch.counters));
    return batch;
}

}  // namespace neighborscope::lessons
