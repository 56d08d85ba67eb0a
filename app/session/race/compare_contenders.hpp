// Finds out how the neighbours of a compared method differ from those of A, and why.
#pragma once
#include "app/session/shown/view_model.hpp"

namespace neighborscope {

/// Compares the lists of two contenders. `same_metric`: their distances can be compared.
ListDifference list_difference(const ViewModel& first, const ViewModel& other, bool same_metric);

}  // namespace neighborscope
