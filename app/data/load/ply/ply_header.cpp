#include "app/data/load/ply/ply_header.hpp"

#include "app/data/load/text_rows.hpp"
#include "app/data/load/words.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <string_view>

namespace neighborscope::ply {
namespace {

constexpr std::size_t most_properties = 100000;  // the largest number of columns of a table, so that any table can be written

struct TypeName {
    std::string_view name;
    Scalar type;
};
constexpr TypeName type_names[] = {
    {"char", Scalar::i1},
    {"uchar", Scalar::u1},
    {"short", Scalar::i2},
    {"ushort", Scalar::u2},
    {"int", Scalar::i4},
    {"uint", Scalar::u4},
    {"float", Scalar::f4},
    {"double", Scalar::f8},
    {"int8", Scalar::i1},
    {"uint8", Scalar::u1},
    {"int16", Scalar::i2},
    {"uint16", Scalar::u2},
    {"int32", Scalar::i4},
    {"uint32", Scalar::u4},
    {"int64", Scalar::i8},
    {"uint64", Scalar::u8},
    {"float32", Scalar::f4},
    {"float64", Scalar::f8},
    {"bool", Scalar::u1},
};

/// Reads a header line by line; messages name the line.
class HeaderReader {
public:
    explicit HeaderReader(const InputFile& file) : file_(file), next_(file.begin()) {}

    Header read() {
        if (!next_line() || line_ != "ply") refuse("a PLY file begins with the line 'ply'", "save it as PLY again");
        bool format = false;
        for (;;) {
            if (!next_line()) refuse("the header has no line end_header", "the file is cut short or damaged: save it again");
            const std::string_view word = take();
            if (word == "comment") read_comment();
            if (word.empty() || word == "comment" || word == "obj_info") continue;
            if (word == "end_header") break;
            if (word == "format") read_format(), format = true;
            else if (word == "element") read_element();
            else if (word == "property") read_property();
            else refuse(quoted(word) + " is no word of a PLY header", "the words are format, comment, element, property and end_header");
        }
        if (!format) refuse("the header has no line 'format'", "add 'format ascii 1.0', or save the file again");
        header_.data_offset = std::size_t(next_ - file_.begin());
        const auto vertex =
            std::find_if(header_.elements.begin(), header_.elements.end(), [](const Element& element) { return element.name == "vertex"; });
        if (vertex == header_.elements.end())
            throw Error(Failure::input, file_.path() + ": the header has no element vertex, so there are no points",
                "name a file that holds points");
        if (vertex->count == 0)
            throw Error(
                Failure::input, file_.path() + " holds no points: its header says element vertex 0", "name a file with at least one point");
        header_.vertex = std::size_t(vertex - header_.elements.begin());
        return std::move(header_);
    }

private:
    bool next_line() {
        if (next_ == file_.end()) return false;
        line_begin_ = next_;
        const char* end = text_rows::line_end(next_, file_.end());
        next_ = end < file_.end() ? end + 1 : end;
        line_ = {line_begin_, std::size_t(end - line_begin_)};
        while (!line_.empty() && text_rows::is_blank(line_.back())) line_.remove_suffix(1);
        if (line_.find('\r') != std::string_view::npos)
            refuse("lines of the header end in CR alone",
                "write its header with line feeds, for example with tr '\\r' '\\n' when it is ascii");
        return true;
    }

    /// Returns the next word of the line, "" at its end.
    std::string_view take() {
        while (!line_.empty() && text_rows::is_blank(line_.front())) line_.remove_prefix(1);
        const std::string_view word = line_.substr(0, line_.find_first_of(" \t"));
        line_.remove_prefix(word.size());
        return word;
    }

    void read_format() {
        const std::string_view encoding = take(), version = take();
        if (encoding == "ascii") header_.encoding = Encoding::ascii;
        else if (encoding == "binary_little_endian") header_.encoding = Encoding::little_endian;
        else if (encoding == "binary_big_endian") header_.encoding = Encoding::big_endian;
        else refuse("the format " + quoted(encoding) + " is unknown", "there are ascii, binary_little_endian and binary_big_endian");
        if (version != "1.0") refuse("version " + quoted(version) + " of PLY is unknown", "save it as version 1.0");
    }

    /// Reads "kind 0 oak", with numbers ascending from 0 without a gap; skips any other comment.
    void read_comment() {
        const std::string_view property = take(), number = take();
        if (line_.size() < 2) return;
        std::size_t place = 0;
        if (!read_whole(number, place)) return;
        const auto known = header_.words.find(property);
        if (place != (known == header_.words.end() ? 0 : known->second.size())) return;
        std::string scratch;
        std::vector<std::string>& words = known == header_.words.end() ? header_.words[std::string(property)] : known->second;
        words.emplace_back(clean_word(line_.substr(1), scratch));
    }

    void read_element() {
        Element element;
        element.name = take();
        const std::string_view count = take();
        if (!read_whole(count, element.count) || !take().empty())
            refuse("the count " + quoted(count) + " of element " + quoted(element.name) + " is no number of items", "correct the header");
        if (element.name == "vertex") {
            if (have_vertex_) refuse("a second element vertex", "save one cloud in a file");
            have_vertex_ = true;
        }
        header_.elements.push_back(std::move(element));
        names_.clear();
    }

    void read_property() {
        if (header_.elements.empty()) refuse("a property before any element", "correct the header");
        Property property;
        std::string_view type = take();
        if (type == "list") {
            property.list = true;
            property.count_type = type_of(take());
            if (property.count_type == Scalar::f4 || property.count_type == Scalar::f8)
                refuse("the length of a list is of a type with fractions", "correct the header");
            type = take();
        }
        property.type = type_of(type);
        property.name = take();
        if (property.name.empty() || !take().empty())
            refuse("a property is 'property TYPE NAME' or 'property list TYPE TYPE NAME'", "correct the header");
        property.name = names_.name(property.name);
        std::vector<Property>& properties = header_.elements.back().properties;
        if (properties.size() == most_properties)
            refuse("more than " + std::to_string(most_properties) + " properties of an element", "save it with fewer properties");
        properties.push_back(std::move(property));
    }

    Scalar type_of(std::string_view name) const {
        for (const TypeName& known : type_names)
            if (known.name == name) return known.type;
        refuse("the type " + quoted(name) + " is unknown", "there are char, uchar, short, ushort, int, uint, float and double");
    }

    static std::string quoted(std::string_view word) { return "'" + text_rows::word_at(word.data(), word.data() + word.size()) + "'"; }

    [[noreturn]] void refuse(const std::string& cause, const std::string& remedy) const {
        text_rows::refuse_line(file_, line_begin_, cause, remedy);
    }

    const InputFile& file_;
    const char* next_;
    const char* line_begin_ = nullptr;
    std::string_view line_;
    Header header_;
    bool have_vertex_ = false;
    DistinctNames names_;  ///< of the element's properties
};

}  // namespace

bool Element::has_lists() const {
    return std::any_of(properties.begin(), properties.end(), [](const Property& property) { return property.list; });
}

std::size_t Element::least_bytes() const {
    std::size_t bytes = 0;
    for (const Property& property : properties) bytes += scalar_bytes(property.list ? property.count_type : property.type);
    return bytes;
}

Header read_header(const InputFile& file) { return HeaderReader(file).read(); }

}  // namespace neighborscope::ply
