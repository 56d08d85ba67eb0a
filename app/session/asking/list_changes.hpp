// Compares the list of a query with its list before the last change of settings.
#pragma once
#include "app/session/search/answer.hpp"
#include "app/session/shown/neighbour_row.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace neighborscope {

/// A list and the request it answers, to compare a later one with.
struct ListSnapshot {
    SearchRequest request;                     ///< without its data
    std::weak_ptr<const LoadedData> unedited;  ///< the data without edits
    PointEdits edits;
    RowConditions only;           ///< the filter
    std::int64_t query_row = -1;  ///< row of the file
    std::vector<NeighbourRow> neighbours;
    std::shared_ptr<const RecordedTree> leaves;

    bool is_same_question(const ListSnapshot& other) const {
        return request.has_same_settings(other.request) && edits == other.edits && only == other.only;
    }
    /// A query on a point is the same after the point was moved by hand.
    bool is_same_query(const ListSnapshot&) const;
};

/// Compares two lists of the same query. `restored_edits`: edits that undo has restored.
ListChanges changes_between(const ListSnapshot& before, const ListSnapshot& now, const std::optional<PointEdits>& restored_edits);

/// The list shown, and the list before the present step of undo. Changes that are merged into one step are compared with the list before
/// all of them.
class ListComparison {
public:
    /// Takes a new list. Sets `changes`: none for another query; unchanged if the settings are the same.
    void take(ListSnapshot now, const std::optional<PointEdits>& restored_edits, std::optional<ListChanges>& changes);
    void forget() { shown_.reset(), before_.reset(); }

private:
    std::optional<ListSnapshot> shown_, before_;
};

}  // namespace neighborscope
