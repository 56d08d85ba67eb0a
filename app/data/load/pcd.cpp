// PCD, the Point Cloud Library's format (pointclouds.org, "The PCD (Point Cloud Data) file format", version 0.7; .6 and .5 too):
// ascii, binary, and binary compressed by LZF. The viewpoint is not applied, as PCL does not apply it either.
#include "app/data/load/pcd_header.hpp"
#include "app/data/load/point_records.hpp"
#include "app/data/load/text_points.hpp"
#include "app/data/memory.hpp"
#include "gpu/error.hpp"

#include <liblzf/lzf.h>

#include <algorithm>
#include <memory>

namespace neighborscope {
namespace {

using namespace pcd;

constexpr const char* damaged = "the file is damaged or cut short: save it again";

bool recognises(std::string_view first_bytes, std::string_view) {
    if (first_bytes.starts_with("# .PCD")) return true;
    // Without the comment its first word is too common to be enough.
    const bool begins = first_bytes.starts_with("VERSION ") || first_bytes.starts_with("FIELDS ");
    return begins && (first_bytes.find("\nSIZE ") != std::string_view::npos || first_bytes.find("\nDATA ") != std::string_view::npos);
}

/// One value a column: fields of several values become "name[0]", "name[1]"...
std::vector<PointField> columns_of(const Header& header) {
    std::vector<PointField> columns;
    for (const Field& field : header.fields)
        for (std::uint32_t i = 0; i < field.count; ++i)
            columns.push_back({field.count == 1 ? field.name : field.name + "[" + std::to_string(i) + "]", field.type, field.name == "_"});
    return columns;
}

/// Colours are packed into the bits of a field that may be declared a float.
void read_colours_as_bits(std::vector<PointField>& columns, const PointRoles& roles) {
    if (roles.colour.size() == 1 && scalar_bytes(columns[std::size_t(roles.colour[0])].type) == 4)
        columns[std::size_t(roles.colour[0])].type = Scalar::u4;
}

void refuse_rest(const InputFile& file, const char* p) {
    if (std::any_of(p, file.end(), [](char c) { return c != '\0' && c != '\n' && !text_rows::is_blank(c); }))
        throw Error(Failure::input,
            file.path() + ", byte " + std::to_string(p - file.begin()) + ": " + std::to_string(file.end() - p) +
                " bytes follow the last point",
            "POINTS in the header is too small: save the file again");
}

DataSet read_binary(const InputFile& file, const Header& header, const ReadOptions& options, const Progress& progress) {
    Records records;
    records.rows = std::size_t(header.points);
    records.fields = columns_of(header);
    const PointRoles roles = find_roles(file.path(), records.fields, options.load);
    read_colours_as_bits(records.fields, roles);
    const char* data = file.begin() + header.data_offset;
    const std::size_t there = file.size() - header.data_offset, record = header.point_bytes();
    if (header.points > there / record)
        throw Error(Failure::input,
            file.path() + ", byte " + std::to_string(file.size()) + ": the header says " + std::to_string(header.points) + " points of " +
                std::to_string(record) + " bytes, the file holds " + std::to_string(there / record),
            damaged);
    refuse_rest(file, data + header.points * record);
    std::vector<FieldPlace> places;
    for (const PointField& column : records.fields) {
        places.push_back({data, record});
        data += scalar_bytes(column.type);
    }
    read_in_place(records, file, std::move(places), false);
    return read_records(file, records, roles, options, progress);
}

/// The points' bytes, field after field, unpacked; every number is checked before memory is asked for.
std::unique_ptr<char[]> unpack(const InputFile& file, const Header& header) {
    const auto refuse = [&](std::size_t byte, const std::string& cause) {
        throw Error(Failure::input, file.path() + ", byte " + std::to_string(byte) + ": " + cause, damaged);
    };
    const std::size_t offset = header.data_offset, there = file.size() - offset;
    if (there < 8) refuse(file.size(), "the file ends before the two sizes of the compressed points");
    const std::size_t packed = read_bits<std::uint32_t>(file.begin() + offset),
                      unpacked = read_bits<std::uint32_t>(file.begin() + offset + 4);
    if (packed > there - 8)
        refuse(offset,
            "the compressed points are said to take " + std::to_string(packed) + " bytes, " + std::to_string(there - 8) + " are there");
    if (header.points > unpacked / header.point_bytes() || header.points * header.point_bytes() != unpacked)
        refuse(offset + 4, "the points are said to unpack to " + std::to_string(unpacked) + " bytes, but " + std::to_string(header.points) +
                               " points of " + std::to_string(header.point_bytes()) + " bytes were announced");
    // LZF's longest reference makes 264 bytes of 3.
    if (unpacked > 264 * packed) refuse(offset + 4, std::to_string(packed) + " bytes cannot unpack to " + std::to_string(unpacked));
    require_memory(double(unpacked), "unpacking " + file.path(), "save it uncompressed (DATA binary)");
    std::unique_ptr<char[]> bytes(new char[unpacked]);
    if (lzf_decompress(file.begin() + offset + 8, unsigned(packed), bytes.get(), unsigned(unpacked)) != unpacked)
        refuse(offset + 8, "the compressed points are damaged");
    refuse_rest(file, file.begin() + offset + 8 + packed);
    return bytes;
}

DataSet read_compressed(const InputFile& file, const Header& header, const ReadOptions& options, const Progress& progress) {
    Records records;
    records.rows = std::size_t(header.points);
    records.fields = columns_of(header);
    const PointRoles roles = find_roles(file.path(), records.fields, options.load);
    read_colours_as_bits(records.fields, roles);
    const std::unique_ptr<char[]> bytes = unpack(file, header);
    progress.step(0, 0);
    // All values of a field lie together, a field of several values keeping those of a point together.
    std::vector<FieldPlace> places;
    const char* first = bytes.get();
    for (const Field& field : header.fields) {
        const std::size_t size = scalar_bytes(field.type);
        for (std::uint32_t i = 0; i < field.count; ++i) places.push_back({first + i * size, field.count * size});
        first += std::size_t(header.points) * field.count * size;
    }
    read_in_place(records, file, std::move(places), false);
    records.where = [&](std::size_t) { return file.path() + ", compressed"; };
    return read_records(file, records, roles, options, progress);
}

DataSet read_ascii(const InputFile& file, const Header& header, const ReadOptions& options, const Progress& progress) {
    TextPoints points;
    points.fields = columns_of(header);
    const PointRoles roles = find_roles(file.path(), points.fields, options.load);
    constexpr text_rows::HoldsTextBeforeComment is_row;
    points.cut = text_rows::cut(file, file.begin() + header.data_offset, file.end(), progress, is_row);
    if (points.cut.total() != header.points)
        throw Error(Failure::input,
            text_rows::last_place(file) + ": the header says " + std::to_string(header.points) + " points, but " +
                std::to_string(points.cut.total()) + " lines follow it",
            "the file is cut short, or its header is wrong: save it again");
    // Values may be separated by commas too, as some writers do.
    const FieldParser parser(file, names_of(points.fields), true);
    read_plain_lines(points, parser, is_row);
    return read_text_points(file, points, roles, options, progress);
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const Header header = read_header(file);
    switch (header.encoding) {
        case Encoding::ascii: return read_ascii(file, header, options, progress);
        case Encoding::binary: return read_binary(file, header, options, progress);
        case Encoding::compressed: break;
    }
    return read_compressed(file, header, options, progress);
}

}  // namespace

const Reader pcd_reader = {
    "PCD",
    ".pcd",
    "PCL's point clouds 0.5 to 0.7, ascii, binary or compressed: x, y, z, colours (rgb, rgba), label, further fields as attributes; "
    "points without coordinates (NaN) are left out",
    recognises,
    read,
};

}  // namespace neighborscope
