#include "gpu/index/loss.hpp"

#include "gpu/index/smallest_setting.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>

namespace neighborscope::stored {
namespace {

constexpr int quick_ef = 1000;              // such a search takes a few milliseconds
constexpr std::size_t most_kept = 4 << 20;  // 32 MiB

bool holds(const std::vector<Found>& list, std::int32_t row) {
    return std::any_of(list.begin(), list.end(), [=](const Found& found) { return found.row == row; });
}

std::string four_digits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

}  // namespace

LossExplainer::LossExplainer(
    const Searched& searched, IndexReplay& replay, ReachOfStarts* reach, const ReplaySettings& settings, const float* query)
    : searched_(searched), index_(searched.index), replay_(replay), reach_(reach), settings_(settings), query_(query) {
    if (reach_) start_ = replay_.start_of(query_);
}

bool LossExplainer::is_reachable(std::int32_t row) { return !index_.is_deleted(row) && (!reach_ || reach_->reaches(start_, row)); }

/// With this ef, or so many probes. Valid until the next call.
const std::vector<Found>& LossExplainer::searched_with(int setting) {
    if (const auto known = searches_.find(setting); known != searches_.end()) return known->second;
    ReplaySettings settings = settings_;
    (index_.lists ? settings.probes : settings.ef) = setting;
    const auto list = replay_.search(query_, settings);
    if (kept_ > most_kept) searches_.clear(), kept_ = 0;
    kept_ += list.size();
    return searches_[setting].assign(list.begin(), list.end()), searches_[setting];
}

/// Whether the list is full of rows nearer than that: then nothing at this distance is among the k nearest.
bool LossExplainer::are_all_nearer(const std::vector<Found>& list, double distance) {
    return int(list.size()) >= settings_.k && std::all_of(list.rbegin(), list.rend(), [&](const Found& found) {  // the farthest first
        return true_distance(query_, searched_.row(found.row, decoded_), index_.dimension, index_.metric) < distance;
    });
}

/// Whether the row is among the k nearest by what is stored, so that a search of everything returns it.
bool LossExplainer::code_is_near_enough(std::int32_t row) {
    if (searched_.points.empty() && index_.codec().is_exact()) return true;
    if (nearest_by_codes_.empty()) {
        if (index_.lists) {
            nearest_by_codes_ = searched_with(int(index_.lists->lists.size()));
        } else {
            QueryDistance distance(index_.codec(), index_);
            distance.ask(query_);
            NoObserver nothing;
            NearestOfFaiss<NoObserver> nearest(std::size_t(settings_.k), nothing);
            for (std::int32_t other = 0; other < std::int32_t(index_.rows); ++other)
                if (!index_.is_deleted(other) && !is_refused(other)) nearest.offer(other, distance.of(index_.vectors.at(other)));
            nearest.sort_into(nearest_by_codes_);
        }
    }
    return holds(nearest_by_codes_, row);
}

/// Of the query, rounded where the index rounds it, from the vector that the code of a row gives.
double LossExplainer::distance_of_code(std::int32_t row) const {
    const auto wide = std::size_t(index_.dimension);
    std::vector<float> decoded(wide), asking(query_, query_ + wide);
    index_.vector_of(row, decoded.data());
    if (index_.rounds_query) index_.codec().round(asking.data());
    return true_distance(asking.data(), decoded.data(), index_.dimension, index_.metric);
}

void LossExplainer::explain(Loss& loss) {
    if (!index_.codec().is_exact() || !searched_.points.empty()) loss.code_distance = distance_of_code(loss.row);
    const bool is_exact = searched_.points.empty() && index_.codec().is_exact();
    if (index_.is_deleted(loss.row)) {
        loss.cause = Cause::deleted;
    } else if (is_refused(loss.row)) {
        loss.cause = Cause::filtered;
    } else if (is_none(loss)) {
        loss.cause = Cause::farther;
    } else if (index_.has_graph()) {
        // Searching with a longer beam is quicker than looking at all links.
        if (is_exact && explain_beam(loss, settings_.ef + quick_ef)) return;
        loss.tried = 0;
        if (!is_reachable(loss.row)) {
            loss.cause = Cause::unreachable;
            if (reach_ && reach_->reached_by_any(loss.row)) loss.start = start_;
        } else if (!code_is_near_enough(loss.row)) {
            loss.cause = Cause::code;
        } else {
            explain_beam(loss, std::numeric_limits<int>::max());
        }
    } else if (!code_is_near_enough(loss.row)) {
        loss.cause = Cause::code;
    } else if (index_.lists) {
        explain_list(loss);
    } else {
        loss.cause = Cause::code;  // every row was looked at
    }
}

/// Whether the row is not among the k nearest, by the list that the search found.
bool LossExplainer::is_none(const Loss& loss) {
    const std::vector<Found>& list = searched_with(index_.lists ? settings_.probes : settings_.ef);
    return !holds(list, loss.row) && are_all_nearer(list, loss.distance);
}

/// The least setting from `first` to `most` that finds the row; 0: none. A row that is not among the k nearest is found out here, too.
int LossExplainer::least_setting(Loss& loss, int first, int most) {
    bool is_farther = false;
    const int needed = smallest_setting(first, most, [&](int setting) {
        const std::vector<Found>& list = searched_with(setting);
        if (holds(list, loss.row)) return true;
        is_farther |= are_all_nearer(list, loss.distance);
        return is_farther;
    });
    if (is_farther) loss.cause = Cause::farther;
    return is_farther ? 0 : needed;
}

void LossExplainer::explain_list(Loss& loss) {
    loss.cause = Cause::not_probed;
    const std::size_t list = index_.lists->list_of(index_.lists->place_of(loss.row));
    loss.probed = settings_.probes;
    loss.tried = int(index_.lists->lists.size());
    const auto nearest = replay_.nearest_lists(query_, loss.tried);
    const auto at = std::find_if(nearest.begin(), nearest.end(), [&](const Found& one) { return std::size_t(one.row) == list; });
    if (at == nearest.end()) return;  // a graph over centroids does not find all
    loss.list_rank = int(at - nearest.begin()) + 1;
    loss.needed = least_setting(loss, std::max(loss.list_rank, settings_.probes + 1), loss.tried);
}

/// Tries beams up to `most` rows. False: none finds the row.
bool LossExplainer::explain_beam(Loss& loss, int most) {
    loss.cause = Cause::beam_ended;
    loss.tried = int(std::min<std::int64_t>(index_.rows, most));
    loss.needed = least_setting(loss, std::min(settings_.ef + 1, loss.tried), loss.tried);
    return loss.needed > 0 || loss.cause == Cause::farther;
}

std::string ordinal(int number) {
    const int last = number % 10;
    const bool teen = number / 10 % 10 == 1;
    const char* const ending = teen ? "th" : last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th";
    return std::to_string(number) + ending;
}

std::string reason_of(const Loss& loss, const StoredIndex& index) {
    const bool lists = index.lists != nullptr;
    const std::string setting = lists ? "probes" : "ef";
    const std::string finds = loss.needed > 0 ? setting + " = " + std::to_string(loss.needed) + " finds it"
                                              : "no " + setting + " up to " + std::to_string(loss.tried) + " finds it";
    switch (loss.cause) {
        case Cause::deleted: return "it is deleted";
        case Cause::filtered: return "the filter refuses it";
        case Cause::farther: return "it is not among the nearest: all rows of the list are nearer";
        case Cause::unreachable:
            if (loss.start < 0) return "no links lead to it from where the search begins";
            return "at level 0 no links lead to it from row " + std::to_string(loss.start) +
                   ", where this search begins there; searches that begin elsewhere can find it";
        case Cause::code: return "its code says " + four_digits(loss.code_distance) + ", the truth is " + four_digits(loss.distance);
        case Cause::not_probed:
            return (loss.list_rank > 0 ? "its list is the " + ordinal(loss.list_rank) + " nearest, and " + std::to_string(loss.probed) +
                                             (loss.probed == 1 ? " was probed" : " were probed")
                                       : "its list was not probed") +
                   "; " + finds;
        default: return "the beam ended first; " + finds;
    }
}

std::string_view name(Cause cause) {
    switch (cause) {
        case Cause::deleted: return "deleted";
        case Cause::filtered: return "filtered";
        case Cause::farther: return "farther";
        case Cause::unreachable: return "unreachable";
        case Cause::code: return "code";
        case Cause::not_probed: return "list not probed";
        default: return "beam ended";
    }
}

}  // namespace neighborscope::stored
