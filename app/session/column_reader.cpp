#include "app/session/column_reader.hpp"

#include <utility>

namespace neighborscope {

void ColumnReader::read(const DataChoice& choice) {
    cancel();
    stop_ = false;
    running_ = true;
    thread_ = std::thread([this, choice] {
        progress_.begin("Looking at the columns of " + choice.source, "");
        const Progress progress{[this](double done, double total) {
                                    if (progress_.report(done, total)) wake_();
                                },
            &stop_};
        ColumnsFound found;
        found.of = choice;
        bool cancelled = false;
        try {
            found.columns = ColumnChoice::of(choice.source, choice.options, progress);
        } catch (const Cancelled&) { cancelled = true; } catch (...) {
            found.error = card_of_current_exception();
            found.error->title = "The columns cannot be shown: " + found.error->title;
        }
        progress_.end();
        if (!cancelled) {
            const std::lock_guard lock(mutex_);
            found_ = std::move(found);
        }
        running_ = false;
        wake_();
    });
}

void ColumnReader::cancel() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
    take();
}

std::optional<ColumnsFound> ColumnReader::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(found_, std::nullopt);
}

}  // namespace neighborscope
