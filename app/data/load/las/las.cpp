// Reads LAS 1.0 to 1.4 (ASPRS, "LAS Specification 1.4 - R15", 2019): LiDAR points of all formats from 0 to 10, without waveforms.
// Recognises LAZ, its compressed form, and says how to convert it.
#include "app/data/load/point_records.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace neighborscope {
namespace las {
namespace {

bool recognises(std::string_view first_bytes, std::string_view) { return first_bytes.starts_with("LASF"); }

constexpr std::size_t least_record_bytes[] = {20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67};  // by point format

/// Table 17 of the specification.
std::string class_name(int code) {
    static constexpr const char* names[] = {"never classified", "unclassified", "ground", "low vegetation", "medium vegetation",
        "high vegetation", "building", "low point", "model key-point", "water", "rail", "road surface", "overlap", "wire guard",
        "wire conductor", "transmission tower", "wire connector", "bridge deck", "high noise"};
    return code < 19 ? names[code] : "class " + std::to_string(code);
}

/// Further fields of every point, after those of the format: section "Extra Bytes VLR".
struct ExtraField {
    std::string name;
    Scalar type = Scalar::u1;
    std::size_t at = 0;  ///< offset in the record
    double scale = 1, offset = 0;
    std::optional<double> no_data;
};

struct Header {
    int minor = 0, format = 0;
    std::size_t bytes = 0;         ///< size of the header
    std::size_t data_offset = 0;   ///< offset of the first point
    std::size_t record_bytes = 0;  ///< bytes per point
    std::uint64_t points = 0;
    double scale[3] = {}, offset[3] = {};
    std::vector<ExtraField> extra;
};

class HeaderReader {
public:
    explicit HeaderReader(const InputFile& file) : file_(file) {}

    Header read() {
        Header header;
        need(0, 227, "header");
        header.minor = at<std::uint8_t>(25);
        if (at<std::uint8_t>(24) != 1 || header.minor > 4)
            refuse(24, "LAS " + std::to_string(at<std::uint8_t>(24)) + "." + std::to_string(header.minor) + " is unknown",
                "save it as LAS 1.0 to 1.4");
        header.bytes = at<std::uint16_t>(94);
        const std::size_t least = header.minor == 4 ? 375 : header.minor == 3 ? 235 : 227;
        if (header.bytes < least)
            refuse(94,
                "a header of " + std::to_string(header.bytes) + " bytes, where LAS 1." + std::to_string(header.minor) + " has " +
                    std::to_string(least),
                damaged);
        need(0, header.bytes, "header");
        header.data_offset = at<std::uint32_t>(96);
        if (header.data_offset < header.bytes || header.data_offset > file_.size())
            refuse(96, "the points are said to begin at byte " + std::to_string(header.data_offset) + " of " + std::to_string(file_.size()),
                damaged);
        read_points(header);
        read_transform(header);
        read_variable_records(header);
        check_count(header);
        return header;
    }

private:
    static constexpr const char* damaged = "the file is damaged or cut short: copy it again";
    static constexpr const char* unpack = "unpack it first: las2las -i points.laz -o points.las, or pdal translate points.laz points.las";

    template <class Value>
    Value at(std::size_t offset) const {
        Value value;
        std::memcpy(&value, file_.begin() + offset, sizeof(Value));
        return value;
    }
    [[noreturn]] void refuse(std::size_t byte, const std::string& cause, const std::string& remedy) const {
        throw Error(Failure::input, file_.path() + ", byte " + std::to_string(byte) + ": " + cause, remedy);
    }
    void need(std::size_t begin, std::size_t bytes, const std::string& what) const {
        if (begin > file_.size() || bytes > file_.size() - begin) refuse(file_.size(), "the file ends within the " + what, damaged);
    }

    void read_points(Header& header) const {
        const int format = at<std::uint8_t>(104);
        if (format & 0xC0) refuse(104, "the points are compressed (LAZ), which this build does not read", unpack);
        if (format > 10) refuse(104, "point format " + std::to_string(format) + " is unknown", "save it with point format 0 to 10");
        header.format = format;
        header.record_bytes = at<std::uint16_t>(105);
        if (header.record_bytes < least_record_bytes[format])
            refuse(105,
                "points of " + std::to_string(header.record_bytes) + " bytes, where point format " + std::to_string(format) + " has " +
                    std::to_string(least_record_bytes[format]),
                damaged);
        header.points = at<std::uint32_t>(107);
        if (header.minor == 4 && at<std::uint64_t>(247) != 0) header.points = at<std::uint64_t>(247);
    }

