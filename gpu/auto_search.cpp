// The method `auto`: for each search it chooses the method that is expected to be the fastest.
#include "gpu/costs.hpp"
#include "gpu/shards/sharded_search.hpp"

#include <cstdio>
#include <deque>
#include <set>

namespace neighborscope {

namespace {

/// "0.123 ms", two or three digits.
std::string milliseconds_text(double milliseconds) {
    char text[32];
    std::snprintf(text, sizeof text, milliseconds < 0.1 ? "%.3f ms" : milliseconds < 10 ? "%.2f ms" : "%.0f ms", milliseconds);
    return text;
}

/// "fused: 3.1 ms expected, then flat 29 ms, stream 107 ms; as measured on NVIDIA H100"
std::string why(const std::vector<ExpectedTime>& all, DeviceKind device, const std::string& here) {
    std::string text = std::string(all.front().method->info.name) + ": " + milliseconds_text(all.front().milliseconds) + " expected";
    for (std::size_t i = 1; i < std::min<std::size_t>(all.size(), 3); ++i)
        text += (i == 1 ? ", then " : ", ") + std::string(all[i].method->info.name) + " " + milliseconds_text(all[i].milliseconds);
    const DeviceCosts* const costs = costs_for(device, here);
    if (!costs) return std::string(all.front().method->info.name) + ": nothing was measured on this kind of device";
    text += "; as measured on " + costs->device;
    if (costs->device != here) text += ", not on this device (" + here + "): `neighborscope bench regimes` measures it";
    return text;
}

class AutoSearch final : public Search {
public:
    AutoSearch(DeviceKind device, const Points& points) : device_(device), device_name_(device_info(device).name), points_(points) {}

    bool points_moved() override {
        moving_ = true;
        for (auto one = prepared_.begin(); one != prepared_.end();) {
            if (one->search->points_moved()) ++one;
            else one = prepared_.erase(one);
        }
        last_ = nullptr;
        answered_problem_.reset();
        return true;
    }
    double build_milliseconds() const override { return last_ ? last_->build_milliseconds() : 0; }
    bool rebuild_index(const Progress& progress) override {
        const auto one = std::find_if(prepared_.begin(), prepared_.end(),
            [&](const PreparedMethod& prepared_method) { return prepared_method.search.get() == last_; });
        if (one == prepared_.end() || last_->rebuild_index(progress)) return true;
        one->search.reset();  // free the old memory before allocating
        one->search = prepare_method(*one->method, progress);
        last_ = one->search.get();
        return true;
    }
    std::optional<IndexUpdate> index_update() const override { return last_ ? last_->index_update() : std::nullopt; }
    std::optional<Tree> tree() const override { return last_ ? last_->tree() : std::nullopt; }
    std::shared_ptr<const DevicesOfRows> devices_of_rows() override { return last_ ? last_->devices_of_rows() : nullptr; }

    std::size_t bytes_needed(const Problem& problem) const override {
        return problem.queries > 0 ? method_for(problem, {}).search->bytes_needed(problem) : 0;
    }

    Report answer(const Queries& queries, const Lists& lists, const Problem& problem, const Progress& progress, Measure measure) override {
        PreparedMethod& prepared_method = method_for(problem, progress);
        last_ = prepared_method.search.get();
        Report report = last_->answer(queries, lists, problem, progress, measure);
        if (last_->build_milliseconds() > 0) build_times_[prepared_method.method] = last_->build_milliseconds();
        report.chosen = prepared_method.why;
        return report;
    }

private:
    struct PreparedMethod {
        const Method* method;
        std::unique_ptr<Search> search;
        std::string why;
    };
    static constexpr std::size_t most_prepared = 2;  ///< one for few queries, one for many

    /// If points move, the index is rebuilt at every tick: adds the build time measured when the method was last used.
    std::vector<ExpectedTime> expected(const Problem& problem) const {
        std::vector<ExpectedTime> all = expected_times(problem, device_, device_name_);
        if (all.empty())  // no costs are known: all methods that can answer
            for (const Method& method : methods())
                if (method.info.name != "auto" && !method.info.supports.approximate && !method.info.unsupported_reason(problem, device_))
                    all.push_back({&method, 0});
        std::erase_if(all, [&](const ExpectedTime& one) { return methods_out_of_memory_.count(one.method) > 0; });
        if (moving_) {
            for (ExpectedTime& one : all)
                if (const auto build = build_times_.find(one.method); build != build_times_.end()) one.milliseconds += build->second;
            std::stable_sort(
                all.begin(), all.end(), [](const ExpectedTime& a, const ExpectedTime& b) { return a.milliseconds < b.milliseconds; });
        }
        return all;
    }

    std::unique_ptr<Search> prepare_method(const Method& method, const Progress& progress) const {
        return shards::prepare_search(method, device_, points_, Options(method.info.options), progress);
    }

    /// The prepared method that answers the problem; prepares it if necessary.
    PreparedMethod& method_for(const Problem& problem, const Progress& progress) const {
        if (answered_problem_ == problem) return prepared_.front();
        answered_problem_.reset();
        PreparedMethod& found = choose_method(problem, progress);
        answered_problem_ = problem;
        return found;
    }
    PreparedMethod& choose_method(const Problem& problem, const Progress& progress) const {
        for (;;) {
            const std::vector<ExpectedTime> all = expected(problem);
            if (all.empty())
                throw Error(Failure::memory, "auto: no method that can answer fits into memory", "use fewer points or a smaller k");
            const Method* const best = all.front().method;
            const auto found =
                std::find_if(prepared_.begin(), prepared_.end(), [&](const PreparedMethod& one) { return one.method == best; });
            if (found != prepared_.end()) {
                std::rotate(prepared_.begin(), found, found + 1);
                prepared_.front().why = why(all, device_, device_name_);
                return prepared_.front();
            }
            while (prepared_.size() >= most_prepared) {
                if (last_ == prepared_.back().search.get()) last_ = nullptr;
                prepared_.pop_back();
            }
            try {
                prepared_.push_front({best, prepare_method(*best, progress), why(all, device_, device_name_)});
                return prepared_.front();
            } catch (const Error& error) {
                if (error.kind != Failure::memory) throw;
                methods_out_of_memory_.insert(best);
            }
        }
    }

    DeviceKind device_;
    std::string device_name_;
    Points points_;
    bool moving_ = false;
    mutable std::deque<PreparedMethod> prepared_;      ///< the most recently used first
    mutable std::optional<Problem> answered_problem_;  ///< of the first: choosing takes longer than some searches
    mutable Search* last_ = nullptr;
    mutable std::set<const Method*> methods_out_of_memory_;  ///< methods that ran out of memory
    std::map<const Method*, double> build_times_;
};

}  // namespace

std::unique_ptr<Search> prepare_auto(DeviceKind device, const Points& points, const Progress&) {
    return std::make_unique<AutoSearch>(device, points);
}

}  // namespace neighborscope
