// The title of the picture, as a sheet with one field.
#include "app/panels/sheets.hpp"
#include "app/session/document/seen_fields.hpp"

namespace neighborscope::panels {

Sheet title_sheet(Workbench& workbench) {
    return [&workbench] {
        Panel panel{"title", "Title of the picture", {}, {}, {}};
        Number field;
        field.words = true;
        field.value = workbench.session().title;
        field.change = [&workbench](const std::string& typed, bool merge) -> std::string {
            try {
                check_title(typed);
            } catch (const Error& why) { return why.what(); }
            if (typed != workbench.session().title) workbench.change([&](SessionState& state) { state.title = typed; }, merge);
            return {};
        };
        panel.rows.push_back(
            {"title.text", "title", "A line above the picture, also the title of the window; empty for none", std::move(field)});
        panel.rows.push_back({"title.buttons", {}, {}, Buttons{{close_button()}}});
        return panel;
    };
}

}  // namespace neighborscope::panels
