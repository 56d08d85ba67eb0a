// The thread that writes points to files, so that a window goes on meanwhile.
#pragma once
#include "app/session/loader.hpp"

#include <atomic>
#include <cstdint>
#include <deque>
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
    /// Returns at once. One file at a time: what is asked for while another is written waits for it in the background.
    void write(const std::string& path, std::shared_ptr<const LoadedData>, const std::vector<NeighbourRow>&);
    void cancel();  ///< what is being written, of which no file is left behind, and what waits
    bool busy() const { return running_; }
    std::optional<ErrorCard> take_error();
    std::optional<std::string> take_written();  ///< the sentence that says so, once
    std::optional<ProgressCard> progress() const { return progress_.card(); }

private:
    struct Job {
        std::string path;
        std::shared_ptr<const LoadedData> data;
        std::vector<std::int32_t> index;
        std::vector<float> distance;
    };
    void work();
    void perform(const Job&);
    void fail();  ///< by the exception that is being handled

    std::function<void()> wake_;
    SharedProgress progress_;
    std::mutex mutex_;  ///< of all that follows but the thread
    std::deque<Job> waiting_;
    std::optional<ErrorCard> error_;
    std::optional<std::string> written_;
    std::atomic<bool> stop_{false}, running_{false};
    std::thread thread_;
};

}  // namespace neighborscope
