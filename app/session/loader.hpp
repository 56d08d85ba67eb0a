// The thread that reads or makes data. The newest wish counts: asking again stops what is under way.
#pragma once
#include "app/data/data_set.hpp"
#include "app/session/view_model.hpp"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

namespace neighborscope {

/// Data and what is worth knowing about them, found once on the loading thread.
struct LoadedData {
    DataSet set;
    std::vector<double> low, high;  ///< [dimension], true coordinates; empty without points
    std::int64_t middle_row = -1;   ///< the point nearest the middle of the box
};

/// Which data, and how they are read.
struct DataChoice {
    std::string source;
    LoadOptions options;

    bool operator==(const DataChoice&) const = default;
};

/// What a load came to.
struct LoadResult {
    DataChoice choice;
    std::shared_ptr<const LoadedData> data;  ///< null when it failed or was cancelled
    std::optional<ErrorCard> error;
};

/// How far a piece of work is, written by the worker, read by the window.
class SharedProgress {
public:
    void begin(std::string title, std::string unit);
    void end();
    /// True when the window should look: over 200 ms into the work, and 50 ms after the last time.
    bool report(double done, double total);
    std::optional<ProgressCard> card() const;  ///< none within the first 200 ms

private:
    mutable std::mutex mutex_;
    std::optional<ProgressCard> card_;
    std::chrono::steady_clock::time_point began_, shown_;
    std::chrono::steady_clock::time_point part_;  ///< began then: unpacking and reading are parts, each from nothing to all
};

class Loader {
public:
    /// `wake` is called from the loading thread when `take` or `progress` has news.
    explicit Loader(std::function<void()> wake);
    ~Loader();

    void load(const DataChoice&);
    void cancel();
    bool busy() const;
    std::optional<LoadResult> take();
    std::optional<ProgressCard> progress() const { return progress_.card(); }

private:
    void work();

    std::function<void()> wake_;
    SharedProgress progress_;
    mutable std::mutex mutex_;
    std::condition_variable asked_;
    std::optional<DataChoice> wanted_;
    std::optional<LoadResult> result_;
    bool running_ = false, quit_ = false;
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

/// The error card of an exception in flight: call inside a catch block.
ErrorCard card_of_current_exception();

}  // namespace neighborscope
