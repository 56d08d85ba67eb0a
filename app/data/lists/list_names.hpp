// The names that programs give to the parts of lists: arrays of NPZ and HDF5, columns of tables, keys of JSON.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::lists {

enum class ListPart { none, query, rank, index, distance };

struct NamedListPart {
    ListPart part = ListPart::none;
    int doubt = 0;  ///< of several names for a part, the one with the least doubt is taken: "neighbor_id" 0, "index" 1, "id" 2, "labels" 3
};

/// Recognises a name; ignores case, '_', '-', '.' and blanks: "Neighbor_ID", "knn_indices", "D".
NamedListPart list_part_named(std::string_view name);

/// Returns the place of the name of this part with the least doubt, the first of equal ones; -1 if there is none.
int place_of(ListPart, const std::vector<std::string>& names);

/// Whether an array or a key of this name holds points, so that the file is not one of lists.
bool names_points(std::string_view name);

}  // namespace neighborscope::lists
