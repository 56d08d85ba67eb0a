#include "app/session/inspecting/inspecting_state.hpp"

#include "app/session/text/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace neighborscope {
namespace {

constexpr std::int64_t rows_at_once = 100000;  // an index of at most so many rows is inspected when it is opened
constexpr std::int64_t sampled_rows = 100;

/// Stored vectors, spread evenly over the rows: [at most sampled_rows][dimension].
std::vector<float> sampled_queries(const DataSet& set) {
    const std::int64_t count = std::min(sampled_rows, set.count());
    const auto wide = std::size_t(set.dimension);
    std::vector<float> queries;
    for (std::int64_t i = 0; i < count; ++i) {
        const float* const row = &set.coordinates[std::size_t(i * set.count() / count) * wide];
        queries.insert(queries.end(), row, row + wide);
    }
    return queries;
}

std::string progress_text(const std::optional<ProgressCard>& card, bool recall) {
    std::string text = recall ? "Searching for sampled rows" : "Looking at links and vectors";
    if (card && card->total > 0) text += ": " + text_of_percent(std::clamp(card->done / card->total, 0.0, 1.0), 0);
    return text + "\u2026";
}

}  // namespace

InspectingState::InspectingState(CommonState& common, const LoadingState& loading, const std::atomic<bool>* foreground_busy)
    : common_(common), loading_(loading), worker_(work, common.waker(), foreground_busy) {}

InspectingState::Result InspectingState::work(const Job& job, SharedProgress& card, const Progress& progress) {
    const DataSet& set = job.data->set;
    const stored::StoredIndex& index = *set.own_index;
    card.begin(job.recall ? "Searching for sampled rows" : "Inspecting the index", job.recall ? "queries" : "rows");
    auto found = std::make_shared<inspect::Inspection>();
    if (job.former) {
        *found = *job.former;
    } else {
        found->file = set.name;
        found->index = set.own_index;
        if (index.has_graph()) found->graph = inspect::graph_health(index, progress);
        if (index.lists) found->lists = inspect::list_health(index);
        found->vectors = inspect::vector_health(index, {}, progress);
    }
    if (job.recall) {
        const std::vector<float> queries = sampled_queries(set);
        const inspect::Searched searched{index, {}};
        const auto truth = inspect::true_neighbours(searched, queries, stored::settled(index, job.settings).k, progress);
        found->ledger = inspect::ledger_of(searched, queries, truth, job.settings, progress);
        found->truth_is_decoded = !index.codec().is_exact();
    }
    return found;
}

stored::ReplaySettings InspectingState::settings() const {
    stored::ReplaySettings settings;
    const SessionState& now = common_.now();
    settings.k = now.k;
    if (const auto own = now.options.find("own"); own != now.options.end()) {
        const auto value = [&](const char* option) {
            const auto typed = own->second.find(option);
            return typed == own->second.end() ? 0 : int(std::strtol(typed->second.c_str(), nullptr, 10));
        };
        settings.ef = value("ef"), settings.probes = value("probes");
    }
    return settings;
}

void InspectingState::refresh() {
    const bool is_index = loading_.data && loading_.is_loaded() && loading_.data->set.own_index && !loading_.data->set.own_index_is_old;
    const std::shared_ptr<const LoadedData> now = is_index ? loading_.data : nullptr;
    if (now != data_ && !(loading_.data && !loading_.is_loaded())) {
        data_ = now;
        worker_.cancel();
        shown_ = {.possible = bool(data_), .open = shown_.open && data_, .generation = shown_.generation + 1};
        if (data_) {
            const stored::StoredIndex& index = *data_->set.own_index;
            if (index.walk == stored::Walk::none) shown_.why_no_recall = "this index cannot be searched: " + index.why_no_walk;
            else if (!index.has_vectors()) shown_.why_no_recall = "the file of this index holds no vectors";
            if (index.rows <= rows_at_once) inspect(false), shown_.automatic = true;
        }
        common_.touch(Feature::inspecting);
    }
    show_place();
}

void InspectingState::inspect(bool recall) {
    if (!data_ || (recall && !shown_.why_no_recall.empty())) return;
    shown_.running = true;
    shown_.automatic = false;
    shown_.progress = progress_text(std::nullopt, recall);
    worker_.replace({data_, shown_.inspection, recall, settings()});
    common_.touch(Feature::inspecting);
}

void InspectingState::select(const IndexRows& wanted) {
    if (!shown_.inspection && wanted.kind != IndexRows::Kind::none) return;
    shown_.selection = wanted;
    shown_.selected_title = title_of(wanted);
    shown_.selected = wanted.kind == IndexRows::Kind::none
                          ? nullptr
                          : std::make_shared<const std::vector<std::int64_t>>(rows_of(*shown_.inspection, wanted));
    ++shown_.generation;
    show_place();
    common_.touch(Feature::inspecting);
}

void InspectingState::show_place() {
    std::int64_t place = -1;
    if (shown_.selected && common_.view.query_row >= 0) {
        const auto found = std::lower_bound(shown_.selected->begin(), shown_.selected->end(), common_.view.query_row);
        if (found != shown_.selected->end() && *found == common_.view.query_row) place = found - shown_.selected->begin();
    }
    if (place != std::exchange(shown_.place, place)) common_.touch(Feature::inspecting);
}

std::int64_t InspectingState::next_selected(int direction) const {
    if (!shown_.selected || shown_.selected->empty()) return -1;
    const std::vector<std::int64_t>& rows = *shown_.selected;
    const std::int64_t now = common_.now().query_row.value_or(-1);  // possibly not answered yet
    if (now >= 0 && direction > 0) {
        if (const auto next = std::upper_bound(rows.begin(), rows.end(), now); next != rows.end()) return *next;
    } else if (now >= 0) {
        if (const auto next = std::lower_bound(rows.begin(), rows.end(), now); next != rows.begin()) return next[-1];
    }
    return direction > 0 ? rows.front() : rows.back();
}

bool InspectingState::cancel() {
    if (!busy()) return false;
    worker_.cancel();
    shown_.running = false;
    shown_.progress.clear();
    common_.touch(Feature::inspecting);
    return true;
}

void InspectingState::poll() {
    while (const auto outcome = worker_.take()) {
        if (outcome->job.data != data_) continue;
        shown_.running = shown_.automatic = false;
        shown_.progress.clear();
        if (outcome->result) {
            shown_.inspection = *outcome->result;
            if (outcome->job.recall) shown_.sampled = text_of_amount(shown_.inspection->ledger->queries, "stored vector", "stored vectors");
        }
        if (outcome->error) common_.set_error("The index was not inspected", *outcome->error);
        common_.touch(Feature::inspecting);
    }
    if (shown_.running) {
        std::string text = progress_text(worker_.progress(), !shown_.progress.starts_with("Looking"));
        if (text != shown_.progress) shown_.progress = std::move(text), common_.touch(Feature::inspecting);
    }
}

}  // namespace neighborscope
