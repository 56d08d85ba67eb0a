#include "app/light/panels.hpp"

#include "app/data/make/parameters.hpp"
#include "app/light/options_form.hpp"
#include "app/light/words.hpp"

#include <imgui.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>

namespace neighborscope {
namespace {

/// A range too long for its line goes on at its dash: thin spaces inside numbers are no places to break at, but ImGui knows none.
std::string broken_at_dash(std::string text) {
    static const std::string dash = " \u2013 ";
    if (ImGui::CalcTextSize(text.c_str()).x > ImGui::GetContentRegionAvail().x)
        if (const auto at = text.find(dash); at != std::string::npos) text.replace(at, dash.size(), " \u2013\n");
    return text;
}

/// A selectable row; greyed with its reason when the command refuses.
void command_row(const Command& command) {
    const auto refusal = command.refuses ? command.refuses() : std::nullopt;
    ImGui::BeginDisabled(refusal.has_value());
    const std::string label = command.title + (refusal ? "  (" + *refusal + ")" : "") + "##" + command.id;
    if (ImGui::Selectable(label.c_str(), command.checked && command.checked())) command.run();
    ImGui::EndDisabled();
    tooltip(refusal ? *refusal : command.help);
}

/// A method under the name that the command line takes; what it is called at length and why it refuses are the tooltip.
void method_row(const Command& command, const std::string& name) {
    const auto refusal = command.refuses ? command.refuses() : std::nullopt;
    ImGui::BeginDisabled(refusal.has_value());
    const std::string why = !refusal ? "" : refusal->starts_with("not built") ? "  (not built)" : "  (not for this)";
    if (ImGui::Selectable((name + why + "##" + command.id).c_str(), command.checked && command.checked())) command.run();
    ImGui::EndDisabled();
    tooltip(command.title + "\n" + (refusal ? *refusal : command.help));
}

}  // namespace

LightLayout LightLayout::of(double width, double height) {
    LightLayout layout;
    layout.width = width;
    layout.height = height;
    if (width < 1400) layout.right = 240;
    if (width < 640) layout.left = layout.right = 0;  // the picture is what matters
    return layout;
}

void LightPanels::draw(const ImGuiLayer& layer, const LightLayout& layout, render::Theme theme) {
    const render::Palette& colours = render::palette(theme);
    const std::pair<ImGuiCol, render::Colour> roles[] = {{ImGuiCol_TableHeaderBg, colours.window}, {ImGuiCol_TableRowBg, colours.base},
        {ImGuiCol_TableRowBgAlt, colours.stripe}, {ImGuiCol_SliderGrab, colours.accent}, {ImGuiCol_SliderGrabActive, colours.accent},
        {ImGuiCol_TextSelectedBg, colours.soft}, {ImGuiCol_NavHighlight, colours.accent}};
    for (const auto& [role, c] : roles) ImGui::PushStyleColor(role, {c.r, c.g, c.b, c.a});
    if (layout.left > 0) form(layer, layout);
    if (layout.right > 0) table(layer, layout, theme);
    if (layout.bottom > 0) status(layout, theme);
    overlay(layer, layout);
    ImGui::PopStyleColor(int(std::size(roles)));
}

void LightPanels::command_button(const char* id, const char* label) {
    const Command* command = commands_.find(id);
    if (!command) return;
    const auto refusal = command->refuses ? command->refuses() : std::nullopt;
    ImGui::BeginDisabled(refusal.has_value());
    if (ImGui::Button(label)) command->run();
    ImGui::EndDisabled();
    tooltip((refusal ? *refusal : command->help) + (command->keys.empty() ? "" : "  " + command->keys));
}

// ---- The form -------------------------------------------------------------------------------------------------------------

void LightPanels::form(const ImGuiLayer& layer, const LightLayout& layout) {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({float(layout.left), float(layout.height - layout.bottom)});
    if (ImGui::Begin("Question", nullptr, panel_flags)) {
        ImGui::PushItemWidth(-1);
        data_section(layer);
        query_section(layer);  // k and the metric are seen without scrolling
        method_section(layer);
        ImGui::PopItemWidth();
    }
    ImGui::End();
}

void LightPanels::data_section(const ImGuiLayer& layer) {
    const ViewModel& view = workbench_.view();
    title(layer, "Data");
    const std::string shown = view.data.loaded ? view.data.name : workbench_.session().data;
    if (ImGui::BeginCombo("##data", shown.c_str(), ImGuiComboFlags_HeightLarge)) {
        for (const Command& command : commands_.all())
            if (command.menu == "Data") command_row(command);
        ImGui::EndCombo();
    }
    command_button("file.open", "Open...");
    ImGui::SameLine();
    if (view.data.has_columns) command_button("data.columns", "Columns...");
    else command_button("data.new_seed", "New seed");
    if (!view.data.loaded) {
        second_text(view.busy ? "Loading..." : "No data. Choose a sample above, open a file, or drop one here.");
        return;
    }
    ImGui::TextUnformatted(view.data.summary.c_str());
    if (!view.data.why.empty()) second_text(view.data.why);
    if (const Command* first = commands_.find("method." + view.data.first_method);
        first && view.data.first_method != workbench_.session().method && !(first->refuses && first->refuses())) {
        if (ImGui::Button(("Try method " + view.data.first_method).c_str())) first->run();
        tooltip("A good first method for these points");
    }
    if (const auto change = options_form(view.data.parameters, given_parameters(workbench_.session().data)))
        workbench_.change_data_parameter(change->name, change->text, true);
    colouring();
    if (!ImGui::CollapsingHeader("Facts and credit")) return;
    for (const auto& [name, value] : view.data.facts) {
        second_text(name);
        ImGui::SameLine(std::max(60.0f, 16 + ImGui::CalcTextSize(name.c_str()).x));
        ImGui::PushTextWrapPos(0);
        ImGui::TextUnformatted(broken_at_dash(value).c_str());
        ImGui::PopTextWrapPos();
    }
    if (!view.data.credit.empty()) second_text(view.data.credit);
}

/// How the points are drawn.
void LightPanels::colouring() {
    const ViewModel& view = workbench_.view();
    if (const std::vector<ColourWay>& ways = view.colouring.ways; ways.size() > 1) {
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted("colour by");
        ImGui::SameLine();
        ImGui::SetNextItemWidth(-1);
        std::optional<std::string> chosen;
        if (ImGui::BeginCombo("##colour_by", ways[view.colouring.shown].title.c_str())) {
            for (std::size_t i = 0; i < ways.size(); ++i)
                if (ImGui::Selectable((ways[i].title + "##" + ways[i].value).c_str(), i == view.colouring.shown)) chosen = ways[i].value;
            ImGui::EndCombo();
        }
        tooltip("What the colours of the points say. Keys C and Shift+C");
        if (chosen) workbench_.change("colour by", [&](SessionState& state) { state.colour_by = *chosen; });
    }
    if (view.tree) {
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted("cells");
        ImGui::SameLine();
        ImGui::SetNextItemWidth(-1);
        if (ImGui::BeginCombo("##cells", std::string(name(workbench_.session().cells)).c_str())) {
            for (const CellsShown shown : all_cells_shown)
                if (const Command* command = commands_.find("view.cells." + std::string(name(shown)))) command_row(*command);
            ImGui::EndCombo();
        }
        tooltip("How the leaves of the method's tree are drawn. Key G");
    }
    if (!view.data.has_network) return;
    bool network = workbench_.session().network;
    if (ImGui::Checkbox("street network", &network)) commands_.run("view.toggle_network");
    if (const Command* command = commands_.find("view.toggle_network")) tooltip(command->help + "  " + command->keys);
}

void LightPanels::method_section(const ImGuiLayer& layer) {
    title(layer, "Method");
    const Method* chosen = nullptr;
    for (const MethodEntry& entry : workbench_.view().methods) {
        const std::string id(entry.method->info.name);
        if (id == workbench_.session().method) chosen = entry.method;
        if (const Command* command = commands_.find("method." + id)) method_row(*command, id);
    }
    if (!chosen) {
        second_text("There is no method \"" + workbench_.session().method + "\".");
        return;
    }
    ImGui::TextWrapped("%s", std::string(chosen->info.title).c_str());
    second_text(std::string(chosen->info.help));
    static const std::map<std::string, std::string> no_options;
    const auto& options = workbench_.session().options;
    const auto typed = options.find(workbench_.session().method);
    if (const auto change = options_form(chosen->info.options, typed == options.end() ? no_options : typed->second))
        workbench_.change(
            "change " + change->name, [&](SessionState& state) { state.options[state.method][change->name] = change->text; }, true);
    if (chosen->info.supports.approximate)
        warning_text("Approximate: it may miss neighbours. Recall is under Exactness.", workbench_.session());
}

void LightPanels::query_section(const ImGuiLayer& layer) {
    const SessionState session = workbench_.session();  // as it is now: changes below put another in its place
    const ViewModel& view = workbench_.view();
    title(layer, "Query");
    const bool pinned = session.query_mode == QueryMode::pinned;
    const Command* pin = commands_.find("query.pin");
    if (ImGui::RadioButton("follow mouse", !pinned) && pinned) pin->run();
    ImGui::SameLine();
    const float pinned_width = ImGui::CalcTextSize("pinned").x + ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x;
    if (ImGui::GetContentRegionAvail().x < pinned_width) ImGui::NewLine();
    if (ImGui::RadioButton("pinned", pinned) && !pinned) pin->run();
    ImGui::TextWrapped("%s", coordinates_text(along_shown(view.query, view), view).c_str());

    int most = view.data.loaded ? int(std::clamp<std::int64_t>(view.data.count, 1, 1 << 20)) : 1024;
    for (const MethodEntry& entry : view.methods)
        if (entry.method->info.name == session.method) most = std::max(1, std::min(most, entry.method->info.supports.k_to));
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("k");
    tooltip("How many neighbours. Keys [ and ]");
    ImGui::SameLine();
    ImGui::PushID("k");
    if (const auto next = slider_and_field(std::int64_t(session.k), SliderScale(1, most, true)))
        workbench_.change(
            "change k", [&](SessionState& state) { state.k = int(std::clamp<std::int64_t>(*next, 1, INT_MAX)); }, true);
    ImGui::PopID();

    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("distance");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-1);
    if (ImGui::BeginCombo("##metric", std::string(name(session.metric)).c_str())) {
        for (const Metric metric : {Metric::euclidean, Metric::manhattan, Metric::chebyshev})
            if (const Command* command = commands_.find("query.metric." + std::string(name(metric)))) command_row(*command);
        ImGui::EndCombo();
    }
    bool exclude = session.exclude_self;
    if (ImGui::Checkbox("leave own point out", &exclude)) commands_.run("query.exclude_self");
    if (const Command* command = commands_.find("query.exclude_self")) tooltip(command->help);
    if (!ImGui::IsAnyMouseDown()) workbench_.end_drag();
}

}  // namespace neighborscope