    void read_transform(Header& header) const {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::string name(1, "xyz"[axis]);
            header.scale[axis] = at<double>(131 + 8 * axis);
            header.offset[axis] = at<double>(155 + 8 * axis);
            if (!std::isfinite(header.scale[axis]) || header.scale[axis] == 0)
                refuse(131 + 8 * axis,
                    "the scale of " + name + " is " + (header.scale[axis] == 0 ? "0: all points would coincide" : "not finite"), damaged);
            if (!std::isfinite(header.offset[axis])) refuse(155 + 8 * axis, "the offset of " + name + " is not finite", damaged);
        }
    }

    /// Reads fields of 192 bytes each. Skips those without a type, and the arrays that the last revision removed.
    void read_extra_fields(Header& header, std::size_t begin, std::size_t bytes) const {
        static constexpr Scalar types[] = {Scalar::u1, Scalar::u1, Scalar::i1, Scalar::u2, Scalar::i2, Scalar::u4, Scalar::i4, Scalar::u8,
            Scalar::i8, Scalar::f4, Scalar::f8};
        enum { has_no_data = 1, has_scale = 8, has_offset = 16 };
        std::size_t next = least_record_bytes[header.format];
        for (std::size_t field = begin; field + 192 <= begin + bytes; field += 192) {
            const unsigned type = at<std::uint8_t>(field + 2), options = at<std::uint8_t>(field + 3);
            const std::size_t size =
                type == 0 ? options : scalar_bytes(types[type > 10 ? (type - 1) % 10 + 1 : type]) * (1 + (type - 1) / 10);
            const std::string_view name = file_.bytes().substr(field + 4, 32);
            if (type > 30 || size > header.record_bytes - next)
                refuse(field,
                    "extra field '" + std::string(name.substr(0, name.find('\0'))) + "' lies beyond the record of " +
                        std::to_string(header.record_bytes) + " bytes",
                    damaged);
            if (type >= 1 && type <= 10) {
                ExtraField extra{std::string(name.substr(0, name.find('\0'))), types[type], next, 1, 0, {}};
                if (options & has_scale) extra.scale = at<double>(field + 112);
                if (options & has_offset) extra.offset = at<double>(field + 136);
                if (options & has_no_data)
                    extra.no_data = type >= 9       ? at<double>(field + 40)
                                    : type % 2 == 0 ? double(at<std::int64_t>(field + 40))
                                                    : double(at<std::uint64_t>(field + 40));
                header.extra.push_back(std::move(extra));
            }
            next += size;
        }
    }

    /// Only fields of points are used, but all records are checked: if one does not fit, the header is wrong.
    void read_variable_records(Header& header) const {
        const std::uint32_t count = at<std::uint32_t>(100);
        std::size_t next = header.bytes;
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::size_t room = header.data_offset - next;
            if (room < 54 || room - 54 < at<std::uint16_t>(next + 20))
                refuse(100,
                    std::to_string(count) + " variable length records are announced, " + std::to_string(i) + " are there before the points",
                    damaged);
            if (file_.bytes().substr(next + 2, 14) == "laszip encoded")
                refuse(next, "the points are compressed (LAZ), which this build does not read", unpack);
            if (file_.bytes().substr(next + 2, 10) == std::string_view("LASF_Spec\0", 10) && at<std::uint16_t>(next + 18) == 4)
                read_extra_fields(header, next + 54, at<std::uint16_t>(next + 20));
            next += 54 + at<std::uint16_t>(next + 20);
        }
        if (header.minor < 4) return;
        const std::uint64_t first = at<std::uint64_t>(235);
        const std::uint32_t extended = at<std::uint32_t>(243);
        if (extended == 0) return;
        std::uint64_t begin = first;
        for (std::uint32_t i = 0; i < extended; ++i) {
            if (begin < header.data_offset || begin > file_.size() || file_.size() - begin < 60 ||
                file_.size() - begin - 60 < at<std::uint64_t>(std::size_t(begin) + 20))
                refuse(
                    243, std::to_string(extended) + " extended records are announced, " + std::to_string(i) + " are in the file", damaged);
            begin += 60 + at<std::uint64_t>(std::size_t(begin) + 20);
        }
    }

