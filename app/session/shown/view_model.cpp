#include "app/session/shown/view_model.hpp"

#include "app/data/points/data_set.hpp"

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

std::vector<OptionSpec> ViewModel::options_of(const MethodInfo& info) const {
    std::vector<OptionSpec> options = info.options;
    if (info.supports.own_index && !data.own_title.empty())
        std::erase_if(options, [&](const OptionSpec& option) { return option.name != data.own_option; });
    return options;
}

}  // namespace neighborscope
