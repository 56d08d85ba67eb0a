// The thread that looks at a file's columns, so that a window goes on meanwhile: a packed file is unpacked for it.
#pragma once
#include "app/session/column_choice.hpp"
#include "app/session/loader.hpp"

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace neighborscope {

/// What looking at the columns came to.
struct ColumnsFound {
    DataChoice of;
    std::optional<ColumnChoice> columns;  ///< none when the format has no columns, and with an error
    std::optional<ErrorCard> error;
};

class ColumnReader {
public:
    /// `wake` is called from the reading thread when `take` or `progress` has news.
    explicit ColumnReader(std::function<void()> wake) : wake_(std::move(wake)) {}
    ~ColumnReader() { cancel(); }

    void read(const DataChoice&);  ///< what is being read is cancelled first
    void cancel();                 ///< returns once the reading has stopped: a megabyte later at most
    bool busy() const { return running_; }
    std::optional<ColumnsFound> take();
    std::optional<ProgressCard> progress() const { return progress_.card(); }

private:
    std::function<void()> wake_;
    SharedProgress progress_;
    std::mutex mutex_;
    std::optional<ColumnsFound> found_;
    std::atomic<bool> stop_{false}, running_{false};
    std::thread thread_;
};

}  // namespace neighborscope
