#include "app/light/panels.hpp"

#include "app/light/words.hpp"

#include <imgui.h>

#include <algorithm>
#include <bit>
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

/// A slider with its value beside it, to read and to type into. Whether the value changed.
bool slider_and_field(ImGuiDataType type, void* value, const void* from, const void* to, const char* format, ImGuiSliderFlags flags) {
    constexpr float field = 72;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - field - ImGui::GetStyle().ItemSpacing.x);
    bool changed = ImGui::SliderScalar("##slider", type, value, from, to, "", flags | ImGuiSliderFlags_NoInput);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(field);
    if (ImGui::InputScalar("##value", type, value, nullptr, nullptr, format)) changed = true;
    return changed;
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
    status(layout, theme);
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
    options_section(*chosen);
    if (chosen->info.supports.approximate)
        warning_text("Approximate: it may miss neighbours. Recall is under Exactness.", workbench_.session());
}

void LightPanels::options_section(const Method& method) {
    const std::string name(method.info.name);
    std::map<std::string, std::string> typed;
    if (const auto found = workbench_.session().options.find(name); found != workbench_.session().options.end()) typed = found->second;
    for (const OptionSpec& option : method.info.options) {
        const std::string id(option.name);
        OptionValue value = option.preset;
        if (const auto found = typed.find(id); found != typed.end()) {
            try {
                value = parse_option(option, found->second);
            } catch (const Error&) {  // a session may hold anything; the error card says so, the form shows the preset
            }
        }
        ImGui::PushID(id.c_str());
        std::optional<std::string> next;
        if (std::holds_alternative<Flag>(option.domain)) {
            bool on = std::get<bool>(value);
            if (ImGui::Checkbox(id.c_str(), &on)) next = on ? "on" : "off";
        } else {
            ImGui::TextUnformatted(id.c_str());
        }
        if (const auto* range = std::get_if<IntegerRange>(&option.domain)) {
            std::int64_t number = std::get<std::int64_t>(value);
            if (range->powers_of_two) {  // the slider moves over exponents
                int power = std::bit_width(std::uint64_t(std::max<std::int64_t>(1, number))) - 1;
                const int from = std::bit_width(std::uint64_t(std::max<std::int64_t>(1, range->from))) - 1,
                          to = std::bit_width(std::uint64_t(std::max<std::int64_t>(1, range->to))) - 1;
                ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - 80);
                if (ImGui::SliderInt("##value", &power, from, to, "", ImGuiSliderFlags_NoInput))
                    next = std::to_string(std::int64_t(1) << power);
                ImGui::SameLine();
                ImGui::TextUnformatted(text_of_count(number).c_str());
            } else {
                const ImGuiSliderFlags flags =
                    ImGuiSliderFlags_AlwaysClamp | (range->from > 0 && range->to / range->from > 100 ? ImGuiSliderFlags_Logarithmic : 0);
                if (slider_and_field(ImGuiDataType_S64, &number, &range->from, &range->to, nullptr, flags))
                    next = std::to_string(std::clamp(number, range->from, range->to));
            }
        } else if (const auto* real = std::get_if<RealRange>(&option.domain)) {
            double number = std::get<double>(value);
            if (slider_and_field(ImGuiDataType_Double, &number, &real->from, &real->to, "%.4g", ImGuiSliderFlags_AlwaysClamp))
                next = to_text(OptionValue(std::clamp(number, real->from, real->to)));
        } else if (const auto* choice = std::get_if<Choice>(&option.domain)) {
            const std::string& now = std::get<std::string>(value);
            if (ImGui::BeginCombo("##value", now.c_str())) {
                for (const std::string_view one : choice->names)
                    if (ImGui::Selectable(std::string(one).c_str(), one == now)) next = std::string(one);
                ImGui::EndCombo();
            }
        }
        tooltip(std::string(option.help) + " (" + describe_domain(option) + ")");
        ImGui::PopID();
        if (next)
            workbench_.change(
                "change " + id, [&](SessionState& state) { state.options[name][id] = *next; }, true);
    }
}

void LightPanels::query_section(const ImGuiLayer& layer) {
    const SessionState& session = workbench_.session();
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
    int k = session.k;
    const int least = 1;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("k");
    tooltip("How many neighbours. Keys [ and ]");
    ImGui::SameLine();
    ImGui::PushID("k");
    if (slider_and_field(ImGuiDataType_S32, &k, &least, &most, "%d", ImGuiSliderFlags_Logarithmic))
        workbench_.change(
            "change k", [&](SessionState& state) { state.k = std::max(1, k); }, true);
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
