#include "app/session/workbench/kept_batch.hpp"

#include <chrono>

namespace neighborscope {

const std::optional<lessons::Batch>* KeptBatch::of(
    const SessionState& session, const std::shared_ptr<const DataSet>& data, const std::function<void()>& wake) {
    const auto same = [&] {
        return data == data_ && session.method == session_.method && session.k == session_.k && session.metric == session_.metric &&
               session.options == session_.options && session.curve_queries == session_.curve_queries;
    };
    if (!same()) {
        session_ = session, data_ = data;
        batch_.reset();
        running_ = {};
        if (session.curve_queries == SessionState().curve_queries) return &batch_;
        running_ = std::async(std::launch::async, [session, data, wake] {
            std::optional<lessons::Batch> batch;
            try {
                batch = lessons::batch_of(session, data);
            } catch (const Error&) {}  // its facts are missing, which the text says
            wake();
            return batch;
        });
    }
    if (!running_.valid()) return &batch_;
    if (running_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return nullptr;
    batch_ = running_.get();
    return &batch_;
}

}  // namespace neighborscope
