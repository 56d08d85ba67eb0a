#include "app/session/classify/vote_request.hpp"

#include "app/data/points/metric_coordinates.hpp"
#include "app/data/points/point_set.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace neighborscope {
namespace {

constexpr double first_seconds = 0.08, piece_seconds = 0.1;
constexpr std::int64_t max_entries = 1 << 24;  // of all cached lists

std::int64_t rows_within(double speed, double seconds, std::int64_t least, std::int64_t most) {
    return std::clamp(std::int64_t(speed * seconds), std::min(least, most), most);
}

/// Centres of `count` cells of this width, from `low` on.
std::vector<float> cell_centres(double low, double width, int count) {
    std::vector<float> at;
    for (int cell = 0; cell < count; ++cell) at.push_back(float(low + (cell + 0.5) * width));
    return at;
}

}  // namespace

bool VoteRequest::has_same_lists(const VoteRequest& other) const {
    return data == other.data && classes == other.classes && method == other.method && options == other.options && device == other.device &&
           metric == other.metric;
}

void VotingSearch::prepare(const VoteRequest& asked, const Progress& progress) {
    const bool same_points = points_ && asked.data == prepared_.data && asked.device == prepared_.device &&
                             needs_true_coordinates(*asked.data, asked.metric) == needs_true_coordinates(*asked.data, prepared_.metric);
    if (searcher_ && same_points && asked.method == prepared_.method && asked.options == prepared_.options) return;
    if (asked.method != prepared_.method || asked.device != prepared_.device || asked.data->source != prepared_.data->source) speed = 0;
    searcher_.reset();
    if (!same_points) {
        points_.reset();  // frees device memory before allocating the next
        searched_.reset();
        searched_ = data_for_metric(asked.metric, asked.data, progress);
        points_ = std::make_unique<PointSet>(points_on(asked.device, *searched_, progress));
    }
    prepared_ = asked;
    searcher_ = std::make_unique<Searcher>(*asked.method, *points_, Options(asked.method->info.options, asked.options), progress);
}

void VotingSearch::release() {
    searcher_.reset();
    points_.reset();
    searched_.reset();
    prepared_ = {};
    speed = 0;
}

// ---- Regions --------------------------------------------------------------------------------------------------------------

void RegionWork::work(const Job& job, SharedProgress& card, const Progress& progress, const Publish& publish) {
    const VoteRequest& asked = job.question;
    if (!asked.method) {
        search_.release();
        lists_ = ListSet(), classes_ = DeviceMemory(), classes_held_.reset();
        return;
    }
    card.begin("Drawing decision regions", "grid cells");
    search_.prepare(asked, progress);
    if (classes_held_ != asked.classes || classes_.device() != asked.device) {
        const std::vector<std::int32_t>& classes = asked.classes->of_training;
        classes_held_.reset();
        classes_ = DeviceMemory(asked.device, classes.size() * sizeof(std::int32_t), "classes of points");
        classes_.from_host(classes.data(), classes_.bytes());
        classes_held_ = asked.classes;
    }
    const int finest = asked.device == DeviceKind::cuda ? 1 : 2;  // logical pixels per cell
    const auto cells_of = [&](int side) {
        return std::int64_t((job.plane.width + side - 1) / side) * ((job.plane.height + side - 1) / side);
    };
    constexpr int coarsest = 32;
    int side = coarsest;
    while (side > finest && double(cells_of(side / 2)) <= search_.speed * first_seconds) side /= 2;
    const auto job_began = Clock::now();
    const auto in_time = [&](int next) {
        return double(cells_of(next)) <= search_.speed * (time_limit_of_picture - seconds_since(job_began));
    };
    double done = 0, all = 0;  // cells
    for (int each = side; each >= finest; each = job.plane.waits && each > finest ? finest : each / 2) all += double(cells_of(each));
    while (side >= finest) {
        const auto began = Clock::now();
        auto regions = std::make_shared<DecisionRegions>();
        regions->plane = job.plane;
        regions->columns = (job.plane.width + side - 1) / side, regions->rows = (job.plane.height + side - 1) / side;
        const std::int64_t cells = cells_of(side);
        // The plane is relative to the origin of the data.
        const auto low = [&](int side_of_plane) {
            const auto axis = std::size_t(job.axes[std::size_t(side_of_plane)]);
            return job.plane.low[side_of_plane] + asked.data->origin[axis] - search_.searched().origin[axis];
        };
        const std::vector<float> across = cell_centres(low(0), job.plane.size[0] * side / job.plane.width, regions->columns),
                                 up = cell_centres(low(1), job.plane.size[1] * side / job.plane.height, regions->rows);
        for (std::int64_t first = 0; first < cells;) {
            progress.step(done + double(first), all);
            const std::int64_t count = std::min(cells - first, rows_within(search_.speed, piece_seconds, 256, cells));
            const auto asked_at = Clock::now();
            const QuerySet queries = QuerySet::places(asked.device, across, up, job.axes, first, count);
            lists_.ensure_capacity(asked.device, count, search_.points().list_width(asked.k));
            search_.searcher().search(queries, asked.k, asked.metric, lists_, progress.without_report());
            const std::vector<VoteResult> here = count_votes(lists_, count, asked.k, classes_, asked.voting);
            regions->votes.insert(regions->votes.end(), here.begin(), here.end());
            search_.speed = double(count) / std::max(1e-6, seconds_since(asked_at));
            first += count;
        }
        done += double(cells);
        regions->milliseconds = 1000 * seconds_since(began);
        regions->generation = job.number << 8 | std::uint64_t(coarsest - side);
        publish(std::move(regions));
        // A window gets all refinements. A picture that is drawn once gets only the finest that there is time for.
        int next = job.plane.waits ? finest : side / 2;
        while (job.plane.waits && next < side && !in_time(next)) next *= 2;
        if (next >= side || next < finest || (job.plane.waits && !in_time(next))) return;
        side = next;
    }
}

