#include "app/session/search/resident_search.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/points/metric_coordinates.hpp"
#include "app/session/stepping/sorting.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr std::int64_t answer_hash_coordinates = 1 << 15;  // coordinates: takes one millisecond

}  // namespace

/// Before points move: stops sharing them, or makes a private copy. Builds an index over it and repeats the last request, since the state
/// of an index depends on its previous answers.
void ResidentSearch::take_ownership_of_points(const SearchRequest& request, const Progress& progress) {
    if (owns_points_) return;
    if (!shared_->remove(points_)) {
        const bool has_index_asked = searcher_ && searcher_key_ == request.index_key(resident_->upload);
        searcher_.reset();
        points_ = std::make_shared<SearchedPoints>(resident_->device, resident_->data->set, progress);
        if (has_index_asked) make_index(request, progress);
        if (has_index_asked && queries_) repeat(last_request_, progress, Measure::total);
    }
    owns_points_ = true;
}

/// Uploads the request's points at their tick. If only the tick differs, moves them in place.
void ResidentSearch::upload_points(
    const SearchRequest& request, DeviceKind device, const std::function<void()>& uploaded, const Progress& progress) {
    const bool lie_there = resident_ && resident_->base == request.data && resident_->device == device;
    const bool moves = bool(request.data->set.motion);
    if (lie_there && (resident_->tick == request.tick || !moves)) return;
    if (unshifted_) searcher_.reset(), unshifted_.reset();
    const std::shared_ptr<const LoadedData> data = tick_cache_.at(request.data, request.tick, progress);
    ResidentPoints next{request.data, data, request.tick, device, {}, 0, ++generations_};
    if (lie_there) {
        take_ownership_of_points(request, progress);
        points_->move(*data);
        next.snapshot = points_->snapshot();
        next.upload = resident_->upload;
        resident_ = std::make_shared<const ResidentPoints>(std::move(next));
        tree_.reset();  // its leaves have changed
        points_moved_since_build_ = true;
        if (searcher_) searcher_->points_moved(progress);
        return;
    }
    searcher_.reset();  // it has pointers into the point set
    clear_hash_table();
    queries_.reset();
    resident_.reset();
    points_.reset();
    owns_points_ = data != request.data;  // not at the first tick
    points_ = owns_points_ ? std::make_shared<SearchedPoints>(device, data->set, progress) : shared_->on(device, data, progress);
    next.snapshot = points_->snapshot();
    next.upload = ++uploads_;
    resident_ = std::make_shared<const ResidentPoints>(std::move(next));
    uploaded();
}

void ResidentSearch::prepare_true_coordinates(Metric metric, DeviceKind device, const Progress& progress) {
    const std::shared_ptr<const DataSet> shown(resident_->data, &resident_->data->set);
    const bool wanted = needs_true_coordinates(*shown, metric);
    if (wanted == bool(unshifted_)) return;
    searcher_.reset();
    queries_.reset();
    unshifted_.reset();
    if (!wanted) return;
    std::shared_ptr<const DataSet> searched = data_for_metric(metric, shown, progress);
    PointSet points = points_on(device, *searched, progress);
    unshifted_ = std::make_unique<UnshiftedPoints>(UnshiftedPoints{std::move(searched), std::move(points)});
}

void ResidentSearch::prepare(
    const SearchRequest& request, DeviceKind device, const std::function<void()>& uploaded, const Progress& progress) {
    upload_points(request, device, uploaded, progress);
    prepare_true_coordinates(request.metric, device, progress);
    if (!searcher_ || request.index_key(resident_->upload) != searcher_key_) make_index(request, progress);
}

void ResidentSearch::make_index(const SearchRequest& request, const Progress& progress) {
    searcher_.reset();
    searcher_ =
        std::make_unique<Searcher>(*request.method, searched_points(), Options(request.method->info.options, request.options), progress);
    searcher_key_ = request.index_key(resident_->upload);
    points_moved_since_build_ = false;
    builds_.begin();
    tree_.reset();
}

/// The row that is the query: the request's row, else the first with equal coordinates; -1: none. Scans all rows at the first request to
/// these points and while ticks change; afterwards uses a hash table, which each answer extends.
std::int64_t ResidentSearch::row_at_query(const SearchRequest& request, const std::vector<float>& query) {
    const DataSet& set = searched_data();
    const auto stands_on = [&](std::int64_t row) {
        return std::equal(query.begin(), query.end(), set.coordinates.begin() + std::ptrdiff_t(row * set.dimension));
    };
    if (request.row >= 0 && request.row < set.count() && stands_on(request.row)) return request.row;
    if (hash_table_version_ != searched_generation()) clear_hash_table(), hash_table_version_ = searched_generation();
    else extend_hash_table(answer_hash_coordinates);
    if (const std::int64_t row = hash_table_ ? hash_table_->first_row_at(query.data()) : -1; row >= 0) return row;
    for (std::int64_t row = hash_table_ ? hash_table_->known() : 0; row < set.count(); ++row)
        if (stands_on(row)) return row;
    return -1;
}

bool ResidentSearch::can_extend_hash_table() const {
    if (hash_table_version_ != searched_generation() || (hash_table_ && hash_table_->complete())) return false;
    return hash_table_ || CoordinateHashTable::bytes_for(searched_data().count()) <= double(available_memory()) / 4;
}

