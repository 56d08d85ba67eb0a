// Comparing the neighbour lists of another program in a window: the request, and the sentences about its progress and result.
#pragma once
#include "app/compare/comparison.hpp"
#include "app/session/points/loaded_data.hpp"
#include "app/session/threads/worker.hpp"

#include <memory>
#include <string>

namespace neighborscope {

struct Comparing;  // app/session/shown/compared_lists.hpp

/// Of every point, or of the rows of a file (`queries_file` not empty); with `exclude_self` without the point each stands on; with `numbers`
/// as that file has them in float64, too.
ComparedQueries queries_to_compare(const DataSet&, const std::string& queries_file, bool exclude_self, bool numbers, const Progress&);

/// Which lists are compared with what.
struct ListsChoice {
    std::string lists, queries;  ///< files; `queries` "": every point is a query
    bool squared = false;        ///< the distances are squared

    bool operator==(const ListsChoice&) const = default;
};
struct ComparisonRequest {
    ListsChoice choice;
    std::shared_ptr<const LoadedData> base, data;  ///< as they were loaded, as they are at `tick`
    std::int64_t tick = 0;
    LoadOptions load;  ///< as the data were loaded
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

/// They leave each point itself out, or have it, other than what is compared with.
inline bool changes_self(const Comparison& comparison) {
    return comparison.has_cause(Cause::Kind::self_left_out) || comparison.has_cause(Cause::Kind::self_kept);
}
/// "3 of 100 lists are wrong and 2 miss neighbours in lists.csv"
std::string sentence_of(const Comparison&);
/// The same with what the faults have in common; or why that is not known.
std::string comparison_text(const Comparing&);

}  // namespace neighborscope
