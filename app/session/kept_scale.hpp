// How large text, marks and panels of the windows are: the one setting that both windows keep, in a file of the user's.
#pragma once

namespace neighborscope {

inline constexpr int scales[] = {100, 125, 150, 175, 200};  ///< percent

/// Percent, one of scales; 100 when none was kept, or what was kept cannot be read.
int kept_scale();
/// In $XDG_CONFIG_HOME/neighborscope/view.json, else below ~/.config. Error when it cannot be written.
void keep_scale(int percent);

}  // namespace neighborscope
