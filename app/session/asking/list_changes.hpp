// The list of a query under another question, beside the one that it had before.
#pragma once
#include "app/session/search/answer.hpp"
#include "app/session/shown/neighbour_row.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace neighborscope {

/// What a list was found for, and with: what a later one is compared with.
struct ListSnapshot {
    SearchRequest request;                     ///< without its data
    std::weak_ptr<const LoadedData> unedited;  ///< the data, as they are without edits
    PointEdits edits;
    std::int64_t query_row = -1;  ///< of the file
    std::vector<NeighbourRow> neighbours;
    std::shared_ptr<const RecordedTree> leaves;

    bool is_same_question(const ListSnapshot& other) const { return request.has_same_settings(other.request) && edits == other.edits; }
    /// A query that stands on a point goes with it when that is moved by hand.
    bool is_same_query(const ListSnapshot&) const;
};

/// What the same query found before, and now. `restored_edits`: edits that undo has led back to.
ListChanges changes_between(const ListSnapshot& before, const ListSnapshot& now, const std::optional<PointEdits>& restored_edits);

/// The list shown, and the one before the step of undo that led to it: changes that are one step are compared with what was before all of
/// them.
class ListComparison {
public:
    /// Another list is shown: what it changed goes to `changes`, which is none of another query, and stays where the question is the same.
    void take(ListSnapshot now, const std::optional<PointEdits>& restored_edits, std::optional<ListChanges>& changes);
    void forget() { shown_.reset(), before_.reset(); }

private:
    std::optional<ListSnapshot> shown_, before_;
};

}  // namespace neighborscope
