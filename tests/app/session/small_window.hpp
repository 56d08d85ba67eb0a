// A workbench with a minimal window, and small data, for tests.
#pragma once
#include "app/session/workbench/workbench.hpp"

#include "gpu/oracle/oracle.hpp"
#include "test_clock.hpp"
#include "slow_method.hpp"
#include "tests/patience.hpp"
#include "tests/temporary_folder.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace neighborscope {

/// A workbench and a minimal window, which sleeps until woken and then polls.
class Window {
public:
    explicit Window(const SessionState& first) : workbench(first, [this] { wake(); }) {}

    /// Polls until `done`, or until the limit.
    bool until(const std::function<bool()>& done, std::chrono::milliseconds limit = patience) {
        return neighborscope::until(workbench, done, limit, [this] {
            std::unique_lock lock(mutex_);
            awake_.wait_for(lock, std::chrono::milliseconds(50), [this] { return woken_; });
            woken_ = false;
        });
    }
    bool settled() {
        return until([this] {
            return !workbench.busy() &&
                   (!workbench.view().neighbours.empty() || workbench.view().error || workbench.view().data.count == 0);
        });
    }
    bool checked() {
        return until([this] { return !workbench.busy() && workbench.view().exactness.known; });
    }
    /// Waits until the worker has no idle work left that a new request would cancel.
    bool wait_until_measured() {
        if (!checked()) return false;
        int began = -1;
        auto since = std::chrono::steady_clock::now();
        return until([&] {
            if (began != SlowMethod::began) began = SlowMethod::began, since = std::chrono::steady_clock::now();
            return workbench.view().timings.runs >= 7 || std::chrono::steady_clock::now() - since > std::chrono::seconds(10);
        });
    }
    std::vector<std::int64_t> rows() const {
        std::vector<std::int64_t> rows;
        for (const NeighbourRow& row : workbench.view().neighbours) rows.push_back(row.row);
        return rows;
    }
    /// The oracle's neighbours for the request shown.
    std::vector<std::int64_t> truth(std::int64_t exclude = -1) const {
        const Drawable drawable = workbench.drawable();
        const auto query = drawable.data->relative(workbench.view().query);
        std::vector<std::int64_t> rows;
        for (const auto& neighbour : exhaustive_search({drawable.data->coordinates, drawable.data->dimension}, query.data(),
                 workbench.session().k, workbench.session().metric, exclude))
            rows.push_back(neighbour.index);
        return rows;
    }
    void set(const std::function<void(SessionState&)>& edit, bool merge = false) { workbench.change(edit, merge); }

private:
    void wake() {
        {
            std::lock_guard lock(mutex_);
            woken_ = true;
        }
        awake_.notify_all();
    }
    std::mutex mutex_;
    std::condition_variable awake_;
    bool woken_ = false;

public:
    Workbench workbench;  // last, since its threads use the other members until they end
};

/// A session with these data on the host device.
inline SessionState host_session(const std::string& data, const std::string& method, int k) {
    SessionState state;
    state.data = data;
    state.method = method;
    state.device = "host";
    state.k = k;
    return state;
}

inline SessionState hotspots(const std::string& method = "slow", int k = 16) {
    SlowMethod::reset();
    return host_session("hotspots:n=500", method, k);
}

}  // namespace neighborscope
