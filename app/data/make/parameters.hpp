// The parameters of a generator as a person adjusts them: what each may be, what a source says of them, and a source with another value.
#pragma once
#include "app/data/make/generator.hpp"
#include "gpu/options.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope {

/// The generator of a source as typed, "hotspots:n=4000"; null when it names none.
const Generator* generator_of(std::string_view source);

/// What can be adjusted of data that a generator made, in the order in which its parameters are written; empty for other data. Sliders go
/// over what one looks at, typed values may go beyond. The speed of roads is in the lengths of the network's edges, as far as all of them;
/// its preset is their mean, to four digits. Names of files and of units are left out.
std::vector<OptionSpec> adjustable_parameters(const DataSet&);

/// What a source says of its parameters, as parse_option() takes it: n=2e4 is "20000". Those left out are left out here, as is speed=mean;
/// nothing of a source that names no generator.
std::map<std::string, std::string> given_parameters(std::string_view source);

/// The same source with another value of one parameter, all others as they were typed. Without a check of name or value.
std::string with_parameter(std::string_view source, std::string_view name, std::string_view text);

/// A whole number as people write it: "20000", "2e4". False when it is not one, or beyond 2^53.
bool whole_number(std::string_view text, std::int64_t& number);

/// From which to which number n, d, hotspots or seed may be.
IntegerRange whole_numbers_of(std::string_view parameter);

/// The next "name=value" of `text`, taken from it. A comma in the name of a network's file does not end it.
std::string_view next_item(std::string_view& text);

}  // namespace neighborscope
