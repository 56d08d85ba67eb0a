// The roofline of the answer in sentences: the longest phase, the lower bound of its time, what limits it, and why it takes longer.
#include "app/charts/roofline.hpp"
#include "app/panels/panel.hpp"

namespace neighborscope::panels {

Panel roofline_panel(const Context& context) {
    const ViewModel& view = context.view;
    Panel panel{"roofline", "Least times", {}, {}, {}};
    panel.actions = {button_of(context.commands, "timings.freeze", view.frozen ? "Release A" : "Freeze as A")};
    panel.shown = context.session.chart == ChartShown::roofline;
    if (!panel.shown) return panel;
    const std::vector<std::string> sentences = charts::roofline_sentences(view);
    for (std::size_t i = 0; i < sentences.size(); ++i)
        panel.rows.push_back({"roofline.told." + std::to_string(i), {}, {}, Text{sentences[i], i == 0 ? Tone::normal : Tone::second}});
    if (sentences.empty())
        panel.rows.push_back({"roofline.none", {}, {},
            Text{"No phases are measured yet. They are measured after the query has been answered a few times.", Tone::second}});
    return panel;
}

}  // namespace neighborscope::panels
