// Comparing neighbour lists of another program with the truth: the request, the work, and sentences about the result.
#pragma once
#include "app/compare/comparison.hpp"
#include "app/session/points/loaded_data.hpp"
#include "app/session/threads/worker.hpp"

#include <memory>
#include <string>

namespace neighborscope {

struct Comparing;  // app/session/shown/compared_lists.hpp

/// The queries of the lists: every point, or the rows of a file unless `queries_file` is empty. `exclude_self`: a query's own point is not
/// its neighbour. `numbers`: also keep the file's values in float64.
ComparedQueries queries_to_compare(const DataSet&, const std::string& queries_file, bool exclude_self, bool numbers, const Progress&);

/// The lists to compare, and their queries.
struct ListsChoice {
    std::string lists, queries;  ///< files; `queries` "": every point is a query
    bool squared = false;        ///< the distances are squared

    bool operator==(const ListsChoice&) const = default;
};
struct ComparisonRequest {
    ListsChoice choice;
    std::shared_ptr<const LoadedData> base, data;  ///< as loaded; at `tick`
    std::int64_t tick = 0;
    LoadOptions load;  ///< options that the data were loaded with
    Metric metric = Metric::euclidean;
    bool exclude_self = false;
    DeviceKind device = DeviceKind::host;

    bool operator==(const ComparisonRequest& other) const {
        return choice == other.choice && base == other.base && tick == other.tick && metric == other.metric &&
               exclude_self == other.exclude_self;
    }
};

/// Reads the lists and compares them. Errors as compare_lists.
std::shared_ptr<const Comparison> read_and_compare_lists(const ComparisonRequest&, SharedProgress&, const Progress&);

/// Whether the lists treat a query's own point differently from the comparison: they omit it or contain it.
inline bool changes_self(const Comparison& comparison) {
    return comparison.has_cause(Cause::Kind::self_left_out) || comparison.has_cause(Cause::Kind::self_kept);
}
/// "3 of 100 lists are wrong and 2 miss neighbours in lists.csv"
std::string sentence_of(const Comparison&);
/// The same with the common cause of the errors, or why it is not known.
std::string comparison_text(const Comparing&);

}  // namespace neighborscope
