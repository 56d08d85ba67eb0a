#include "app/session/race.hpp"

#include "app/session/loaded_data.hpp"
#include "app/session/tree_steps.hpp"

#include <algorithm>
#include <map>

namespace neighborscope {
namespace {

bool is_entry(const Step& step) { return step.entered.index >= 0; }

/// Distances that are computed at each step. Through a tree those to the points of a leaf, at its visit; of others all of them, over the
/// steps of the first phase evenly: their records do not tell which came when.
std::vector<double> distances_at(const Recording& record) {
    std::vector<double> at(std::size_t(record.count()) + 1, 0);
    if (record.tree) {
        for (const LeafVisit& visit : record.visits) at[std::size_t(visit.position)] += visit.points;
    } else if (!record.phases.empty() && record.data) {
        const StepPhase& phase = record.phases.front();
        for (std::int64_t i = 0; i < phase.count; ++i)
            at[std::size_t(phase.first + i)] += double(record.data->set.count()) / double(phase.count);
    }
    return at;
}

}  // namespace

RaceTrack::RaceTrack(std::shared_ptr<const Recording> record, const Timings& timings, RaceBy by) : record_(std::move(record)) {
    done_.assign(std::size_t(record_->count()) + 1, 0);
    if (by == RaceBy::work) {
        done_ = distances_at(*record_);
        for (std::int64_t at = 1; at <= record_->count(); ++at) done_[std::size_t(at)] += is_entry(record_->at(at)) ? 1 : 0;
    } else {
        std::map<std::string, std::int64_t> steps;  // of each phase, however often it comes
        for (const StepPhase& phase : record_->phases) steps[phase.name] += phase.count;
        bool begun = false;
        for (const TimingRow& row : timings.phases) {
            const auto found = steps.find(row.phase);
            begun = begun || found != steps.end();
            if (found == steps.end() || found->second == 0) {  // no step is its own: it passes before the first or with the last
                done_[begun ? done_.size() - 1 : std::min<std::size_t>(1, done_.size() - 1)] += row.median;
                continue;
            }
            for (const StepPhase& phase : record_->phases)
                for (std::int64_t i = 0; phase.name == row.phase && i < phase.count; ++i)
                    done_[std::size_t(phase.first + i)] += row.median / double(found->second);
        }
    }
    for (std::size_t at = 1; at < done_.size(); ++at) done_[at] += done_[at - 1];
}

std::int64_t RaceTrack::position(double done) const {
    const auto after = std::upper_bound(done_.begin(), done_.end(), done * (1 + 1e-12));
    return std::max<std::int64_t>(0, after - done_.begin() - 1);
}

RecordedWork work_of(const Recording& record, std::int64_t position) {
    RecordedWork work;
    double distances = 0;
    const std::vector<double> at = distances_at(record);
    for (std::int64_t i = 1; i <= position; ++i) {
        distances += at[std::size_t(i)];
        work.entries += is_entry(record.at(i));
    }
    work.distances = std::int64_t(distances + 0.5);
    return work;
}

}  // namespace neighborscope
