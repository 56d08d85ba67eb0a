#include "app/session/comparer.hpp"

#include <utility>

namespace neighborscope {

Comparer::Comparer(std::function<void()> wake) : wake_(std::move(wake)), thread_([this] { work(); }) {}

Comparer::~Comparer() {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
        stop_ = true;
    }
    asked_.notify_all();
    thread_.join();
}

void Comparer::compare(const ComparisonRequest& request) {
    {
        const std::lock_guard lock(mutex_);
        wanted_ = request;
        wanted_look_.reset();
        stop_ = true;  // set back when it is taken up
    }
    asked_.notify_all();
}

void Comparer::look(std::shared_ptr<const Comparison> comparison, std::shared_ptr<const LoadedData> data, std::int64_t query) {
    {
        const std::lock_guard lock(mutex_);
        wanted_look_ = Look{std::move(comparison), std::move(data), query};
    }
    asked_.notify_all();
}

void Comparer::cancel() {
    const std::lock_guard lock(mutex_);
    wanted_.reset();
    wanted_look_.reset();
    stop_ = true;
}

bool Comparer::busy() const {
    const std::lock_guard lock(mutex_);
    return running_ || wanted_ || wanted_look_ || news_.request || news_.list;
}

Comparer::News Comparer::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(news_, News{});
}

void Comparer::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        asked_.wait(lock, [this] { return quit_ || wanted_ || wanted_look_; });
        if (quit_) return;
        stop_ = false;
        running_ = true;
        const auto request = std::exchange(wanted_, std::nullopt);
        const auto look = request ? std::nullopt : std::exchange(wanted_look_, std::nullopt);
        lock.unlock();
        if (request) do_compare(*request);
        else do_look(*look);
        lock.lock();
        running_ = false;
        lock.unlock();
        wake_();
        lock.lock();
    }
}

void Comparer::do_compare(const ComparisonRequest& request) {
    News news;
    news.request = request;
    const Progress progress{[this](double done, double total) {
                                if (progress_.report(done, total)) wake_();
                            },
        &stop_};
    try {
        const DataSet& data = request.data->set;
        progress_.begin("Reading " + request.choice.lists, "");
        ForeignLists lists = read_lists(request.choice.lists, progress);
        ComparedQueries queries = queries_to_compare(data, request.choice.queries, request.exclude_self, progress);
        progress_.begin("Comparing lists with the oracle", "queries");
        news.comparison = compare_lists(data, std::move(lists), std::move(queries), request.metric, 0, progress);
    } catch (const Cancelled&) {
    } catch (...) {
        news.error = card_of_current_exception();
        news.error->title = "The lists were not compared: " + news.error->title;
    }
    progress_.end();
    const std::lock_guard lock(mutex_);
    if (!wanted_) news_ = std::move(news);
}

void Comparer::do_look(const Look& look) {
    progress_.begin("Looking at a list", "");
    const Progress progress{[this](double done, double total) {
                                if (progress_.report(done, total)) wake_();
                            },
        &stop_};
    try {
        auto list = std::make_shared<const ComparedList>(look_at(*look.comparison, look.data->set, look.query, progress));
        const std::lock_guard lock(mutex_);
        if (!wanted_) news_.list = std::move(list);
    } catch (const Cancelled&) {
    } catch (...) {
        const std::lock_guard lock(mutex_);
        news_.error = card_of_current_exception();
    }
    progress_.end();
}

}  // namespace neighborscope
