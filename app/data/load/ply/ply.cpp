// Reads PLY (Greg Turk, "The PLY Polygon File Format", 1994, version 1.0): ascii and binary. The vertices are the points; other elements,
// such as faces, are skipped but must be complete.
#include "app/data/load/columns.hpp"
#include "app/data/load/number_columns.hpp"
#include "app/data/load/ply/ply_header.hpp"
#include "app/data/load/point_records.hpp"
#include "app/data/load/text_points.hpp"
#include "gpu/error.hpp"

#include <algorithm>

namespace neighborscope {
namespace ply {
namespace {

bool recognises(std::string_view first_bytes, std::string_view) {
    return first_bytes.size() > 3 && first_bytes.starts_with("ply") && (first_bytes[3] == '\n' || text_rows::is_blank(first_bytes[3]));
}

constexpr const char* counts_too_small = "the counts in the header are too small: save the file again";

std::string counted(const Element& element) { return "element " + element.name + " " + std::to_string(element.count); }

[[noreturn]] void too_short(const InputFile& file, const Element& element, std::uint64_t size) {
    throw Error(Failure::input,
        file.path() + ", byte " + std::to_string(size) + ": the file ends before the last of '" + counted(element) + "'",
        "it is cut short: copy or save it again");
}

[[noreturn]] void refuse_list(const InputFile& file, std::uint64_t byte, double length) {
    throw Error(Failure::input,
        file.path() + ", byte " + std::to_string(byte) + ": a list of " + std::to_string(std::int64_t(length)) + " items",
        "the file is damaged: save it again");
}

/// Iterates over items with lists, within the bounds of the file.
class Walker {
public:
    Walker(const InputFile& file, const Element& element, bool swapped) : file_(file), element_(element), swapped_(swapped) {}

    /// Returns the end of the item at `p`. `places` [properties], if given, receives each value's beginning (for a list, its length's).
    const char* next(const char* p, const char** places = nullptr) const {
        for (const Property& property : element_.properties) {
            if (places) *places++ = p;
            std::size_t bytes = scalar_bytes(property.list ? property.count_type : property.type);
            if (std::size_t(file_.end() - p) < bytes) too_short(file_, element_, file_.size());
            if (property.list) {
                double length = 0;
                read_scalars(property.count_type, swapped_, p, 0, 1, &length, 1);
                if (length < 0) refuse_list(file_, std::uint64_t(p - file_.begin()), length);
                p += bytes;
                if (length * double(scalar_bytes(property.type)) > double(file_.end() - p)) too_short(file_, element_, file_.size());
                bytes = std::size_t(length) * scalar_bytes(property.type);
            }
            p += bytes;
        }
        return p;
    }

private:
    const InputFile& file_;
    const Element& element_;
    bool swapped_;
};

/// Returns the end of the elements. `tiles`, if given, receives the beginning of each Records::tile_rows-th item.
const char* pass_binary(const InputFile& file, const char* p, const Element& element, bool swapped, const Progress& progress,
    std::vector<const char*>* tiles = nullptr) {
    const std::size_t least = element.least_bytes();
    if (least == 0) return p;
    if (element.count > std::size_t(file.end() - p) / least) too_short(file, element, file.size());
    if (!element.has_lists()) return p + element.count * least;
    const Walker walker(file, element, swapped);
    for (std::uint64_t i = 0; i < element.count; ++i) {
        if (i % Records::tile_rows == 0) {
            if (tiles) tiles->push_back(p);
            progress.step(0, 0);
        }
        p = walker.next(p);
    }
    return p;
}

/// Returns the properties of vertices that are numbers, and their indices.
std::vector<PointField> fields_of(const Element& vertex, std::vector<std::size_t>& properties) {
    std::vector<PointField> fields;
    for (std::size_t i = 0; i < vertex.properties.size(); ++i) {
        if (vertex.properties[i].list) continue;
        fields.push_back({vertex.properties[i].name, vertex.properties[i].type});
        properties.push_back(i);
    }
    return fields;
}

DataSet read_binary(const InputFile& file, const Header& header, const ReadOptions& options, const Progress& progress) {
    const Progress quiet{{}, progress.stop};
    const bool swapped = header.encoding == Encoding::big_endian;
    const Element& vertex = header.elements[header.vertex];
    std::vector<std::size_t> properties;
    Records records;
    records.fields = fields_of(vertex, properties);
    const PointRoles roles = find_roles(file.path(), records.fields, options.load);

    const char* p = file.begin() + header.data_offset;
    const char* vertices = p;
    std::vector<const char*> tiles;
    for (std::size_t i = 0; i < header.elements.size(); ++i) {
        if (i == header.vertex) vertices = p;
        p = pass_binary(file, p, header.elements[i], swapped, quiet, i == header.vertex ? &tiles : nullptr);
    }
    text_rows::refuse_rest(file, p, counts_too_small);

    records.rows = std::size_t(vertex.count);
    if (!vertex.has_lists()) {
        std::vector<FieldPlace> places;
        std::size_t offset = 0;
        for (const Property& property : vertex.properties) {
            places.push_back({vertices + offset, vertex.least_bytes()});
            offset += scalar_bytes(property.type);
        }
        read_in_place(records, file, std::move(places), swapped);
        return read_records(file, records, roles, options, progress);
    }
    const Walker walker(file, vertex, swapped);
    records.read = [&](std::size_t first, std::size_t count, const std::vector<int>& fields, double* tile) {
        std::vector<const char*> places(vertex.properties.size());
        const char* item = tiles[first / Records::tile_rows];
        for (std::size_t row = 0; row < count; ++row) {
            item = walker.next(item, places.data());
            for (const int field : fields)
                read_scalars(records.fields[std::size_t(field)].type, swapped, places[properties[std::size_t(field)]], 0, 1, tile++, 1);
        }
    };
    records.where = [&](std::size_t row) {
        const char* item = tiles[row / Records::tile_rows];
        for (std::size_t i = 0; i < row % Records::tile_rows; ++i) item = walker.next(item);
        return file.path() + ", byte " + std::to_string(item - file.begin());
    };
    return read_records(file, records, roles, options, progress);
}

/// The bytes after the vertices in gzip, which are skipped but must be complete.
class PackedRest {
public:
    PackedRest(const InputFile& beginning, GzipStream& stream, std::uint64_t byte, bool swapped)
        : file_(beginning), stream_(stream), byte_(byte), swapped_(swapped) {}

