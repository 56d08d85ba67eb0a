#include "app/session/sentences/search_texts.hpp"
#include "app/session/workbench/workbench_state.hpp"

namespace neighborscope {

void TimingControls::freeze(bool keeps) {
    CommonState& common = state_.common;
    common.view.frozen.reset();
    state_.asking.measure_longer(keeps || !state_.race.others().empty());
    const Timings& timings = common.view.timings;
    common.touch(Feature::frozen);
    if (keeps) common.view.frozen = FrozenTimings{search_settings_text(state_.now(), common.view), timings};
    common.show_message(keeps ? "A frozen: " + text_of_duration(timings.total_median) + ", median of " +
                                    text_of_amount(timings.runs, "run", "runs") + "; Ctrl+3 shows the comparison"
                              : "A discarded");
}

void TimingControls::count_work() { state_.asking.measure_longer(true); }

}  // namespace neighborscope
