// Settings that are saved for the next start, in files in $XDG_CONFIG_HOME/neighborscope, else in ~/.config/neighborscope: the size of text,
// marks and panels in both windows (view.json), the highest rates measured on each device (ceilings.json), and the costs of methods
// (costs.txt). More files are there: recent_files.hpp, last_session.hpp, saved_window.hpp, saved_cards.hpp. A file that cannot be read is ignored.
#pragma once
#include "gpu/device/ceilings.hpp"

#include <string>

namespace neighborscope {

/// Whether there can be a folder for settings: HOME names one that exists, or XDG_CONFIG_HOME one in a folder that exists.
bool has_settings_folder();

inline constexpr int scales[] = {80, 90, 100, 125, 150, 175, 200};  ///< percent

/// Of a window in logical pixels, at any size of text: room for one dock and a picture as wide.
inline constexpr int least_window_width = 600, least_window_height = 360;
/// The largest of `scales` up to `percent` at which a window fits all texts. `width` and `height`: its size in pixels at 100 percent.
int fitting_scale(int percent, double width, double height);
/// Percent, one of `scales`; 100 if none was saved, or the file cannot be read.
int saved_scale();
/// Error if it cannot be written.
void save_scale(int percent);

/// A store for measured peak rates (gpu/device/ceilings.hpp). It identifies a device by its name and its driver or threads, since several
/// machines may share a home directory. Saves nothing if the file cannot be written.
CeilingsStore saved_ceilings();

/// Loads the measured costs of methods on this machine for `auto`. Returns a warning if the file exists but cannot be read, else "".
std::string load_costs();
/// Saves costs measured by `neighborscope bench regimes`, and replaces those of the same devices. Error if they cannot be written.
void save_costs(const std::string& text);

}  // namespace neighborscope