    void pass(const Element& element, const Progress& progress) {
        const std::size_t least = element.least_bytes();
        if (least > 0 && element.count > ~std::uint64_t(0) / least) too_short(file_, element, byte_);
        if (!element.has_lists()) return skip(element, element.count * least);
        for (std::uint64_t i = 0; i < element.count; ++i) {
            if (i % Records::tile_rows == 0) progress.step(0, 0);
            for (const Property& property : element.properties) pass(element, property);
        }
    }
    void refuse_more() { refuse_rest(file_, stream_, byte_, counts_too_small, std::string_view(there_).substr(at_)); }

private:
    void pass(const Element& element, const Property& property) {
        if (!property.list) return skip(element, scalar_bytes(property.type));
        const std::size_t bytes = scalar_bytes(property.count_type);
        if (!has(bytes)) too_short(file_, element, byte_ + there_.size() - at_);
        double length = 0;
        read_scalars(property.count_type, swapped_, there_.data() + at_, 0, 1, &length, 1);
        if (length < 0) refuse_list(file_, byte_, length);
        skip(element, bytes + std::uint64_t(length) * scalar_bytes(property.type));
    }
    /// Whether `bytes` more bytes exist; reads them to `there_`.
    bool has(std::size_t bytes) {
        if (there_.size() - at_ >= bytes) return true;
        there_.erase(0, at_);
        at_ = 0;
        const std::size_t before = there_.size();
        there_.resize(before + (256 << 10));
        there_.resize(before + stream_.read(there_.data() + before, there_.size() - before));
        return there_.size() >= bytes;
    }
    void skip(const Element& element, std::uint64_t bytes) {
        const std::uint64_t here = std::min<std::uint64_t>(bytes, there_.size() - at_), passed = here + stream_.skip(bytes - here);
        at_ += std::size_t(here);
        byte_ += passed;
        if (passed < bytes) too_short(file_, element, byte_);
    }