    void check_count(const Header& header) const {
        if (header.points == 0)
            throw Error(Failure::input, file_.path() + " holds no points: its header says 0", "name a file with at least one point");
        const std::uint64_t there = (file_.size() - header.data_offset) / header.record_bytes;
        if (header.points > there)
            refuse(file_.size(), "the header says " + std::to_string(header.points) + " points, the file holds " + std::to_string(there),
                damaged);
    }

    const InputFile& file_;
};

/// A field of a point record: its offset and bits.
struct Part {
    PointField field;
    std::size_t offset = 0;
    unsigned mask = 0;  ///< bits of a byte, 0 for the whole number
    const ExtraField* extra = nullptr;
};

std::vector<Part> parts_of(const Header& header) {
    const int format = header.format;
    const bool wide = format >= 6;  // the record of LAS 1.4
    std::vector<Part> parts{
        {{"x", Scalar::i4}, 0},
        {{"y", Scalar::i4}, 4},
        {{"z", Scalar::i4}, 8},
        {{"intensity", Scalar::u2}, 12},
        {{"return number", Scalar::u1}, 14, wide ? 15u : 7u},
        {{"classification", Scalar::u1, false, class_name}, wide ? 16u : 15u, wide ? 255u : 31u},
        {{"point source", Scalar::u2}, wide ? 20u : 18u},
    };
    if (wide || format == 1 || format >= 3) parts.push_back({{"GPS time", Scalar::f8}, wide ? 22u : 20u});
    std::size_t colour = 0;
    if (format == 2) colour = 20;
    if (format == 3 || format == 5) colour = 28;
    if (format == 7 || format == 8 || format == 10) colour = 30;
    if (colour) {
        parts.push_back({{"red", Scalar::u2}, colour});
        parts.push_back({{"green", Scalar::u2}, colour + 2});
        parts.push_back({{"blue", Scalar::u2}, colour + 4});
    }
    for (const ExtraField& extra : header.extra)
        parts.push_back(
            {{extra.name, extra.scale == 1 && extra.offset == 0 && !extra.no_data ? extra.type : Scalar::f8}, extra.at, 0, &extra});
    return parts;
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const Header header = HeaderReader(file).read();
    const std::vector<Part> parts = parts_of(header);
    Records records;
    records.rows = std::size_t(header.points);
    for (const Part& part : parts) records.fields.push_back(part.field);
    const PointRoles roles = find_roles(file.path(), records.fields, options.load);

    const char* points = file.begin() + header.data_offset;
    records.read = [&](std::size_t first, std::size_t count, const std::vector<int>& fields, double* tile) {
        const std::size_t stride = fields.size();
        for (std::size_t i = 0; i < stride; ++i) {
            const Part& part = parts[std::size_t(fields[i])];
            read_scalars(part.extra ? part.extra->type : part.field.type, false, points + first * header.record_bytes + part.offset,
                header.record_bytes, count, tile + i, stride);
            double* value = tile + i;
            if (fields[i] < 3) {
                const double scale = header.scale[fields[i]], offset = header.offset[fields[i]];
                for (std::size_t row = 0; row < count; ++row, value += stride) *value = *value * scale + offset;
            } else if (const ExtraField* extra = part.extra) {
                for (std::size_t row = 0; row < count; ++row, value += stride)
                    *value = extra->no_data == *value ? std::nan("") : *value * extra->scale + extra->offset;
            } else if (part.mask) {
                for (std::size_t row = 0; row < count; ++row, value += stride) *value = double(unsigned(*value) & part.mask);
            }
        }
    };
    records.where = [&](std::size_t row) {
        return file.path() + ", byte " + std::to_string(header.data_offset + row * header.record_bytes);
    };
    return read_records(file, records, roles, options, progress);
}

}  // namespace
}  // namespace las

const Reader las_reader = {
    .name = "LAS",
    .extensions = ".las .laz",
    .help =
        "LiDAR points of LAS 1.0 to 1.4: x, y, z in file units, classification as label, intensity, return number, GPS time, source, "
        "colours, "
        "extra bytes; "
        "LAZ is refused: unpack it with las2las or pdal translate",
    .recognises = las::recognises,
    .read = las::read,
};

}  // namespace neighborscope
