// The votes of the neighbours as a bar, for the panel of classes and the presentation mode.
#pragma once
#include "app/panels/panel.hpp"

namespace neighborscope::panels {

/// Each part is the vote of one neighbour, nearest first, in the colour of its class. No parts: there are no votes.
StackedBar votes_bar(const ViewModel&, Voting);

}  // namespace neighborscope::panels
