// What the ledger says in words.
#include "app/inspect/loss.hpp"

#include <cmath>

namespace neighborscope::inspect {
std::string sentence_of(const Loss& loss, const stored::StoredIndex& index) {
    return "row " + std::to_string(loss.row) + ", the " + (loss.rank == 1 ? "" : stored::ordinal(loss.rank) + " ") + "nearest of query " +
           std::to_string(loss.query) + ", was missed: " + reason_of(loss, index);
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
