// The thread that writes points to files, so that a window goes on meanwhile.
#pragma once
#include "app/session/loader.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace neighborscope {

class Exporter {
public:
    /// `wake` is called from the writing thread when `take` or `progress` has news.
    explicit Exporter(std::function<void()> wake) : wake_(std::move(wake)) {}
    ~Exporter();

    /// Writes all points and, for the neighbours, rank and distance: CSV, NPZ or PLY by the name (app/data/save/points_file.hpp).
    /// One file at a time: what is being written is finished first.
    void write(const std::string& path, std::shared_ptr<const LoadedData>, const std::vector<NeighbourRow>&);
    void cancel() { stop_ = true; }  ///< no file is left behind
    bool busy() const { return running_; }
    std::optional<ErrorCard> take_error();
    std::optional<std::string> take_written();  ///< the sentence that says so, once
    std::optional<ProgressCard> progress() const { return progress_.card(); }

private:
    std::function<void()> wake_;
    SharedProgress progress_;
    std::mutex mutex_;
    std::optional<ErrorCard> error_;
    std::optional<std::string> written_;
    std::atomic<bool> stop_{false}, running_{false};
    std::thread thread_;
};

}  // namespace neighborscope
