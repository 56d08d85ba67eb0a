// The device side of a search worker: points at one tick, the method's index over them, the last query, and the tree of the answer. For
// one thread.
#pragma once
#include "app/data/points/coordinate_hash_table.hpp"
#include "app/data/points/point_set.hpp"
#include "app/session/points/tick_cache.hpp"
#include "app/session/points/shared_points.hpp"
#include "app/session/search/answer.hpp"
#include "app/session/search/index_builds.hpp"
#include "gpu/query_work.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

class ResidentSearch {
public:
    explicit ResidentSearch(std::shared_ptr<SharedPoints> shared) : shared_(std::move(shared)) {}

    /// Uploads the request's points at their tick and builds its index. Calls `uploaded` as soon as other points are on the device.
    void prepare(const SearchRequest&, DeviceKind, const std::function<void()>& uploaded, const Progress&);
    /// Uploads the points, as prepare() does, without an index. The request needs no method.
    void upload_points(const SearchRequest&, DeviceKind, const std::function<void()>& uploaded, const Progress&);
    /// Answers the prepared request. Fills `answer` except `milliseconds`.
    Report answer(const SearchRequest&, Answer& answer, const Progress&, Measure);
    /// Repeats the last search; its lists are discarded.
    Report repeat(const SearchRequest&, const Progress&, Measure);
    /// Repeats the last search with the recorder on.
    std::shared_ptr<Replay> record(const Answer&, const Progress&);
    /// What the last search of an index finds without the filter; none if there is no filter, or for other methods.
    std::optional<Exactness::Part> found_without_filter(const Answer&, const Progress&);
    void forget_index() { searcher_.reset(); }  ///< after an error: the next request builds it again

    const std::shared_ptr<const ResidentPoints>& points() const { return resident_; }
    HostRows rows() const { return searched_rows(searched_data()); }  ///< the searched points
    Searcher& searcher() { return *searcher_; }
    bool points_moved_since_build() const { return points_moved_since_build_; }
    IndexBuilds& builds() { return builds_; }

    bool can_extend_hash_table() const;
    void extend_hash_table(std::int64_t coordinates);  ///< adds rows with so many coordinates to the hash table

    const std::shared_ptr<const ResidentTree>& tree() const { return tree_; }  ///< null: the method has no tree, or it is not described yet
    /// Whether a self-join is requested and its work is not part of tree() yet. answer() runs it at once if it is known to be quick.
    bool needs_self_join(const SearchRequest& request) const { return request.work && tree_ && !has_work_of(request); }
    /// Runs the self-join, in the present index or in a separate one, so that requests can be answered in between.
    /// `interrupted_milliseconds`: time that such answers took.
    void run_self_join(const SearchRequest&, const Progress&, const double& interrupted_milliseconds);

    static constexpr std::int64_t idle_hash_coordinates = 1 << 18;  ///< coordinates: ten milliseconds

private:
    void take_ownership_of_points(const SearchRequest&, const Progress&);
    void make_index(const SearchRequest&, const Progress&);
    void prepare_true_coordinates(Metric, DeviceKind, const Progress&);
    std::int64_t row_at_query(const SearchRequest&, const std::vector<float>& query);
    void clear_hash_table() { hash_table_.reset(), hash_table_version_ = 0; }
    std::uint64_t searched_generation() const { return resident_->generation << 1 | std::uint64_t(unshifted_ != nullptr); }
    const PointSet& searched_points() const { return unshifted_ ? unshifted_->points : points_->set(); }
    const DataSet& searched_data() const { return unshifted_ ? *unshifted_->data : resident_->data->set; }
    ListSet& scratch_for(const SearchRequest&);
    void describe_tree(const SearchRequest&);
    std::vector<std::string> work_key_of(const SearchRequest&) const;
    bool has_work_of(const SearchRequest&) const;
    void describe_work(const SearchRequest&, const Progress&);
    void add_work(const SearchRequest&, SelfJoin::Answer, double milliseconds);

    std::shared_ptr<SharedPoints> shared_;
    TickCache tick_cache_;
    std::shared_ptr<SearchedPoints> points_;
    bool owns_points_ = false;                        ///< nobody else searches them, so they may be moved
    std::shared_ptr<const ResidentPoints> resident_;  ///< of points_
    /// Points searched instead of points_ if the metric needs true coordinates (data_for_metric); else null.
    struct UnshiftedPoints {
        std::shared_ptr<const DataSet> data;
        PointSet points;
    };
    std::unique_ptr<UnshiftedPoints> unshifted_;
    std::optional<CoordinateHashTable> hash_table_;  ///< of the searched points, while the query's own point is excluded
    std::uint64_t hash_table_version_ = 0;           ///< searched_generation() that the table is of; 0: none
    std::unique_ptr<Searcher> searcher_;
    std::vector<std::string> searcher_key_;
    bool points_moved_since_build_ = false;
    IndexBuilds builds_;                 ///< of the index of searcher_
    std::unique_ptr<QuerySet> queries_;  ///< of the last answer
    SearchRequest last_request_;         ///< of the last answer, without its data
    ListSet scratch_;                    ///< for runs that only measure
    DeviceKind scratch_device_ = DeviceKind::host;
    std::shared_ptr<const ResidentTree> tree_;   ///< of searcher_
    std::shared_ptr<const ProbedLists> probed_;  ///< of the last answer
    SelfJoin self_join_;
    std::vector<std::string> work_key_;  ///< settings that the work of tree_ depends on besides the tree
    double work_milliseconds_ = -1;      ///< duration of the last self-join; below 0: never run
    std::uint64_t uploads_ = 0, generations_ = 0, trees_ = 0, works_ = 0;
};

}  // namespace neighborscope
