#include "gpu/shards/sharded_search.hpp"

#include "gpu/inverted_lists.hpp"
#include "gpu/shards/sharded_answer.hpp"

namespace neighborscope::shards {
namespace {

class ShardedSearch final : public Search {
public:
    ShardedSearch(const Method& method, DeviceKind device, const Points& points, const Options& options, const Progress& progress)
        : divided_(method, device, points, options) {
        try {
            const Progress quiet = progress.without_report();
            divided_.divide(quiet);
            divided_.workers.each([&](int rank) { divided_.prepare(divided_.shards[std::size_t(rank)], rank == 0 ? progress : quiet); });
        } catch (...) {
            divided_.release();
            throw;
        }
    }
    ~ShardedSearch() override { divided_.release(); }

    bool points_moved() override {
        whole_.reset();
        lists_.reset();
        divided_.release_copies();
        if (divided_.regions() || divided_.method.learn_on_host) return false;  // divided and learned again
        divided_.copy_points();
        prepare_again({}, [](Search& search) { return search.points_moved(); });
        return true;
    }

    double build_milliseconds() const override {
        double longest = 0;
        for (const Shard& shard : divided_.shards)
            if (shard.search) longest = std::max(longest, shard.search->build_milliseconds());
        return longest;
    }

    bool rebuild_index(const Progress& progress) override {
        lists_.reset();
        divided_.release_copies();
        const Progress quiet = progress.without_report();
        prepare_again(quiet, [&](Search& search) { return search.rebuild_index(quiet); });
        return true;
    }

    std::optional<Tree> tree() const override { return whole_ ? whole_->tree() : std::nullopt; }

    std::shared_ptr<const InvertedLists> inverted_lists() override {
        if (!lists_) lists_ = joined_lists();
        return lists_;
    }

    std::shared_ptr<const DevicesOfRows> devices_of_rows() override {
        if (!devices_of_rows_) devices_of_rows_ = std::make_shared<const DevicesOfRows>(divided_.devices_of_rows());
        return devices_of_rows_;
    }

    std::vector<MissReason> miss_reasons(const float* query, std::span<const std::int32_t> rows) override {
        const auto lists = inverted_lists();
        return lists ? lists->miss_reasons(query, rows) : std::vector<MissReason>(rows.size());
    }

    std::size_t bytes_needed(const Problem& problem) const override {
        if (problem.queries == 0) return 0;
        const auto free_bytes = [device = divided_.device] { return double(std::max<std::size_t>(free_device_memory(device), 1)); };
        const double own_free = free_bytes();
        std::vector<double> needed(divided_.shards.size());
        divided_.workers.each([&](int rank) {
            const Shard& shard = divided_.shards[std::size_t(rank)];
            if (!shard.search) return;
            needed[std::size_t(rank)] =
                double(shard.search->bytes_needed(of_shard(problem, shard)) + bytes_of_shard(problem)) * own_free / free_bytes();
        });
        double most = 0;
        for (const double one : needed) most = divided_.device == DeviceKind::host ? most + one : std::max(most, one);  // a memory for all
        return std::size_t(most) + bytes_of_first(problem);
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        // One query's steps, and the work of each query, are those of one device.
        if (measure == Measure::steps || lists.work) return whole(progress).answer(queries, lists, problem, progress, measure);
        if (problem.queries == 0) return {};
        return ShardedAnswer(divided_).answer(queries, lists, problem, progress, measure);
    }

private:
    /// Calls update(search) for each shard, and prepares those anew that cannot be updated.
    template <class Update>
    void prepare_again(const Progress& progress, Update update) {
        divided_.workers.each([&](int rank) {
            Shard& shard = divided_.shards[std::size_t(rank)];
            if (!shard.search || update(*shard.search)) return;
            shard.search.reset();
            divided_.prepare(shard, progress);
        });
    }

    /// The method over all points on the first device.
    Search& whole(const Progress& progress) {
        if (!whole_) whole_ = divided_.prepare_one(divided_.points, progress);
        return *whole_;
    }

    std::size_t bytes_of_shard(const Problem& problem) const {
        const std::size_t list = std::size_t(problem.k) * (sizeof(ListEntry) + sizeof(std::int32_t) + sizeof(float));
        return std::size_t(problem.queries) * (list + divided_.row_bytes() + sizeof(std::int32_t));
    }
    std::size_t bytes_of_first(const Problem& problem) const {
        const bool regions = divided_.regions();
        const auto ranks = std::size_t(divided_.ranks());
        const std::size_t lists = (regions ? 3 : ranks) * std::size_t(problem.k) * sizeof(ListEntry);
        const std::size_t routes = regions ? (ranks + 12) * sizeof(std::int32_t) + 2 * divided_.row_bytes() : 0;
        return std::size_t(problem.queries) * (lists + routes);
    }

    std::shared_ptr<const InvertedLists> joined_lists() {
        std::vector<std::shared_ptr<const InvertedLists>> parts(divided_.shards.size());
        divided_.workers.each([&](int rank) {
            if (Shard& shard = divided_.shards[std::size_t(rank)]; shard.search) parts[std::size_t(rank)] = shard.search->inverted_lists();
        });
        return join_lists(parts, divided_.begin);
    }

    DividedPoints divided_;
    std::unique_ptr<Search> whole_;
    std::shared_ptr<const InvertedLists> lists_;
    std::shared_ptr<const DevicesOfRows> devices_of_rows_;
};

}  // namespace

bool can_share_points(const MethodInfo& info) { return info.supports.sharding != Sharding::none || info.name == "auto"; }

std::unique_ptr<Search> prepare_search(
    const Method& method, DeviceKind device, const Points& points, const Options& options, const Progress& progress) {
    const auto prepare = device == DeviceKind::cuda ? method.on_cuda : method.on_host;
    if (!prepare) throw Error(Failure::device, std::string(method.info.name) + ": not in this build for " + std::string(name(device)));
    if (method.info.supports.sharding != Sharding::none && sharing_devices(device).size() > 1 && !is_thread_of_rank())
        return std::make_unique<ShardedSearch>(method, device, points, options, progress);
    return prepare(points, options, progress);
}

}  // namespace neighborscope::shards
