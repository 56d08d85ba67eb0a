#include "app/data/load/arff/arff_header.hpp"

#include "app/data/load/text_rows.hpp"
#include "gpu/error.hpp"

#include <algorithm>

namespace neighborscope::arff {
namespace {

using namespace text_rows;

constexpr std::size_t most_attributes = 100000;

/// {a, 'b c', d}
std::vector<std::string> read_values(const InputFile& file, const char* p, const char* line) {
    const auto refuse = [&](const char* why) { refuse_line(file, line > p ? p : line - 1, why, "write the values as {a,b,c}"); };
    std::vector<std::string> values;
    for (++p;;) {
        p = skip_blanks(p, line);
        if (p == line) refuse("the values of this attribute have no closing }");
        if (*p == '}') return values;
        if (*p == ',') {
            ++p;
            continue;
        }
        Word word = read_word(p, line, ",}");
        if (word.open) refuse("this quote is never closed");
        values.push_back(std::move(word.text));
    }
}

Attribute read_attribute(const InputFile& file, const char* p, const char* line) {
    const char* first = p;
    const auto refuse = [&](const std::string& why, const char* remedy) { refuse_line(file, first, why, remedy); };
    Attribute attribute;
    if (p == line) refuse("@attribute without a name", "write @attribute name numeric");
    Word name = read_word(p, line, "{");
    if (name.open) refuse("this quote is never closed", "close it");
    attribute.name = std::move(name.text);
    p = skip_blanks(p, line);
    if (p == line) refuse("@attribute " + attribute.name.substr(0, 40) + " without a type", "write @attribute name numeric");
    if (*p == '{') {
        attribute.kind = Attribute::Kind::nominal;
        attribute.values = read_values(file, p, line);
        return attribute;
    }
    const std::string type = read_word(p, line, "").text;
    if (same_word(type, "numeric") || same_word(type, "real") || same_word(type, "integer")) return attribute;
    attribute.kind = Attribute::Kind::text;
    if (!same_word(type, "string") && !same_word(type, "date"))
        refuse("the type '" + type.substr(0, 40) + "' is not known", "there are numeric, real, integer, {a,b}, string and date");
    return attribute;
}

}  // namespace

std::vector<std::string> Header::names() const {
    std::vector<std::string> all;
    for (const Attribute& attribute : attributes) all.push_back(attribute.name);
    return all;
}

Word read_word(const char*& p, const char* line, std::string_view stops) {
    Word word;
    const auto add = [&](char c) { word.text += static_cast<unsigned char>(c) < 32 ? ' ' : c; };
    if (*p == '\'' || *p == '"') {
        const char quote = *p++;
        for (; p < line && *p != quote; ++p) {
            if (*p == '\\' && p + 1 < line) ++p;
            add(*p);
        }
        if (p == line) word.open = true;
        else ++p;
        return word;
    }
    for (; p < line && !is_blank(*p) && stops.find(*p) == std::string_view::npos; ++p) add(*p);
    return word;
}

Header read_header(const InputFile& file) {
    Header header;
    const char *p = file.begin(), *end = file.end();
    while (p < end) {
        const char *line = line_end(p, end), *word = skip_blanks(p, line);
        p = line < end ? line + 1 : end;
        if (word == line || *word == '%') continue;
        const char* after = word;
        while (after < line && !is_blank(*after)) ++after;
        const std::string_view declaration(word, std::size_t(after - word));
        if (same_word(declaration, "@relation")) continue;
        if (same_word(declaration, "@data")) {
            header.data = p;
            break;
        }
        if (!same_word(declaration, "@attribute"))
            refuse_line(file, word, "'" + word_at(word, line) + "' found where @attribute or @data is expected",
                "declare every attribute, then write @data before the rows");
        if (header.attributes.size() == most_attributes)
            refuse_line(file, word, "more than " + std::to_string(most_attributes) + " attributes", "transpose the table");
        header.attributes.push_back(read_attribute(file, skip_blanks(after, line), line));
    }
    if (!header.data)
        throw Error(Failure::input, file.path() + " has no line @data", "write @data before the rows; the file may have been cut");
    if (header.attributes.empty()) throw Error(Failure::input, file.path() + " has no @attribute", "declare the columns before @data");
    return header;
}

}  // namespace neighborscope::arff
