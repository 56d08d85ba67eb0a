// The header of an ARFF file.
#pragma once
#include "app/data/load/input_file.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::arff {

struct Attribute {
    std::string name;
    enum class Kind { number, nominal, text } kind = Kind::number;
    std::vector<std::string> values;  ///< for a nominal attribute
};

struct Header {
    std::vector<Attribute> attributes;
    const char* data = nullptr;  ///< the line after @data
    std::vector<std::string> names() const;
};

/// A value or name: in quotes ' or ", with \ before an inner quote, or up to a blank or one of `stops`.
struct Word {
    std::string text;
    bool open = false;  ///< the quote is not closed on this line
};
/// Reads the word at `p`, which is not blank, and moves `p` behind it.
Word read_word(const char*& p, const char* line, std::string_view stops);

/// Input Errors with the line: no @data, no @attribute, an unknown type or declaration.
Header read_header(const InputFile&);

}  // namespace neighborscope::arff
