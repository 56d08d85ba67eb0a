// The presentation mode: what the window shows, enlarged, with facts at the top and a sentence at the bottom. Of the instruments it keeps
// the legend, the polar view and, while a search is stepped through, the bound chart and the visited leaves; without leaves the timeline,
// the pseudo-code and the acting heap or list. Only for app/instruments.
#pragma once
#include "app/instruments/overlay/instruments.hpp"

namespace neighborscope {

inline constexpr double presented_charts = 1.4;  ///< additional enlargement of charts, whose texts are small

/// What stands beside the picture.
struct PresenterLayout {
    render::Rectangle free{0, 0, 0, 0};   ///< the area that all others leave to the picture
    render::Rectangle chart{0, 0, 0, 0};  ///< of the bound chart; no width: none
    render::Rectangle polar{0, 0, 0, 0};  ///< of the polar view; no width: none
    StepLayout steps;                     ///< of timeline, pseudo-code and structure; no width: none
    PresenterStrips strips{0, 0};
    float pictures = 0;  ///< height of the strip of pictures above the words; 0: none
    bool legend = false, legend_folded = false, polar_folded = false;
    StepFolds step_folds;  ///< of the bound chart
    float legend_top = 0;
    LegendParts legend_parts;
};
/// Without room, these are left out.
PresenterLayout presenter_layout(const InstrumentFrame&);
/// Draws up to five facts, the sentence of the step or of the result, its exactness, and the visited leaves as buttons; legend,
/// bound chart and polar view, which fold with a click on their titles.
void draw_presenter(const InstrumentFrame&, const PresenterLayout&, int selected_rank);

}  // namespace neighborscope
