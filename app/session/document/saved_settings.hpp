// What is kept for the next start, in files of the user's in $XDG_CONFIG_HOME/neighborscope, else below ~/.config: how large text, marks and
// panels of both windows are (view.json), the best that each device was seen to do (ceilings.json), and what methods cost (costs.txt). Others
// keep files there, too (kept_files.hpp).
// A file that cannot be read is ignored.
#pragma once
#include "gpu/device/ceilings.hpp"

#include <string>

namespace neighborscope {

/// Whether a folder for what is kept is known: HOME or XDG_CONFIG_HOME names one.
bool has_kept_folder();

inline constexpr int scales[] = {100, 125, 150, 175, 200};  ///< percent

/// The largest of scales, `percent` at most, at which a screen or a window of so many pixels at 100 percent has room for texts in full.
int fitting_scale(int percent, double width, double height);
/// Percent, one of scales; 100 when none was kept, or what was kept cannot be read.
int saved_scale();
/// Error when it cannot be written.
void save_scale(int percent);

/// Keeps what is measured (gpu/device/ceilings.hpp) for the next start, for each device by its name and its driver or threads: on another
/// machine the same home may be mounted. Where it cannot be written nothing is kept.
CeilingsStore saved_ceilings();

/// Loads the measured costs of methods on this machine for `auto`. Returns a warning if the file exists but cannot be
/// read, else "".
std::string load_costs();
/// As `neighborscope bench regimes` found it, in the place of what was kept of the same devices. Error when it cannot be written.
void save_costs(const std::string& text);

}  // namespace neighborscope
