#include "app/session/loader.hpp"

#include "gpu/error.hpp"

#include <cmath>
#include <limits>
#include <new>

namespace neighborscope {
namespace {

/// Box and middle point, in one pass each; `stop` is looked at every so often.
LoadedData look_over(DataSet set, const Progress& progress) {
    LoadedData loaded;
    loaded.set = std::move(set);
    const DataSet& data = loaded.set;
    const std::int64_t count = data.count();
    const std::size_t dimension = std::size_t(data.dimension);
    if (count == 0) return loaded;
    std::vector<float> low(data.coordinates.begin(), data.coordinates.begin() + std::ptrdiff_t(dimension)), high = low;
    const Progress quiet{{}, progress.stop};
    for (std::int64_t row = 0; row < count; ++row) {
        const float* at = data.coordinates.data() + std::size_t(row) * dimension;
        for (std::size_t axis = 0; axis < dimension; ++axis) {
            low[axis] = std::min(low[axis], at[axis]);
            high[axis] = std::max(high[axis], at[axis]);
        }
        if (row % 65536 == 0) quiet.step(0, 0);
    }
    std::vector<double> middle(dimension);
    for (std::size_t axis = 0; axis < dimension; ++axis) {
        loaded.low.push_back(data.origin[axis] + double(low[axis]));
        loaded.high.push_back(data.origin[axis] + double(high[axis]));
        middle[axis] = (double(low[axis]) + double(high[axis])) / 2;
    }
    double nearest = std::numeric_limits<double>::infinity();
    for (std::int64_t row = 0; row < count; ++row) {
        const float* at = data.coordinates.data() + std::size_t(row) * dimension;
        double square = 0;
        for (std::size_t axis = 0; axis < dimension && square < nearest; ++axis)
            square += (at[axis] - middle[axis]) * (at[axis] - middle[axis]);
        if (square < nearest) nearest = square, loaded.middle_row = row;
        if (row % 65536 == 0) quiet.step(0, 0);
    }
    return loaded;
}

}  // namespace

ErrorCard card_of_current_exception() {
    try {
        throw;
    } catch (const Error& error) { return {error.what(), error.remedy, error.kind}; } catch (const std::bad_alloc&) {
        return {"not enough memory on the host", "choose smaller data or close other programs", Failure::memory};
    } catch (const std::exception& error) { return {error.what(), {}, Failure::device}; } catch (...) {
        return {"an error without a description", {}, Failure::device};
    }
}

void SharedProgress::begin(std::string title, std::string unit) {
    std::lock_guard lock(mutex_);
    card_ = ProgressCard{std::move(title), 0, 0, 0, std::move(unit)};
    began_ = shown_ = part_ = std::chrono::steady_clock::now();
}

void SharedProgress::end() {
    std::lock_guard lock(mutex_);
    card_.reset();
}

bool SharedProgress::report(double done, double total) {
    std::lock_guard lock(mutex_);
    if (!card_) return false;
    const auto now = std::chrono::steady_clock::now();
    if (done < card_->done || total != card_->total) part_ = now;
    card_->done = done;
    card_->total = total;
    if (now - began_ < std::chrono::milliseconds(200) || now - shown_ < std::chrono::milliseconds(50)) return false;
    shown_ = now;
    return true;
}

std::optional<ProgressCard> SharedProgress::card() const {
    std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (!card_ || now - began_ < std::chrono::milliseconds(200)) return std::nullopt;
    ProgressCard card = *card_;
    card.seconds = std::chrono::duration<double>(now - part_).count();
    return card;
}

Loader::Loader(std::function<void()> wake) : wake_(std::move(wake)), thread_([this] { work(); }) {}

Loader::~Loader() {
    {
        std::lock_guard lock(mutex_);
        quit_ = true;
        stop_ = true;
    }
    asked_.notify_all();
    thread_.join();
}

void Loader::load(const DataChoice& choice) {
    {
        std::lock_guard lock(mutex_);
        wanted_ = choice;
        result_.reset();
        if (running_) stop_ = true;
    }
    asked_.notify_all();
}

void Loader::cancel() {
    std::lock_guard lock(mutex_);
    wanted_.reset();
    if (running_) stop_ = true;
}

bool Loader::busy() const {
    std::lock_guard lock(mutex_);
    return running_ || wanted_ || result_;
}

std::optional<LoadResult> Loader::take() {
    std::lock_guard lock(mutex_);
    return std::exchange(result_, std::nullopt);
}

void Loader::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        asked_.wait(lock, [this] { return quit_ || wanted_; });
        if (quit_) return;
        LoadResult result;
        result.choice = *std::exchange(wanted_, std::nullopt);
        running_ = true;
        stop_ = false;
        lock.unlock();
        progress_.begin("Loading " + result.choice.source, "");
        const Progress progress{[this](double done, double total) {
                                    if (progress_.report(done, total)) wake_();
                                },
            &stop_};
        try {
            DataSet set = load_data(result.choice.source, result.choice.options, progress);
            result.data = std::make_shared<const LoadedData>(look_over(std::move(set), progress));
        } catch (const Cancelled&) {
        } catch (...) { result.error = card_of_current_exception(); }
        progress_.end();
        lock.lock();
        running_ = false;
        if (quit_) return;
        if (wanted_) continue;  // somebody has asked for other data meanwhile
        result_ = std::move(result);
        lock.unlock();
        wake_();
        lock.lock();
    }
}

}  // namespace neighborscope
