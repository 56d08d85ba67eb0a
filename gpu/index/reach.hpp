// Which rows a search of a graph can reach at all, whatever its settings.
#pragma once
#include "gpu/index/stored_index.hpp"

#include <map>
#include <mutex>
#include <vector>

namespace neighborscope::stored {

/// Rows at level 0 that links lead to from these, themselves included: [rows].
std::vector<bool> reached_from(const StoredIndex&, const std::vector<std::int32_t>& starts);
/// Rows where the descent through the levels can end, over all queries: those that links above level 0 lead to from the entry.
std::vector<std::int32_t> possible_starts(const StoredIndex&);
/// Rows that no search finds: no links lead to them from where the descent can end. Ascending.
std::vector<std::int32_t> unreachable_rows(const StoredIndex&);

/// What can be reached from where the search of one query begins. Most starts reach the same rows, which are kept once. From any thread.
class ReachOfStarts {
public:
    /// The index must outlive this. All links are looked at when reaches() is first called.
    explicit ReachOfStarts(const StoredIndex&);
    bool reaches(std::int32_t start, std::int32_t row);
    bool reached_by_any(std::int32_t row);  ///< whether some search can reach it: it is none of unreachable_rows()

private:
    const std::vector<bool>& from(std::int32_t start);

    const StoredIndex& index_;
    std::vector<bool> from_entry_, to_entry_;
    std::vector<bool> from_any_;
    std::once_flag looked_, looked_for_any_;
    std::mutex mutex_;
    std::map<std::int32_t, std::vector<bool>> others_;
};

}  // namespace neighborscope::stored
