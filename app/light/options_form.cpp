#include "app/light/options_form.hpp"

#include "app/light/words.hpp"
#include "gpu/error.hpp"

#include <imgui.h>

#include <algorithm>
#include <charconv>

namespace neighborscope {
namespace {

constexpr float field_width = 72;

/// Where the slider was moved to.
std::optional<double> slid(double value, const SliderScale& scale) {
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - field_width - ImGui::GetStyle().ItemSpacing.x);
    int at = scale.position(value);
    const bool moved = ImGui::SliderInt("##slider", &at, 0, SliderScale::steps, "", ImGuiSliderFlags_NoInput);
    ImGui::SameLine();
    if (!moved || at == scale.position(value)) return std::nullopt;
    return scale.value(at);
}

/// A text as a number, even one that is outside the option's domain: a session or a source may say anything.
template <class Number>
Number number_of(const std::string& text, Number otherwise) {
    Number number = otherwise;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? number : otherwise;
}

std::optional<std::string> whole_number_control(const OptionSpec& option, const IntegerRange& range, const std::string& text) {
    const std::int64_t number = number_of(text, std::get<std::int64_t>(option.preset));
    const auto scale = SliderScale::of(option);
    if (range.powers_of_two && scale) {  // which people do not type
        const auto at = slid(double(number), *scale);
        ImGui::TextUnformatted(text_of_count(number).c_str());
        return at ? std::optional(std::to_string(std::int64_t(*at))) : std::nullopt;
    }
    const auto next = slider_and_field(number, scale);
    return next ? std::optional(std::to_string(std::clamp(*next, range.from, range.to))) : std::nullopt;
}

std::optional<std::string> number_control(const OptionSpec& option, const RealRange& range, const std::string& text) {
    const auto next = slider_and_field(number_of(text, std::get<double>(option.preset)), SliderScale::of(option));
    return next ? std::optional(to_text(OptionValue(std::clamp(*next, range.from, range.to)))) : std::nullopt;
}

std::optional<std::string> choice_control(const Choice& choice, const std::string& text) {
    std::optional<std::string> next;
    if (!ImGui::BeginCombo("##value", text.c_str())) return next;
    for (const std::string_view one : choice.names)
        if (ImGui::Selectable(std::string(one).c_str(), one == text)) next = std::string(one);
    ImGui::EndCombo();
    return next;
}

std::optional<std::string> control(const OptionSpec& option, const std::string& text) {
    const std::string name(option.name);
    if (std::holds_alternative<Flag>(option.domain)) {
        bool on = text == "on" || text == "true" || text == "1";
        return ImGui::Checkbox(name.c_str(), &on) ? std::optional<std::string>(on ? "on" : "off") : std::nullopt;
    }
    const bool has_slider = SliderScale::of(option).has_value();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(name.c_str());
    tooltip(std::string(option.help) + " (" + describe_domain(option) + ")");
    if (!has_slider && !std::holds_alternative<Choice>(option.domain))  // a field alone stands beside its name
        ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - field_width);
    if (const auto* whole = std::get_if<IntegerRange>(&option.domain)) return whole_number_control(option, *whole, text);
    if (const auto* real = std::get_if<RealRange>(&option.domain)) return number_control(option, *real, text);
    return choice_control(std::get<Choice>(option.domain), text);
}

}  // namespace

std::optional<std::int64_t> slider_and_field(std::int64_t value, const std::optional<SliderScale>& scale) {
    std::optional<std::int64_t> next;
    if (scale)
        if (const auto at = slid(double(value), *scale)) next = std::int64_t(*at);
    ImGui::SetNextItemWidth(field_width);
    if (ImGui::InputScalar("##value", ImGuiDataType_S64, &value)) next = value;
    return next;
}

std::optional<double> slider_and_field(double value, const std::optional<SliderScale>& scale) {
    std::optional<double> next;
    if (scale) next = slid(value, *scale);
    ImGui::SetNextItemWidth(field_width);
    if (ImGui::InputDouble("##value", &value, 0, 0, "%.6g")) next = value;
    return next;
}

std::optional<OptionChange> options_form(std::span<const OptionSpec> options, const std::map<std::string, std::string>& chosen) {
    std::optional<OptionChange> change;
    for (const OptionSpec& option : options) {
        const std::string name(option.name);
        const auto found = chosen.find(name);
        ImGui::PushID(name.c_str());
        const auto next = control(option, found != chosen.end() ? found->second : to_text(option.preset));
        tooltip(std::string(option.help) + " (" + describe_domain(option) + ")");
        ImGui::PopID();
        if (next) change = OptionChange{name, *next};
    }
    return change;
}

}  // namespace neighborscope
