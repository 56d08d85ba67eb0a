#include "app/session/shown/view_model.hpp"

#include "app/data/points/data_set.hpp"
#include "app/inspect/graph_rows.hpp"

#include <algorithm>

namespace neighborscope {

std::string ViewModel::sentence() const {
    if (error) return error->remedy.empty() ? error->title : error->title + "; " + error->remedy;
    return progress ? progress->title + ", " + text_of_progress(*progress) : message;
}

const char* ViewModel::no_components() const {
    if (pictures && pictures->gallery) return "the coordinates of a gallery are already principal components";
    return "no principal components were found: all points are equal, or memory is short";
}

const MethodInfo* ViewModel::info_of(const std::string& method) const {
    for (const MethodEntry& entry : methods)
        if (entry.method && entry.method->info.name == method) return &entry.method->info;
    return nullptr;
}

std::string ViewModel::title_of(const MethodInfo& info) const {
    return info.supports.own_index && !data.own_title.empty() ? data.own_title : std::string(info.title);
}

int ViewModel::level_shown(int of_document) const {
    if (!graph || of_document < 0) return -1;
    const int searched = stepping.ready ? stepping.walk.level : -1;
    return std::min(searched >= 0 ? searched : of_document, graph->top_level());
}

std::vector<OptionSpec> ViewModel::options_of(const MethodInfo& info) const {
    std::vector<OptionSpec> options = info.options;
    if (!info.supports.own_index || data.own_title.empty()) return options;
    std::erase_if(options, [&](const OptionSpec& option) { return option.name != data.own_option; });
    for (OptionSpec& option : options)
        if (auto* const range = std::get_if<IntegerRange>(&option.domain); range && data.own_most > 0) {
            range->to = std::min(range->to, data.own_most);
            if (option.slider) option.slider->to = std::min(option.slider->to, double(range->to));
        }
    return options;
}

}  // namespace neighborscope
