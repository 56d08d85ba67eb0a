#include "app/session/classify/classifying_state.hpp"

#include <algorithm>

namespace neighborscope {

ClassifyingState::ClassifyingState(CommonState& common, const LoadingState& loading, const std::atomic<bool>* foreground_busy)
    : common_(common),
      loading_(loading),
      regions_(
          [work = std::make_shared<RegionWork>(), news = shared_regions_, wake = common.waker()](
              const RegionWork::Job& job, SharedProgress& card, const Progress& progress) {
              work->work(job, card, progress, [&](std::shared_ptr<const DecisionRegions> regions) {
                  const std::lock_guard lock(news->mutex);
                  news->newest = std::move(regions), news->number = job.number;
                  wake();
              });
              return true;
          },
          common.waker(), foreground_busy),
      leave_one_out_(
          [work = std::make_shared<LeaveOneOutWork>(), news = shared_leave_one_out_, wake = common.waker()](
              const LeaveOneOutWork::Job& job, SharedProgress& card, const Progress& progress) {
              work->work(job, card, progress, [&](std::shared_ptr<const LeaveOneOut> leave_one_out) {
                  const std::lock_guard lock(news->mutex);
                  news->newest = std::move(leave_one_out), news->number = job.number;
                  wake();
              });
              return true;
          },
          common.waker(), foreground_busy) {}

/// The points shown, at their tick.
std::shared_ptr<const DataSet> ClassifyingState::data() const {
    if (loading_.data && loading_.is_resident()) return {loading_.resident->data, &loading_.resident->data->set};
    if (loading_.data && loading_.is_loaded())
        return {loading_.data, &loading_.data->set};  // not resident, e.g. since the method is refused
    return nullptr;
}

void ClassifyingState::name_classes() {
    const std::shared_ptr<const DataSet> now = data();
    if (now == named_) return;
    if (!now && loading_.data) return;  // keeps these until the next data are resident
    const bool moved = now && named_ && now->source == named_->source && now->count() == named_->count() && now->motion && shown_.classes;
    named_ = now;
    common_.touch(Feature::classes);
    if (std::exchange(opened_, loading_.opened) != opened_) {  // results are of other points
        shown_.regions.reset(), shown_.leave_one_out.reset(), shown_.chosen.reset();
        first_regions_ = true;  // does not wait for the requested ones
        ring();
    }
    if (moved) return;  // moving points keep their classes
    shown_.classes.reset(), shown_.shades.clear(), shown_.label_name.clear();
    shown_.refusal = "the points have no labels";
    if (!now || !now->label()) return;
    shown_.label_name = now->label()->name;
    try {
        const auto classes = std::make_shared<const Classes>(classes_of(*now, nullptr));
        const Shades shades = now->label()->shades();
        shown_.shades.assign(classes->names.size(), {0, shades.scale == Shades::Scale::ramp});
        for (std::size_t row = 0; row < classes->of_training.size(); ++row)
            shown_.shades[std::size_t(classes->of_training[row])].shade = shades.of_point[row];
        shown_.classes = classes;
        shown_.refusal.clear();
    } catch (const Error& error) { shown_.refusal = error.what(); }
}

std::string ClassifyingState::why_no_votes() const {
    if (!shown_.classes) return shown_.refusal;
    if (named_->count() < 2) return "there is only one point";
    if (common_.now().vote == Voting::distance && larger_is_nearer(common_.now().metric))
        return "votes by distance weigh 1 / distance, and an inner product is no distance: let neighbours vote by majority or rank";
    const MethodEntry* entry = nullptr;
    for (const MethodEntry& one : common_.view.methods)
        if (one.method->info.name == common_.now().method) entry = &one;
    if (!entry) return "there is no method " + common_.now().method;
    return entry->refusal ? common_.now().method + ": " + *entry->refusal : std::string();
}

std::string ClassifyingState::why_no_regions(const DataSet& set) const {
    if (std::string none = why_no_votes(); !none.empty()) return none;
    if (set.dimension != 2)
        return "decision regions need points in 2 dimensions, these have " + std::to_string(set.dimension) +
               (common_.view.data.has_columns ? "; choose two columns" : "");
    if (common_.view.three_d) return "decision regions are drawn only in the view from above (2)";
    return {};
}

void ClassifyingState::refresh(std::optional<DeviceKind> device) {
    name_classes();
    const SessionState& now = common_.now();
    const std::string no_votes = named_ ? why_no_votes() : shown_.refusal;
    const std::string no_regions = named_ ? why_no_regions(*named_) : shown_.refusal;
    if (no_votes != shown_.no_votes || no_regions != shown_.no_regions) {
        shown_.no_votes = no_votes, shown_.no_regions = no_regions;
        common_.touch(Feature::classes);
    }
    question_.reset();
    if (no_votes.empty() && device && data() == named_) {
        const auto chosen = now.options.find(now.method);
        question_ = VoteRequest{named_, shown_.classes, &find_method(now.method),
            chosen == now.options.end() ? std::map<std::string, std::string>() : chosen->second, *device, now.k, now.metric, now.vote};
    }
    start_regions();
    start_leave_one_out();
}

void ClassifyingState::set_visible_plane(const VisiblePlane& plane) {
    if (plane == plane_) return;
    plane_ = plane;
    start_regions();
}

void ClassifyingState::start_regions() {
    if (!common_.now().regions || !shown_.no_regions.empty()) {
        if (!regions_job_ && !shown_.regions && shown_.regions_error.empty()) return;
        regions_.replace({});
        regions_job_.reset(), waiting_regions_job_.reset();
        shown_.regions.reset(), shown_.regions_error.clear();
        shown_.refining = false;
        common_.touch(Feature::classes);
        return;
    }
    if (!question_ || plane_.width <= 0 || plane_.height <= 0) return;
    const Projection projection = loading_.projection(*named_);
    RegionWork::Job job{*question_, plane_, {projection.axes[0], projection.axes[1]}};
    if (waiting_regions_job_ ? job == *waiting_regions_job_ : regions_job_ && job == *regions_job_) return;
    if (regions_job_ && !first_regions_ && shown_.refining) {  // else none would be shown during a drag
        waiting_regions_job_ = std::move(job);
        return;
    }
    job.number = ++number_;
    regions_job_ = job;
    waiting_regions_job_.reset();
    first_regions_ = false;
    shown_.refining = true;
    regions_.replace(std::move(job));
    common_.touch(Feature::classes);
}

void ClassifyingState::start_leave_one_out() {
    if (!common_.now().misclassified || !shown_.no_votes.empty()) {
        if (!leave_one_out_job_ && !shown_.leave_one_out && shown_.leave_one_out_error.empty()) return;
        leave_one_out_.replace({});
        leave_one_out_job_.reset();
        shown_.leave_one_out.reset(), shown_.leave_one_out_error.clear();
        shown_.is_classifying = false;
        ring();
        common_.touch(Feature::classes);
        return;
    }
    if (!question_) return;
    LeaveOneOutWork::Job job{*question_};
    // As many votes as in the list of a row: if it holds the row itself, that one does not vote.
    if (!common_.now().exclude_self) job.question.k = std::max(1, job.question.k - 1);
    if (leave_one_out_job_ && job == *leave_one_out_job_) return;
    job.number = ++number_;
    leave_one_out_job_ = job;
    shown_.is_classifying = true;
    leave_one_out_.replace(std::move(job));
    common_.touch(Feature::classes);
}

/// Sets the ringed rows: all misclassified rows, or those of the chosen cell of the confusion matrix.
void ClassifyingState::ring() {
    std::vector<std::int64_t> rows;
    const auto& leave_one_out = shown_.leave_one_out;
    if (leave_one_out && shown_.chosen && shown_.classes && shown_.classes->of_training.size() == leave_one_out->predicted.size()) {
        for (std::size_t row = 0; row < leave_one_out->predicted.size(); ++row)
            if (leave_one_out->predicted[row] == shown_.chosen->predicted && shown_.classes->of_training[row] == shown_.chosen->of)
                rows.push_back(std::int64_t(row));
    } else if (leave_one_out) {
        rows = leave_one_out->wrong;
    }
    shown_.ringed = std::move(rows);
    ++shown_.ringed_generation;
}

void ClassifyingState::choose(std::optional<ConfusionCell> cell) {
    if (cell == shown_.chosen) return;
    shown_.chosen = cell;
    ring();
    common_.touch(Feature::classes);
}

std::int64_t ClassifyingState::next_ringed(int direction) const {
    const std::vector<std::int64_t>& rows = shown_.ringed;
    if (rows.empty()) return -1;
    const std::int64_t asked = common_.now().query_row.value_or(-1);  // possibly not answered yet
    const std::int64_t now = shown_.leave_one_out->data->row_of_file_row(asked);
    if (asked >= 0 && direction > 0) {
        if (const auto next = std::upper_bound(rows.begin(), rows.end(), now); next != rows.end()) return *next;
    } else if (asked >= 0) {
        if (const auto next = std::lower_bound(rows.begin(), rows.end(), now); next != rows.begin()) return next[-1];
    }
    return direction > 0 ? rows.front() : rows.back();
}

bool ClassifyingState::cancel() {
    if (shown_.is_classifying) {  // the longer work is cancelled first
        leave_one_out_.cancel();
        shown_.is_classifying = false;
    } else if (shown_.refining) {
        regions_.cancel();
        waiting_regions_job_.reset();
        shown_.refining = false;
    } else {
        return false;
    }
    common_.touch(Feature::classes);
    return true;
}

void ClassifyingState::poll() {
    {
        const std::lock_guard lock(shared_regions_->mutex);
        if (shared_regions_->newest && regions_job_ && shared_regions_->number == regions_job_->number) {
            shown_.regions = shared_regions_->newest;
            shown_.regions_error.clear();
            first_regions_ = true;
            common_.touch(Feature::classes);
        }
        shared_regions_->newest.reset();
    }
    {
        const std::lock_guard lock(shared_leave_one_out_->mutex);
        if (shared_leave_one_out_->newest && leave_one_out_job_ && shared_leave_one_out_->number == leave_one_out_job_->number) {
            shown_.leave_one_out = shared_leave_one_out_->newest;
            shown_.leave_one_out_error.clear();
            if (shown_.chosen && shown_.classes &&
                std::max(shown_.chosen->of, shown_.chosen->predicted) >= std::ssize(shown_.classes->names))
                shown_.chosen.reset();
            ring();
            common_.touch(Feature::classes);
        }
        shared_leave_one_out_->newest.reset();
    }
    while (const auto outcome = regions_.take()) {
        if (!regions_job_ || outcome->job.number != regions_job_->number) continue;
        shown_.refining = false;
        if (outcome->error) shown_.regions_error = outcome->error->title, shown_.regions.reset();
        common_.touch(Feature::classes);
    }
    while (const auto outcome = leave_one_out_.take()) {
        if (!leave_one_out_job_ || outcome->job.number != leave_one_out_job_->number) continue;
        shown_.is_classifying = false;
        if (outcome->error) shown_.leave_one_out_error = outcome->error->title, shown_.leave_one_out.reset(), ring();
        common_.touch(Feature::classes);
    }
    if (waiting_regions_job_ && (first_regions_ || !shown_.refining)) {
        waiting_regions_job_.reset();
        start_regions();
    }
    std::int64_t place = -1;
    if (shown_.leave_one_out && common_.view.query_row >= 0) {
        const std::int64_t row = shown_.leave_one_out->data->row_of_file_row(common_.view.query_row);
        const auto found = std::lower_bound(shown_.ringed.begin(), shown_.ringed.end(), row);
        if (row >= 0 && found != shown_.ringed.end() && *found == row) place = found - shown_.ringed.begin();
    }
    std::int32_t own = -1;
    if (shown_.classes && named_ && common_.view.query_row >= 0)
        if (const std::int64_t row = named_->row_of_file_row(common_.view.query_row); row >= 0)
            own = shown_.classes->of_training[std::size_t(row)];
    const bool same = place == shown_.place && own == shown_.of_query;
    shown_.place = place, shown_.of_query = own;
    if (!same) common_.touch(Feature::classes);
}

}  // namespace neighborscope
