#include "app/session/exporter.hpp"

#include "app/data/save/points_file.hpp"

namespace neighborscope {

Exporter::~Exporter() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
}

void Exporter::write(const std::string& path, std::shared_ptr<const LoadedData> data, const std::vector<NeighbourRow>& neighbours) {
    if (thread_.joinable()) thread_.join();
    stop_ = false;
    running_ = true;
    std::vector<std::int32_t> index;
    std::vector<float> distance;
    for (const NeighbourRow& row : neighbours) {
        index.push_back(std::int32_t(row.row));
        distance.push_back(float(row.distance));
    }
    thread_ = std::thread([this, path, data = std::move(data), index = std::move(index), distance = std::move(distance)] {
        progress_.begin("Writing " + path, "");
        const Progress progress{[this](double done, double total) {
                                    if (progress_.report(done, total)) wake_();
                                },
            &stop_};
        try {
            const PointResults results = results_of_list(data->set.count(), index, distance);
            write_points(path, data->set, &results, progress);
            const std::lock_guard lock(mutex_);
            written_ = text_of_count(data->set.count()) + (data->set.count() == 1 ? " point" : " points") + " written to " + path;
        } catch (const Cancelled&) {
        } catch (...) {
            ErrorCard card = card_of_current_exception();
            card.title = "The points were not written: " + card.title;
            const std::lock_guard lock(mutex_);
            error_ = std::move(card);
        }
        progress_.end();
        running_ = false;
        wake_();
    });
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
