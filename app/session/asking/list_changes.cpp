#include "app/session/asking/list_changes.hpp"

#include "app/session/text/numbers.hpp"

#include <set>
#include <utility>

namespace neighborscope {

bool ListSnapshot::is_same_query(const ListSnapshot& other) const {
    const bool edited = edits != other.edits, same_row = query_row == other.query_row;
    const bool same_place = request.position == other.request.position;
    return unedited.lock() == other.unedited.lock() && request.tick == other.request.tick &&
           ((same_place && (same_row || edited)) || (edited && same_row && query_row >= 0));
}

ListChanges changes_between(const ListSnapshot& before, const ListSnapshot& now, const std::optional<PointEdits>& restored_edits) {
    const SearchRequest &of_now = now.request, &of_former = before.request;
    ListChanges changes;
    if (const auto data = now.unedited.lock()) changes.points = changed_points(data->set, before.edits, now.edits);
    changes.by = !changes.points.empty() && restored_edits == now.edits ? "an edit was undone" : changed_points_text(changes.points);
    const auto changed = [&](const std::string& what, const std::string& from, const std::string& to) {
        if (from != to && changes.by.empty()) changes.by = what + " changed from " + from + " to " + to;
    };
    changed("the method", std::string(of_former.method->info.name), std::string(of_now.method->info.name));
    changed("the metric", metric_word(of_former.metric), metric_word(of_now.metric));
    changed("k", text_of_count(of_former.k), text_of_count(of_now.k));
    if (changes.by.empty() && of_former.exclude_self != of_now.exclude_self)
        changes.by = of_now.exclude_self ? "the point itself was excluded" : "the point itself was included";
    if (changes.by.empty() && before.only != now.only)
        changes.by = now.only.empty() ? "all rows were allowed" : "only rows of " + conditions_text(now.only) + " were allowed";
    if (changes.by.empty()) changes.by = of_former.options != of_now.options ? "an option changed" : "the device changed";
    const auto rows_of = [](const std::vector<NeighbourRow>& list) {
        std::set<std::int64_t> rows;
        for (const NeighbourRow& one : list) rows.insert(one.file_row);
        return rows;
    };
    const std::set<std::int64_t> rows_before = rows_of(before.neighbours), rows_now = rows_of(now.neighbours);
    for (const NeighbourRow& one : now.neighbours)
        if (!rows_before.contains(one.file_row)) changes.entered.push_back(one.rank);
    for (const NeighbourRow& one : before.neighbours)
        if (!rows_now.contains(one.file_row)) changes.left.push_back(one);
    if (before.leaves && now.leaves && before.leaves != now.leaves) changes.leaves = changed_leaves(*before.leaves, *now.leaves);
    return changes;
}

void ListComparison::take(ListSnapshot now, const std::optional<PointEdits>& restored_edits, std::optional<ListChanges>& changes) {
    const std::optional<ListSnapshot> last = std::exchange(shown_, std::move(now));
    if (!last || !shown_->is_same_query(*last)) {
        before_.reset();
        changes.reset();
        return;
    }
    if (shown_->is_same_question(*last)) return;
    if (shown_->request.step != last->request.step || !before_) before_ = last;
    changes.reset();
    if (!shown_->is_same_question(*before_)) changes = changes_between(*before_, *shown_, restored_edits);
}

}  // namespace neighborscope
