#include "app/session/exporter.hpp"

#include "app/data/save/points_file.hpp"

#include <system_error>

namespace neighborscope {

Exporter::~Exporter() {
    cancel();
    if (thread_.joinable()) thread_.join();
}

void Exporter::write(const std::string& path, std::shared_ptr<const LoadedData> data, const std::vector<NeighbourRow>& neighbours) {
    Job job{path, std::move(data), {}, {}};
    for (const NeighbourRow& row : neighbours) {
        job.index.push_back(std::int32_t(row.row));
        job.distance.push_back(float(row.distance));
    }
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(job));
        if (running_) return;
        running_ = true;
    }
    if (thread_.joinable()) thread_.join();  // it has nothing left to do
    try {
        thread_ = std::thread([this] { work(); });
    } catch (const std::system_error&) {
        fail();
        cancel();
        running_ = false;
    }
}

void Exporter::cancel() {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
    stop_ = true;
}

void Exporter::work() {
    for (;;) {
        Job job;
        {
            const std::lock_guard lock(mutex_);
            running_ = !waiting_.empty();
            if (running_) {
                job = std::move(waiting_.front());
                waiting_.pop_front();
                stop_ = false;
            }
        }
        if (!job.data) return wake_();
        perform(job);
        wake_();
    }
}

void Exporter::perform(const Job& job) {
    progress_.begin("Writing " + job.path, "");
    const Progress progress{[this](double done, double total) {
                                if (progress_.report(done, total)) wake_();
                            },
        &stop_};
    try {
        const DataSet& points = job.data->set;
        const PointResults results = results_of_list(points.count(), job.index, job.distance);
        write_points(job.path, points, &results, progress);
        const std::lock_guard lock(mutex_);
        written_ = text_of_count(points.count()) + (points.count() == 1 ? " point" : " points") + " written to " + job.path;
    } catch (const Cancelled&) {
    } catch (...) { fail(); }
    progress_.end();
}

void Exporter::fail() {
    ErrorCard card = card_of_current_exception();
    card.title = "The points were not written: " + card.title;
    const std::lock_guard lock(mutex_);
    error_ = std::move(card);
}

std::optional<ErrorCard> Exporter::take_error() {
    const std::lock_guard lock(mutex_);
    return std::exchange(error_, std::nullopt);
}

std::optional<std::string> Exporter::take_written() {
    const std::lock_guard lock(mutex_);
    return std::exchange(written_, std::nullopt);
}

}  // namespace neighborscope
