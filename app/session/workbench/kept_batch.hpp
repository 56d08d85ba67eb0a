// The batch of the document that a lesson shows, run beside the window.
#pragma once
#include "app/data/points/data_set.hpp"
#include "app/lessons/batch.hpp"

#include <functional>
#include <future>
#include <memory>
#include <optional>

namespace neighborscope {

/// The batch of a document (app/lessons/batch.hpp), run on a thread of its own while the window goes on.
class KeptBatch {
public:
    /// Null while it runs. The batch of the same document is run once.
    const std::optional<lessons::Batch>* of(const SessionState&, const std::shared_ptr<const DataSet>&, const std::function<void()>& wake);

private:
    SessionState session_;
    std::shared_ptr<const DataSet> data_;
    std::future<std::optional<lessons::Batch>> running_;
    std::optional<lessons::Batch> batch_;
};

}  // namespace neighborscope
