#include "app/session/points/loaded_data.hpp"

#include "app/data/index_files/index_points.hpp"
#include "app/data/points/extent.hpp"

namespace neighborscope {
namespace {

LoadedData loaded_data_of(DataSet set, const Progress& progress) {
    LoadedData loaded;
    loaded.set = std::move(set);
    const DataSet& data = loaded.set;
    const Extent box = extent_of(data, progress);
    for (std::size_t axis = 0; axis < box.low.size(); ++axis) {
        loaded.low.push_back(data.origin[axis] + double(box.low[axis]));
        loaded.high.push_back(data.origin[axis] + double(box.high[axis]));
    }
    loaded.rounding = rounding_text(data);
    loaded.middle_row = middle_row(data, box, progress);
    if (data.own_index && !data.own_index_is_old) loaded.graph = inspect::graph_rows(data.own_index, progress);
    return loaded;
}

}  // namespace

std::shared_ptr<const LoadedData> Loader::load(const DataChoice& choice, SharedProgress& card, const Progress& progress) {
    card.begin("Loading " + choice.source, "");
    const PointEdits& edits = choice.options.edits;
    const DataChoice plain = without_edits(choice);
    if (force_reload_.exchange(false) || !unedited_ || plain != choice_) {
        unedited_.reset();  // frees memory first
        choice_ = plain;
        DataSet read = load_data(choice.source, plain.options, progress);
        if (!choice.index.empty()) {
            index_files::attach_index(read, choice.index);
            read.hash = hash_of(read, progress);  // of the links, too
        }
        LoadedData loaded = loaded_data_of(std::move(read), progress);
        if (!loaded.set.gallery) loaded.set.plane = principal_plane(loaded.set, progress);
        unedited_ = std::make_shared<const LoadedData>(std::move(loaded));
    }
    const RowConditions& only = choice.options.only;
    if (edits.empty() && only.empty()) return unedited_;
    LoadedData edited = *unedited_;
    if (!edits.empty()) {
        DataSet changed = std::move(edited.set);
        apply_edits(changed, edits);
        edited = loaded_data_of(std::move(changed), progress);
        edited.edits = edits;
    }
    filter_rows(edited.set, only, first_new_row(unedited_->set), progress);
    edited.unedited = unedited_;
    return std::make_shared<const LoadedData>(std::move(edited));
}

}  // namespace neighborscope
