#include "app/session/answering/answering_state.hpp"

#include <utility>

namespace neighborscope {

Drawable AnsweringState::drawable() const {
    Drawable drawable;
    const std::shared_ptr<const ResidentPoints>& resident = loading.resident;
    if (const auto& data = loading.data; !resident && data && data->set.count() == 0) {  // nothing to draw, but the mouse has positions
        drawable.data = std::shared_ptr<const DataSet>(data, &data->set);
        drawable.opened = loading.opened;
    }
    if (!resident) return drawable;
    drawable.data = std::shared_ptr<const DataSet>(resident, &resident->data->set);
    drawable.base = resident->base;
    drawable.tick = drawable.data->motion ? resident->tick : 0;
    drawable.projection = loading.projection(*drawable.data);
    drawable.device = resident->device;
    drawable.points = &resident->snapshot.points;
    drawable.data_generation = resident->generation;
    drawable.opened = loading.opened;
    asking.fill(drawable);
    return drawable;
}

bool AnsweringState::busy() const {
    return common.view.moving.seeking || moving.goes_on() || loading.busy() || faces.busy() || asking.busy() || classifying.busy();
}

void AnsweringState::take_results() {
    asking.poll();
    loading.poll();
    faces.refresh();  // for other data
    if (faces.poll()) asking.ask();
    stepping.poll();
    if (moving.poll()) asking.ask();
}

void AnsweringState::classify() {
    classifying.refresh(asking.searching_device());
    classifying.poll();
}

std::optional<ProgressCard> AnsweringState::loading_progress() const {
    return first_of({moving.progress(), loading.progress(), faces.progress()});
}

bool AnsweringState::end_poll(std::optional<ProgressCard> progress) {
    const bool busy = loading.is_busy() || asking.busy();
    if (const auto seconds_behind = loading.seconds_behind(); seconds_behind && *seconds_behind >= progress_card_delay && busy && !progress)
        progress = ProgressCard{"Loading " + now().data, 0, 0, *seconds_behind, ""};  // panels already show the name of these data
    if (loading.hides_progress()) progress.reset();
    if (progress || common.view.progress || busy != common.view.busy) common.touch(Feature::status);
    common.view.progress = std::move(progress);
    common.view.busy = busy;
    if (common.touched) stepping.refresh();
    return std::exchange(common.touched, false);
}

}  // namespace neighborscope