    const InputFile& file_;
    GzipStream& stream_;
    std::uint64_t byte_;
    bool swapped_;
    std::string there_;  // unpacked; bytes from at_ on are not skipped yet
    std::size_t at_ = 0;
};

/// Whether the vertices of a gzip file can be read while unpacking: all items up to the last vertex have a fixed length.
bool reads_while_unpacking(const Header& header) {
    return header.encoding != Encoding::ascii &&
           std::none_of(header.elements.begin(), header.elements.begin() + std::ptrdiff_t(header.vertex) + 1,
               [](const Element& element) { return element.has_lists(); });
}

DataSet read_packed(const InputFile& beginning, const Header& header, const ReadOptions& options, const Progress& progress) {
    const bool swapped = header.encoding == Encoding::big_endian;
    const Element& vertex = header.elements[header.vertex];
    std::vector<std::size_t> properties, offsets;
    Records records;
    records.fields = fields_of(vertex, properties);
    const PointRoles roles = find_roles(beginning.path(), records.fields, options.load);
    std::size_t row_bytes = 0;
    for (const Property& property : vertex.properties) {
        offsets.push_back(row_bytes);
        row_bytes += scalar_bytes(property.type);
    }
    const std::uint64_t most = most_unpacked(beginning.packed().size());  // an upper bound: the header alone is not trusted
    std::uint64_t before = beginning.byte_order_mark_bytes() + header.data_offset, vertices = 0;
    for (std::size_t i = 0; i <= header.vertex; ++i) {
        const Element& element = header.elements[i];
        if (const std::size_t bytes = element.least_bytes(); bytes > 0 && element.count > most / bytes) too_short(beginning, element, most);
        (i < header.vertex ? before : vertices) += element.count * element.least_bytes();
    }
    records.rows = std::size_t(vertex.count);
    GzipStream stream(beginning);
    read_while_unpacking(records, beginning, stream, before, std::move(offsets), row_bytes, swapped,
        [&](std::uint64_t byte) { too_short(beginning, vertex, byte); });
    records.finish = [&] {
        PackedRest rest(beginning, stream, before + vertices, swapped);
        for (std::size_t i = header.vertex + 1; i < header.elements.size(); ++i) rest.pass(header.elements[i], Progress{{}, progress.stop});
        rest.refuse_more();
    };
    return read_records(beginning, records, roles, options, progress);
}

/// Reads the vertices of [p, last), one per line.
class LineReader {
public:
    LineReader(const InputFile& file, const Element& vertex, const std::vector<PointField>& fields)
        : vertex_(vertex), parser_(file, names_of(fields), ' '), list_parser_(file, list_names(vertex), ' ') {
        for (const PointField& field : fields) ranges_.push_back(integer_range(field.type));
    }

    template <class Visit>
    void read(const char* p, const char* last, const std::vector<char>& wanted, const Visit& visit) const {
        std::vector<double> values(ranges_.size());
        text_rows::for_each_row(p, last, text_rows::HoldsText{}, [&](const char* line, const char* end) {
            const char* at = line;
            std::size_t field = 0;
            for (std::size_t i = 0; i < vertex_.properties.size(); ++i) {
                if (vertex_.properties[i].list) at = pass_list(at, end, i);
                else {
                    at = parser_.read(at, end, field, wanted[field], values[field]);
                    if (wanted[field] && (values[field] < ranges_[field].first || values[field] > ranges_[field].second))
                        refuse(line, field, values[field]);
                    ++field;
                }
            }
            parser_.finish(at, end);
            return visit(line, values.data());
        });
    }

private:
    static std::vector<std::string> list_names(const Element& vertex) {
        std::vector<std::string> names;
        for (const Property& property : vertex.properties) names.push_back(property.name);
        return names;
    }

    [[noreturn]] void refuse(const char* line, std::size_t field, double value) const {
        text_rows::refuse_line(parser_.file(), line,
            "'" + parser_.names()[field] + "' is " + number_word(value) + ", but its type goes from " + number_word(ranges_[field].first) +
                " to " + number_word(ranges_[field].second),
            "correct the line, or declare a wider type in the header");
    }

    const char* pass_list(const char* p, const char* end, std::size_t property) const {
        double length = 0, ignored = 0;
        const char* first = p;
        p = list_parser_.read(p, end, property, true, length);
        if (!(length >= 0))
            text_rows::refuse_line(parser_.file(), first, "the length of list '" + vertex_.properties[property].name + "' is negative",
                "correct the line or remove it");
        for (double i = 0; i < length; ++i) p = list_parser_.read(p, end, property, false, ignored);
        return p;
    }

