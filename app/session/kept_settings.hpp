// What both windows keep for the next start, in files of the user's in $XDG_CONFIG_HOME/neighborscope, else below ~/.config: how large text,
// marks and panels are (view.json), the best that this processor was seen to do (ceilings.json), and what methods cost (costs.txt).
#pragma once
#include <string>

namespace neighborscope {

inline constexpr int scales[] = {100, 125, 150, 175, 200};  ///< percent

/// The largest of scales, `percent` at most, at which a screen or a window of so many pixels at 100 percent has room for texts in full.
int fitting_scale(int percent, double width, double height);
/// Percent, one of scales; 100 when none was kept, or what was kept cannot be read.
int kept_scale();
/// Error when it cannot be written.
void keep_scale(int percent);

/// The best of earlier starts on this processor counts as seen (gpu/device/ceilings.hpp); nothing where none was kept, or it cannot be read.
void recall_ceilings();
/// What methods cost on devices of this machine counts in the choices of `auto`; nothing where none was kept, or it cannot be read.
void recall_costs();
/// As `neighborscope bench regimes` found it, in the place of what was kept of the same devices. Error when it cannot be written.
void keep_costs(const std::string& text);

/// The best seen by now; nothing where none was measured, or it cannot be written.
void keep_ceilings();

}  // namespace neighborscope
