#include "app/session/curves/curves_state.hpp"

namespace neighborscope {
namespace {

/// Whether curves of both documents are equal.
bool same_question(const SessionState& a, const SessionState& b) {
    return a.data == b.data && a.curve_methods == b.curve_methods && a.curve_along == b.curve_along && a.curve_queries == b.curve_queries &&
           a.k == b.k && a.metric == b.metric && a.method == b.method && a.options == b.options && a.compared == b.compared;
}

}  // namespace

CurvesState::CurvesState(CommonState& common, const LoadingState& loading, const std::atomic<bool>* foreground_busy)
    : common_(common),
      loading_(loading),
      worker_(
          [news = shared_curve_, wake = common.waker()](const Job& job, SharedProgress& card, const Progress& progress) {
              card.begin("Measuring the curve", "points");
              auto curve = std::make_shared<measure::Curve>(*job.from);
              measure::measure_curve(*curve, progress, [&](const measure::Curve& now) {
                  const std::lock_guard lock(news->mutex);
                  news->curve = std::make_shared<const measure::Curve>(now);
                  news->number = job.number;
                  wake();
              });
              return std::shared_ptr<const measure::Curve>(std::move(curve));
          },
          common.waker(), foreground_busy) {}

void CurvesState::refresh(std::optional<DeviceKind> device) {
    const SessionState& now = common_.now();
    if (requested_device_ == device && requested_data_.lock() == loading_.data && same_question(requested_document_, now)) return;
    requested_document_ = now, requested_data_ = loading_.data, requested_device_ = device;
    request_.reset();
    shown_.refusal.clear(), shown_.remedy.clear();
    shown_.methods = curve_methods(now);
    shown_.along = now.curve_along.empty() ? curve_range(now, loading_.data ? &loading_.data->set : nullptr) : now.curve_along;
    try {
        if (!loading_.data || !device) throw Error(Failure::usage, "there are no points yet", "open data first");
        const auto set = std::shared_ptr<const DataSet>(loading_.data, &loading_.data->set);
        request_ = curve_request(now, set, *device);
        (void)measure::begin_curve(*request_);
    } catch (const Error& error) {
        request_.reset();
        shown_.refusal = error.what(), shown_.remedy = error.remedy;
    }
    shown_.of_now = shown_.curve && request_ && shown_.curve->asked == measure::begin_curve(*request_).asked;
    common_.touch(Feature::curves);
}

void CurvesState::start(std::optional<measure::ExpectedCrossing> expected) {
    if (!request_) return;
    request_->expected = std::move(expected);
    if (!shown_.curve || !shown_.of_now) {
        shown_.curve = std::make_shared<const measure::Curve>(measure::begin_curve(*request_));
        shown_.of_now = true;
    } else if (shown_.curve->complete()) {
        shown_.curve = std::make_shared<const measure::Curve>(measure::begin_curve(*request_));  // again
    }
    shown_.running = true, shown_.stopped = false;
    worker_.replace({shown_.curve, ++number_});
    common_.touch(Feature::curves);
}

bool CurvesState::stop() {
    if (!shown_.running) return false;
    worker_.cancel();
    shown_.running = false, shown_.stopped = true;
    common_.touch(Feature::curves);
    return true;
}

void CurvesState::forget() {
    stop();
    ++number_;
    shown_.curve.reset();
    shown_.stopped = shown_.of_now = false;
    common_.touch(Feature::curves);
}

void CurvesState::poll() {
    {
        const std::lock_guard lock(shared_curve_->mutex);
        if (shared_curve_->curve && shared_curve_->number == number_) shown_.curve = shared_curve_->curve, common_.touch(Feature::curves);
        shared_curve_->curve.reset();
    }
    while (const auto outcome = worker_.take()) {
        if (outcome->job.number != number_) continue;
        shown_.running = false;
        if (outcome->result) shown_.curve = *outcome->result;
        if (outcome->error) common_.set_error("The curve was not measured", *outcome->error), shown_.stopped = true;
        common_.touch(Feature::curves);
    }
    std::string left;
    if (shown_.running && shown_.curve) {
        const auto card = worker_.progress();
        if (const auto seconds = shown_.curve->seconds_left()) left = text_of_time_left(*seconds);
        else if (card) left = card->time_left();  // the ends, which come first, are not both known yet: as if all points took the same time
    }
    if (left != shown_.time_left) shown_.time_left = std::move(left), common_.touch(Feature::curves);
}

}  // namespace neighborscope
