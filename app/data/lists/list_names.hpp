// What programs name the parts of lists: arrays of NPZ and HDF5, columns of tables, keys of JSON.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::lists {

enum class ListPart { none, query, rank, index, distance };

struct NamedListPart {
    ListPart part = ListPart::none;
    int doubt = 0;  ///< of several names for a part the one with the least doubt is meant: "neighbor_id" 0, "index" 1, "id" 2, "labels" 3
};

/// Letters of either case, with or without '_', '-', '.' and blanks: "Neighbor_ID", "knn_indices", "D".
NamedListPart list_part_named(std::string_view name);

/// The place of the name that means this part with the least doubt, the first of equal ones; -1: none does.
int place_of(ListPart, const std::vector<std::string>& names);

/// Whether an array or a key of this name holds points: such a file is no file of lists.
bool names_points(std::string_view name);

}  // namespace neighborscope::lists
