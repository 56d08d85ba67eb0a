// Rows of the data panel: which rows a search may return.
#include "app/data/points/data_set.hpp"
#include "app/panels/panel.hpp"

#include <algorithm>

namespace neighborscope::panels {
namespace {

constexpr std::string_view class_is = "class=";

Number conditions_field(const Context& context) {
    Number field;
    field.words = true;
    field.value = conditions_text({context.session.where, {}});
    field.change = [&workbench = context.workbench](const std::string& typed, bool merge) -> std::string {
        std::vector<std::string> conditions = conditions_in(typed);
        try {
            for (const std::string& one : conditions) {
                if (const auto data = workbench.drawable().data) check_condition(*data, one);
                else check_condition(one);
            }
        } catch (const Error& error) { return std::string(error.what()) + "; " + error.remedy; }
        workbench.change([&](SessionState& state) { state.where = std::move(conditions); }, merge);
        return {};
    };
    return field;
}

/// Replaces the condition on the class, and keeps the others.
Choice allowed_class_choice(const Context& context) {
    Choice choice;
    choice.items.push_back({"all classes", {}, {}, {}});
    choice.chosen = 0;
    for (const std::string& name : context.view.data.classes) {
        const std::string condition = std::string(class_is) + name;
        if (std::find(context.session.where.begin(), context.session.where.end(), condition) != context.session.where.end())
            choice.chosen = int(choice.items.size());
        choice.items.push_back({name, {}, {}, {}});
    }
    choice.change = [&workbench = context.workbench, classes = context.view.data.classes](int at) {
        workbench.change([&](SessionState& state) {
            std::erase_if(state.where, [](const std::string& one) { return one.starts_with(class_is); });
            if (at > 0) state.where.push_back(std::string(class_is) + classes[std::size_t(at - 1)]);
        });
    };
    return choice;
}

}  // namespace

void add_filter_rows(std::vector<Row>& rows, const Context& context) {
    const DataFacts& data = context.view.data;
    if (!data.loaded) return;
    std::string columns;
    constexpr std::size_t most_named = 8;
    for (std::size_t i = 0; i < std::min(most_named, data.condition_columns.size()); ++i)
        columns += (i == 0 ? "" : ", ") + data.condition_columns[i];
    if (data.condition_columns.size() > most_named) columns += ", \u2026";
    if (!data.classes.empty())
        rows.push_back({"data.where.class", "only class", "Search only among the rows of one class", allowed_class_choice(context)});
    rows.push_back({"data.where", "only rows where",
        "Search only among rows for which this holds, such as row<1000; several are joined by 'and'. Columns: " + columns,
        conditions_field(context)});
    if (data.filter.empty()) return;
    rows.push_back(
        {"data.where.count", "Allowed rows", {}, Text{as_sentence(data.filter), data.allowed == 0 ? Tone::warning : Tone::second}});
    rows.push_back({"data.where.clear", {}, {}, Buttons{{button_of(context.commands, "data.all_rows", "All rows")}}});
}

}  // namespace neighborscope::panels
