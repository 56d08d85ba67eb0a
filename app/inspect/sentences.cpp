// What the ledger says in words.
#include "app/inspect/loss.hpp"

#include <cmath>
#include <cstdio>

namespace neighborscope::inspect {
namespace {

std::string ordinal(int number) {
    const int last = number % 10;
    const bool teen = number / 10 % 10 == 1;
    const char* const ending = teen ? "th" : last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th";
    return std::to_string(number) + ending;
}

std::string four_digits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

std::string why(const Loss& loss, const stored::StoredIndex& index) {
    const bool lists = index.lists != nullptr;
    const std::string setting = lists ? "probes" : "ef";
    const std::string finds = loss.needed > 0 ? setting + " = " + std::to_string(loss.needed) + " finds it"
                                              : "no " + setting + " up to " + std::to_string(loss.tried) + " finds it";
    switch (loss.cause) {
        case Cause::deleted: return "it is deleted";
        case Cause::unreachable: return "no links lead to it from where the search begins";
        case Cause::code: return "its code says " + four_digits(loss.code_distance) + ", the truth is " + four_digits(loss.distance);
        case Cause::not_probed:
            return (loss.list_rank > 0 ? "its list is the " + ordinal(loss.list_rank) + " nearest, and fewer were probed"
                                       : "its list was not probed") +
                   "; " + finds;
        default: return "the beam ended first; " + finds;
    }
}

}  // namespace

std::string_view name(Cause cause) {
    switch (cause) {
        case Cause::deleted: return "deleted";
        case Cause::unreachable: return "unreachable";
        case Cause::code: return "code";
        case Cause::not_probed: return "list not probed";
        default: return "beam ended";
    }
}

std::string sentence_of(const Loss& loss, const stored::StoredIndex& index) {
    return "row " + std::to_string(loss.row) + ", the " + (loss.rank == 1 ? "" : ordinal(loss.rank) + " ") + "nearest of query " +
           std::to_string(loss.query) + ", was missed: " + why(loss, index);
}

std::string advice_of(const Ledger& ledger, const stored::StoredIndex& index) {
    if (ledger.losses.empty()) return {};
    const std::string setting = index.lists ? "probes" : "ef";
    const auto share = [&](std::int64_t count) {
        return std::to_string(std::lround(100.0 * double(count) / double(ledger.losses.size()))) + " %";
    };
    if (ledger.setting_for_most > 0)
        return setting + " = " + std::to_string(ledger.setting_for_most) + " finds " + share(ledger.found_by_it) + " of what is missed now";
    std::int64_t findable = 0;
    int most = 0;
    for (const Loss& loss : ledger.losses) {
        findable += loss.needed > 0;
        most = std::max(most, loss.needed);
    }
    if (findable == 0) return "no " + setting + " finds anything of what is missed now";
    return "no " + setting + " finds 95 % of what is missed now; " + setting + " = " + std::to_string(most) + " finds " + share(findable);
}

}  // namespace neighborscope::inspect
