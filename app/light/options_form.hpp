// The light window's form of options, of a method or of data that a generator made, built from their descriptions alone.
#pragma once
#include "app/session/slider_scale.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>

namespace neighborscope {

/// What a person chose in a form: an option, and its value as typed.
struct OptionChange {
    std::string name, text;
};

/// Draws a control for each option into the current window. `chosen`: option -> text as typed; the preset where there is none.
std::optional<OptionChange> options_form(std::span<const OptionSpec>, const std::map<std::string, std::string>& chosen);

/// A slider with its value beside it, to read and to type into; without a scale the field alone. The value a person chose, if any, which
/// may lie beyond the scale when it was typed.
std::optional<std::int64_t> slider_and_field(std::int64_t value, const std::optional<SliderScale>&);
std::optional<double> slider_and_field(double value, const std::optional<SliderScale>&);

}  // namespace neighborscope