    const Element& vertex_;
    FieldParser parser_, list_parser_;
    std::vector<std::pair<double, double>> ranges_;  ///< the integer range of every field's type
};

DataSet read_ascii(const InputFile& file, const Header& header, const ReadOptions& options, const Progress& progress) {
    const Element& vertex = header.elements[header.vertex];
    std::vector<std::size_t> properties;
    TextPoints points;
    points.fields = fields_of(vertex, properties);
    const PointRoles roles = find_roles(file.path(), points.fields, options.load);

    points.cut = text_rows::cut(file, file.begin() + header.data_offset, file.end(), progress, text_rows::HoldsText{});
    std::uint64_t left = points.cut.total();
    const std::uint64_t lines = left;
    std::size_t before = 0;
    for (std::size_t i = 0; i < header.elements.size(); ++i) {
        const Element& element = header.elements[i];
        if (element.properties.empty()) continue;
        if (element.count > left)
            throw Error(Failure::input,
                text_rows::last_place(file) + ": the file ends before the last of '" + counted(element) + "': " + std::to_string(lines) +
                    (lines == 1 ? " line follows" : " lines follow") + " the header",
                "it is cut short, or its header is wrong: save it again");
        left -= element.count;
        if (i < header.vertex) before += std::size_t(element.count);
    }
    if (before) {  // the vertices begin later: cut only their range
        const char* first = text_rows::keep_first_rows(points.cut, before, text_rows::HoldsText{});
        points.cut = text_rows::cut(file, first, file.end(), progress, text_rows::HoldsText{});
    }
    const char* rest = text_rows::keep_first_rows(points.cut, std::size_t(vertex.count), text_rows::HoldsText{});
    if (left) {
        const char* extra = rest;
        std::uint64_t others = lines - left - before - vertex.count;
        const char* line = nullptr;
        text_rows::for_each_row(extra, file.end(), text_rows::HoldsText{}, [&](const char* first, const char*) {
            line = first;
            return others-- > 0;
        });
        text_rows::refuse_line(file, line, std::to_string(left) + (left == 1 ? " line follows" : " lines follow") + " the last element",
            "the counts in the header are too small, or lines are broken: save the file again");
    }
    const LineReader lines_of(file, vertex, points.fields);
    points.read = [&](const char* p, const char* last, const std::vector<char>& wanted, const auto& visit) {
        lines_of.read(p, last, wanted, visit);
    };
    return read_text_points(file, points, roles, options, progress);
}

/// Replaces numbers by words (-1: missing), unless one of them has no word.
void spell_out(Quantity& quantity, const std::vector<std::string>& words) {
    const auto stands = [&](double number) { return number == std::floor(number) && number >= -1 && number < double(words.size()); };
    const std::vector<double>& places = quantity.numbers()->of_point;
    if (std::all_of(places.begin(), places.end(), stands))
        quantity.values = WordValues{words, std::vector<std::int32_t>(places.begin(), places.end())};
}

/// A header that is longer than the beginning is read with the whole file.
bool has_header(const InputFile& beginning) { return beginning.bytes().find("end_header") != std::string_view::npos; }

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    if (file.is_partial() && !(has_header(file) && reads_while_unpacking(read_header(file))))
        return read(InputFile(file.on_disk(), progress), options, progress);
    const Header header = read_header(file);
    DataSet data = file.is_partial()                    ? read_packed(file, header, options, progress)
                   : header.encoding == Encoding::ascii ? read_ascii(file, header, options, progress)
                                                        : read_binary(file, header, options, progress);
    for (const Property& property : header.elements[header.vertex].properties) {
        const auto words = header.words.find(property.name);
        if (words == header.words.end() || !std::isfinite(integer_range(property.type).first)) continue;
        for (Quantity& quantity : data.quantities)
            if (quantity.name == property.name && quantity.numbers()) spell_out(quantity, words->second);
    }
    std::vector<std::string> names;
    for (const Quantity& quantity : data.quantities) names.push_back(quantity.words() ? quantity.name : std::string{});
    const int title = title_column(names);
    if (title >= 0 && !data.quantities[std::size_t(title)].is_label) data.set_title(title);
    return data;
}

}  // namespace
}  // namespace ply

const Reader ply_reader = {
    .name = "PLY",
    .extensions = ".ply",
    .help =
        "the vertices of a PLY file, ascii or binary of either byte order: x, y, z of any type, colours, further properties as attributes; "
        "faces are passed over",
    .recognises = ply::recognises,
    .read = ply::read,
    .unpacks_itself = true,
};

}  // namespace neighborscope