void ResidentSearch::extend_hash_table(std::int64_t coordinates) {
    if (!can_extend_hash_table()) return;
    const DataSet& set = searched_data();
    if (!hash_table_) hash_table_.emplace(set.coordinates, set.dimension);
    hash_table_->insert_rows(std::max<std::int64_t>(1, coordinates / set.dimension));
}

Report ResidentSearch::answer(const SearchRequest& request, Answer& answer, const Progress& progress, Measure measure) {
    if (answer.resident != resident_) answer = Answer();
    if (!answer.resident || answer.lists.k() != request.k) answer.lists = ListSet(resident_->device, 1, request.k);
    const DataSet& set = resident_->data->set;
    answer.request = request;
    answer.resident = resident_;
    if (request.row >= 0 && request.row < set.count() && request.tick > 0)
        for (int axis = 0; axis < set.dimension; ++axis) answer.request.position[std::size_t(axis)] = set.coordinate(request.row, axis);
    answer.query = searched_data().relative(answer.request.position);
    answer.excluded = request.exclude_self ? row_at_query(request, answer.query) : -1;
    if (!request.exclude_self) clear_hash_table();
    const std::int32_t exclude[] = {std::int32_t(answer.excluded)};
    queries_ = std::make_unique<QuerySet>(resident_->device, answer.query, set.dimension,
        answer.excluded < 0 ? std::span<const std::int32_t>() : std::span<const std::int32_t>(exclude));
    std::uint64_t before = transferred().to_host;
    Report report = searcher_->search(*queries_, request.k, request.metric, answer.lists, progress, measure);
    if (measure == Measure::phases) before = transferred().to_host;  // without time stamps
    answer.lists.fetch(answer.index, answer.distance);
    answer.bytes_to_host = transferred().to_host - before;
    last_request_ = request;
    last_request_.data.reset();
    builds_.answered(report, points_moved_since_build_);
    describe_tree(request);
    describe_work(request, progress);
    answer.tree = tree_;
    answer.probed = probed_ = probed_lists(searcher_->inverted_lists(), answer.query.data(), probed_.get());
    answer.devices = searcher_->devices_of_rows();
    answer.cached_ticks = tick_cache_.cached_ticks();
    answer.index_update = report.index_update;
    answer.sampled_distances = sample_distances(rows(), answer.query.data(), request.metric, answer.own_row());
    return report;
}

ListSet& ResidentSearch::scratch_for(const SearchRequest& request) {
    if (scratch_.k() != request.k || scratch_device_ != resident_->device) {
        scratch_ = ListSet(resident_->device, 1, request.k);
        scratch_device_ = resident_->device;
    }
    return scratch_;
}

Report ResidentSearch::repeat(const SearchRequest& request, const Progress& progress, Measure measure) {
    return searcher_->search(*queries_, request.k, request.metric, scratch_for(request), progress, measure);
}

std::optional<Exactness::Part> ResidentSearch::found_without_filter(const Answer& answer, const Progress& progress) {
    const SearchRequest& request = answer.request;
    Points points = searched_points().points();
    if (!points.filter || !request.method->info.supports.own_index || resident_->device != DeviceKind::host) return std::nullopt;
    points.filter = nullptr;
    const Problem problem{points.count, 1, points.dimension, request.k, request.metric, answer.excluded >= 0, points.own};
    ListSet lists(DeviceKind::host, 1, request.k);
    request.method->on_host(points, Options(request.method->info.options, request.options), progress)
        ->answer(queries_->queries(), lists.lists(), problem, progress, Measure::total);
    std::vector<std::int32_t> index;
    std::vector<float> distance;
    lists.fetch(index, distance);
    const HostRows all{searched_data().coordinates, searched_data().dimension};
    const auto truth = exhaustive_search_in_blocks(all, answer.query.data(), request.k, request.metric, answer.excluded, progress);
    const Recall recall = verify_approximate_list(all, answer.query.data(), index, {}, truth, request.metric, {}, answer.excluded);
    return Exactness::Part{recall.found, recall.asked};
}

std::shared_ptr<Replay> ResidentSearch::record(const Answer& answer, const Progress& progress) {
    const SearchRequest& request = answer.request;
    // Methods that answer a self-join with all queries together have the answer for a row.
    const bool from_row = request.row >= 0 && request.row < answer.resident->data->set.count() &&
                          request.method->info.searches_queries_together && (answer.excluded < 0 || answer.excluded == request.row);
    const std::optional<QuerySet> self_join_query =
        from_row ? std::optional(QuerySet::point_of_self_join(searched_points(), request.row, answer.excluded >= 0)) : std::nullopt;
    Report report = searcher_->search(
        self_join_query ? *self_join_query : *queries_, request.k, request.metric, scratch_for(request), progress, Measure::steps);
    double farthest = 0;
    for (const float distance : answer.distance) farthest = std::max(farthest, std::isnan(distance) ? 0.0 : std::abs(double(distance)));
    Recording recording{
        std::move(report.steps), request.method, answer.resident->data, request.k, farthest, {}, {}, std::move(report.tree)};
    recording.counters = std::move(report.counters);
    recording.products = larger_is_nearer(request.metric);
    if (sorts_whole_rows(request.method->info)) {
        const DataSet& set = searched_data();
        recording.sorted =
            sorted_keys(set.coordinates, set.dimension, answer.query.data(), request.metric, answer.excluded, progress, set.filter.get());
    }
    return std::make_shared<Replay>(std::move(recording));
}

}  // namespace neighborscope