// ---- Leave one out --------------------------------------------------------------------------------------------------------

/// Starts new lists, in a random order with a fixed seed.
void LeaveOneOutWork::begin(const VoteRequest& asked) {
    listed_request_ = asked;
    k_ = search_.points().list_width(std::max(asked.k, curve_ks));
    index_.clear(), distance_.clear();
    order_.resize(std::size_t(asked.data->count()));
    std::iota(order_.begin(), order_.end(), 0);
    std::mt19937_64 random(1);
    for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[random() % i]);
    const std::int64_t most = std::min(max_classified_rows, max_entries / k_);
    if (std::ssize(order_) > most) order_.resize(std::size_t(most));
}

void LeaveOneOutWork::search_more(std::int64_t rows, const Progress& progress) {
    const DataSet& data = search_.searched();
    const std::span<const std::int32_t> asked(order_.data() + this->asked(), std::size_t(rows));
    const std::size_t dimension = std::size_t(data.dimension);
    std::vector<float> places;
    places.reserve(asked.size() * dimension);
    for (const std::int32_t row : asked) {
        const float* const at = data.coordinates.data() + std::size_t(row) * dimension;
        places.insert(places.end(), at, at + dimension);
    }
    const auto began = Clock::now();
    const QuerySet queries(listed_request_.device, places, data.dimension, asked);
    ListSet lists(listed_request_.device, rows, k_);
    search_.searcher().search(queries, k_, listed_request_.metric, lists, progress);
    std::vector<std::int32_t> index;
    std::vector<float> distance;
    lists.fetch(index, distance);
    index_.insert(index_.end(), index.begin(), index.end());
    distance_.insert(distance_.end(), distance.begin(), distance.end());
    search_.speed = double(rows) / std::max(1e-6, seconds_since(began));
}

std::shared_ptr<const LeaveOneOut> LeaveOneOutWork::counted(const VoteRequest& question, const Progress& progress) const {
    auto leave_one_out = std::make_shared<LeaveOneOut>();
    leave_one_out->data = question.data;
    leave_one_out->k = question.k;
    leave_one_out->asked = asked(), leave_one_out->of = std::ssize(order_);
    const std::vector<std::int32_t>& classes = question.classes->of_training;
    const NeighbourLists lists{index_, distance_, k_};
    std::vector<std::int32_t> truth;
    for (std::int64_t i = 0; i < asked(); ++i) truth.push_back(classes[std::size_t(order_[std::size_t(i)])]);
    std::vector<int> ks(std::size_t(std::max(1, std::min({k_, int(question.data->count()) - 1, std::max(question.k, curve_ks)}))));
    std::iota(ks.begin(), ks.end(), 1);
    leave_one_out->correct = count_correct(lists, classes, truth, ks, question.voting, progress);
    const Predictions predictions = predict(lists, classes, question.k, question.voting, progress);
    leave_one_out->confusion = confusion_of(truth, predictions.of_query);
    leave_one_out->predicted.assign(classes.size(), -1);
    for (std::size_t i = 0; i < truth.size(); ++i) {
        const std::int32_t row = order_[i];
        leave_one_out->predicted[std::size_t(row)] = predictions.of_query[i];
        if (predictions.of_query[i] != truth[i]) leave_one_out->wrong.push_back(row);
    }
    std::sort(leave_one_out->wrong.begin(), leave_one_out->wrong.end());
    return leave_one_out;
}

void LeaveOneOutWork::work(const Job& job, SharedProgress& card, const Progress& progress, const Publish& publish) {
    const VoteRequest& question = job.question;
    if (!question.method) {
        search_.release();
        listed_request_ = {}, k_ = 0;
        order_ = {}, index_ = {}, distance_ = {};
        return;
    }
    card.begin("Classifying every point by the others", "points");
    search_.prepare(question, progress);
    const bool same = question.has_same_lists(listed_request_) && k_ >= search_.points().list_width(std::max(question.k, curve_ks));
    if (!same) begin(question);
    else publish(counted(question, progress.without_report()));
    double counting = 0;  // seconds; batches grow with the time to count
    while (asked() < std::ssize(order_)) {
        progress.step(double(asked()), double(order_.size()));
        const double seconds = std::max(2 * piece_seconds, 4 * counting);
        search_more(rows_within(search_.speed, seconds, 64, std::ssize(order_) - asked()), progress.without_report());
        const auto began = Clock::now();
        publish(counted(question, progress.without_report()));
        counting = seconds_since(began);
    }
}

}  // namespace neighborscope
