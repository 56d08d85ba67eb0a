// The size of text in percent, and of all that follows it: fonts, margins, icons, rows. It changes while the window is open.
#pragma once

class QScreen;
class QWidget;

namespace neighborscope::desktop {

int text_scale();                        ///< percent
double text_factor();                    ///< the same as a factor
int px(double at_100);                   ///< logical pixels for a size that is given for 100 percent; a size of 1 or more stays at least 1
int largest_text_scale(const QScreen*);  ///< percent, at which a window on this screen has room for its texts; null: no limit
/// Sets the size and the application's font. Widgets that exist are resized by the next call of scale_widgets().
void set_text_scale(int percent);

/// Gives the widget and all its children, with their layouts, the sizes they would have if they were made now. Each remembers the sizes
/// it was made with, so that many changes add up to no rounding error. `before`: the percent they have.
void scale_widgets(QWidget* top, int before);

}  // namespace neighborscope::desktop
