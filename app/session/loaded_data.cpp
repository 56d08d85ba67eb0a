#include "app/session/loaded_data.hpp"

#include "app/data/extent.hpp"

namespace neighborscope {
namespace {

LoadedData look_over(DataSet set, const Progress& progress) {
    LoadedData loaded;
    loaded.set = std::move(set);
    const DataSet& data = loaded.set;
    const Extent box = extent_of(data, progress);
    for (std::size_t axis = 0; axis < box.low.size(); ++axis) {
        loaded.low.push_back(data.origin[axis] + double(box.low[axis]));
        loaded.high.push_back(data.origin[axis] + double(box.high[axis]));
    }
    loaded.middle_row = middle_row(data, box, progress);
    return loaded;
}

}  // namespace

std::shared_ptr<const LoadedData> load_choice(const DataChoice& choice, SharedProgress& card, const Progress& progress) {
    card.begin("Loading " + choice.source, "");
    LoadedData loaded = look_over(load_data(choice.source, choice.options, progress), progress);
    if (!loaded.set.gallery) loaded.set.plane = principal_plane(loaded.set, progress);
    return std::make_shared<const LoadedData>(std::move(loaded));
}

}  // namespace neighborscope
