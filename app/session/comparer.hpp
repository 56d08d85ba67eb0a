// The thread that reads and judges lists of another program, and looks into one of them. The newest wish counts.
#pragma once
#include "app/session/comparison.hpp"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace neighborscope {

/// Which lists are compared with what.
struct ListsChoice {
    std::string lists, queries;  ///< files; `queries` "": every point asks

    bool operator==(const ListsChoice&) const = default;
};
struct ComparisonRequest {
    ListsChoice choice;
    std::shared_ptr<const LoadedData> base, data;  ///< as they were loaded, as they are at `tick`
    std::int64_t tick = 0;
    Metric metric = Metric::euclidean;
    bool exclude_self = false;

    bool operator==(const ComparisonRequest& other) const {
        return choice == other.choice && base == other.base && tick == other.tick && metric == other.metric &&
               exclude_self == other.exclude_self;
    }
};

class Comparer {
public:
    /// `wake` is called from the comparing thread when `take` or `progress` has news.
    explicit Comparer(std::function<void()> wake);
    ~Comparer();

    void compare(const ComparisonRequest&);
    /// What is wrong with one query's list of a comparison that was taken, over the same data.
    void look(std::shared_ptr<const Comparison>, std::shared_ptr<const LoadedData>, std::int64_t query);
    void cancel();
    bool busy() const;

    /// What came of it. A comparison that was cancelled or failed has none.
    struct News {
        std::optional<ComparisonRequest> request;  ///< of a comparison that ended, however
        std::shared_ptr<const Comparison> comparison;
        std::shared_ptr<const ComparedList> list;
        std::optional<ErrorCard> error;
    };
    News take();
    std::optional<ProgressCard> progress() const { return progress_.card(); }

private:
    struct Look {
        std::shared_ptr<const Comparison> comparison;
        std::shared_ptr<const LoadedData> data;
        std::int64_t query;
    };
    void work();
    void do_compare(const ComparisonRequest&);
    void do_look(const Look&);

    std::function<void()> wake_;
    SharedProgress progress_;
    mutable std::mutex mutex_;
    std::condition_variable asked_;
    std::optional<ComparisonRequest> wanted_;
    std::optional<Look> wanted_look_;
    News news_;
    bool running_ = false, quit_ = false;
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

}  // namespace neighborscope
