// Parameters of a generator for adjusting them: their ranges, their values in a source, and a source with a changed value.
#pragma once
#include "app/data/make/generator.hpp"
#include "gpu/options.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope {

/// Returns the generator of a source such as "hotspots:n=4000"; null if it names none.
const Generator* generator_of(std::string_view source);

/// Returns the adjustable parameters of generated data, in the order in which they are written; empty for other data. Sliders have a
/// practical range; typed values may exceed it. The speed of roads is in the unit of the edges' lengths, up to their sum; its preset is
/// their mean, to four digits. Names of files and of units are not adjustable.
std::vector<OptionSpec> adjustable_parameters(const DataSet&);

/// Returns the parameters that a source gives, in the form of parse_option(): n=2e4 is "20000". Leaves out parameters that the source does
/// not give, and speed=mean; empty if the source names no generator.
std::map<std::string, std::string> given_parameters(std::string_view source);

/// Returns the source with another value of one parameter and all others unchanged. Does not check name or value.
std::string with_parameter(std::string_view source, std::string_view name, std::string_view text);

/// Parses a whole number in usual notation: "20000", "2e4". Returns false if it is not one, or beyond 2^53.
bool whole_number(std::string_view text, std::int64_t& number);

/// Returns the range of n, d, hotspots or seed.
IntegerRange whole_numbers_of(std::string_view parameter);

/// Removes the next "name=value" from `text` and returns it. A comma in the name of a network's file does not end it.
std::string_view next_item(std::string_view& text);

}  // namespace neighborscope
