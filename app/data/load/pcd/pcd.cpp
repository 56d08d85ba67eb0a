// Reads PCD, the Point Cloud Library's format (pointclouds.org, "The PCD (Point Cloud Data) file format", version 0.7; also .6 and .5):
// ascii, binary, and binary compressed by LZF. Ignores the viewpoint, as PCL does.
#include "app/data/files/memory.hpp"
#include "app/data/files/parallel.hpp"
#include "app/data/load/columns.hpp"
#include "app/data/load/number_columns.hpp"
#include "app/data/load/pcd/lzf.hpp"
#include "app/data/load/pcd/pcd_header.hpp"
#include "app/data/load/point_records.hpp"
#include "app/data/load/text_points.hpp"
#include "app/data/load/words.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

namespace neighborscope {
namespace pcd {
namespace {

constexpr const char* damaged = "the file is damaged or cut short: save it again";
constexpr const char* too_many = "POINTS in the header is too small: save the file again";

bool recognises(std::string_view first_bytes, std::string_view) {
    const std::string text = lower_case(first_bytes);
    if (text.starts_with("# .pcd")) return true;
    // Without the comment the first word is too common to be enough.
    const bool begins = text.starts_with("version ") || text.starts_with("fields ");
    return begins && (text.find("\nsize ") != std::string::npos || text.find("\ndata ") != std::string::npos);
}

/// Returns one column per value: fields of several values become "name[0]", "name[1]"...
std::vector<PointField> columns_of(const Header& header) {
    std::vector<PointField> columns;
    for (const Field& field : header.fields)
        for (std::uint32_t i = 0; i < field.count; ++i)
            columns.push_back({field.count == 1 ? field.name : field.name + "[" + std::to_string(i) + "]", field.type, field.name == "_"});
    return columns;
}

DataSet read_binary(const InputFile& file, const Header& header, Records& records, const PointRoles& roles, const ReadOptions& options,
    const Progress& progress) {
    const char* data = file.begin() + header.data_offset;
    const std::size_t there = file.size() - header.data_offset, record = header.point_bytes();
    if (header.points > there / record)
        throw Error(Failure::input,
            file.path() + ", byte " + std::to_string(file.size()) + ": the header says " + std::to_string(header.points) + " points of " +
                std::to_string(record) + " bytes, the file holds " + std::to_string(there / record),
            damaged);
    text_rows::refuse_rest(file, data + header.points * record, too_many);
    std::vector<FieldPlace> places;
    for (const PointField& column : records.fields) {
        places.push_back({data, record});
        data += scalar_bytes(column.type);
    }
    read_in_place(records, file, std::move(places), false);
    return read_records(file, records, roles, options, progress);
}

/// The same for points that are read while unpacking.
DataSet read_packed(const InputFile& beginning, const Header& header, Records& records, const PointRoles& roles, const ReadOptions& options,
    const Progress& progress) {
    const std::size_t record = header.point_bytes();
    const auto cut_short = [&](std::uint64_t byte) {
        const std::uint64_t there = byte - std::min<std::uint64_t>(byte, header.data_offset);
        throw Error(Failure::input,
            beginning.path() + ", byte " + std::to_string(byte) + ": the header says " + std::to_string(header.points) + " points of " +
                std::to_string(record) + " bytes, the file holds " + std::to_string(there / record),
            damaged);
    };
    if (const std::uint64_t most = most_unpacked(beginning.packed().size()); header.points > most / record) cut_short(most);
    std::vector<std::size_t> offsets;
    std::size_t offset = 0;
    for (const PointField& column : records.fields) {
        offsets.push_back(offset);
        offset += scalar_bytes(column.type);
    }
    GzipStream stream(beginning);
    read_while_unpacking(
        records, beginning, stream, beginning.byte_order_mark_bytes() + header.data_offset, std::move(offsets), record, false, cut_short);
    records.finish = [&] { refuse_rest(beginning, stream, header.data_offset + header.points * record, too_many); };
    return read_records(beginning, records, roles, options, progress);
}

/// The compressed points: all values of a field are contiguous, and a field of several values keeps those of a point together. Unpacked
/// piece by piece; only what is used is kept, with coordinates directly in the final points.
class CompressedPoints {
public:
    /// Checks every number before allocating memory.
    CompressedPoints(const InputFile& file, const Header& header, const Progress& progress)
        : file_(file), header_(header), progress_(progress), rows_(std::size_t(header.points)), kept_(header.fields.size()) {
        for (std::size_t field = 0; field < kept_.size(); ++field)
            for (std::size_t i = 0; i < header.fields[field].count; ++i)
                columns_.push_back({field, i * scalar_bytes(header.fields[field].type)});
        const std::size_t offset = header.data_offset, there = file.size() - offset;
        if (there < 8) refuse(file.size(), "the file ends before the two sizes of the compressed points");
        packed_ = read_bits<std::uint32_t>(file.begin() + offset);
        const std::size_t unpacked = read_bits<std::uint32_t>(file.begin() + offset + 4);
        if (packed_ > there - 8)
            refuse(offset, "the compressed points are said to take " + std::to_string(packed_) + " bytes, " + std::to_string(there - 8) +
                               " are there");
        const std::size_t bytes = header.point_bytes();
        if (header.points > unpacked / bytes || header.points * bytes != unpacked)
            refuse(offset + 4, "the points are said to unpack to " + std::to_string(unpacked) + " bytes, but " +
                                   std::to_string(header.points) + " points of " + std::to_string(bytes) + " bytes were announced");
        // LZF's longest reference expands 3 bytes to 264.
        if (unpacked > 264 * packed_) refuse(offset + 4, std::to_string(packed_) + " bytes cannot unpack to " + std::to_string(unpacked));
    }

    /// Keeps the field of a column, for `places`.
    void keep(int column) {
        const std::size_t field = columns_[std::size_t(column)].field;
        if (kept_[field]) return;
        const std::size_t bytes = rows_ * point_bytes(field);
        require_memory(double(bytes), "unpacking " + file_.path(), "save it uncompressed (DATA binary)");
        kept_[field].reset(new char[bytes]);
    }

    /// Returns the places of all columns; null for fields that are not kept.
    std::vector<FieldPlace> places() const {
        std::vector<FieldPlace> places;
        for (const auto& [field, place] : columns_)
            places.push_back({kept_[field] ? kept_[field].get() + place : nullptr, point_bytes(field)});
        return places;
    }

    /// Unpacks everything; writes coordinates, which are float32, to [rows][coordinates] of `points`, which has room for them.
    void unpack(const std::vector<int>& coordinates, std::vector<float>& points) const {
        std::vector<std::vector<Target>> targets(kept_.size());
        for (std::size_t axis = 0; axis < coordinates.size(); ++axis) {
            const auto& [field, place] = columns_[std::size_t(coordinates[axis])];
            targets[field].push_back({axis, place});
        }
        const std::vector<Piece> pieces = cut();
        const bool grows = points.empty();
        const std::size_t dimension = coordinates.size(), first_field = first_of(targets);
        std::size_t longest = 0;
        for (const Piece& piece : pieces) longest = std::max(longest, piece.rows * point_bytes(piece.field));
        LzfStream stream({file_.begin() + header_.data_offset + 8, packed_});
        PieceSequencer sequencer(progress_.stop), growth(progress_.stop);
        BufferPool buffers(LzfStream::before + longest + LzfStream::behind);
        parallel_pieces(pieces.size(), double(packed_) / double(pieces.size()), progress_, [&](std::size_t i) {
            const Piece& piece = pieces[i];
            const std::size_t stride = point_bytes(piece.field);
            const BufferPool::Buffer buffer = buffers.take();
            char* values = buffer.get() + LzfStream::before;
            sequencer.take(i, [&] {
                if (!stream.read(values, piece.rows * stride)) refuse(header_.data_offset + 8, "the compressed points are damaged");
            });
            if (kept_[piece.field]) std::memcpy(kept_[piece.field].get() + piece.first * stride, values, piece.rows * stride);
            const std::size_t end = (piece.first + piece.rows) * dimension;
            if (grows && piece.field == first_field) populate(points, piece.first * dimension, end);
            // All pieces wait for this, so that later fields are written after the points are allocated.
            if (grows)
                growth.take(i, [&] {
                    if (piece.field == first_field) points.resize(end);
                });
            for (const auto& [axis, place] : targets[piece.field]) {
                float* to = points.data() + piece.first * dimension + axis;
                const char* from = values + place;
                for (std::size_t row = 0; row < piece.rows; ++row) std::memcpy(to + row * dimension, from + row * stride, sizeof(float));
            }
        });
        if (!stream.ended()) refuse(header_.data_offset + 8, "the compressed points are damaged");
        text_rows::refuse_rest(file_, file_.begin() + header_.data_offset + 8 + packed_, too_many);
    }

private:
    /// A range of rows of one field.
    struct Piece {
        std::size_t field = 0, first = 0, rows = 0;
    };
    /// The destination of a value, and its index among the field's values of a point.
    struct Target {
        std::size_t axis = 0, place = 0;
    };

    [[noreturn]] void refuse(std::size_t byte, const std::string& cause) const {
        throw Error(Failure::input, file_.path() + ", byte " + std::to_string(byte) + ": " + cause, damaged);
    }
    std::size_t point_bytes(std::size_t field) const { return header_.fields[field].count * scalar_bytes(header_.fields[field].type); }
    static std::size_t first_of(const std::vector<std::vector<Target>>& targets) {
        return std::size_t(std::find_if(targets.begin(), targets.end(), [](const auto& some) { return !some.empty(); }) - targets.begin());
    }
    std::size_t step_of(std::size_t field) const { return std::max<std::size_t>(1, (256 << 10) / point_bytes(field)); }
    std::vector<Piece> cut() const {
        std::vector<Piece> pieces;
        for (std::size_t field = 0; field < kept_.size(); ++field) {
            const std::size_t step = step_of(field);
            for (std::size_t first = 0; first < rows_; first += step) pieces.push_back({field, first, std::min(step, rows_ - first)});
        }
        return pieces;
    }

    const InputFile& file_;
    const Header& header_;
    const Progress& progress_;
    std::size_t rows_, packed_ = 0;
    struct Column {
        std::size_t field = 0, place = 0;  ///< byte offset within the field's values of a point
    };
    std::vector<Column> columns_;
    std::vector<std::unique_ptr<char[]>> kept_;  ///< [fields], [rows] values each; null for fields that are not kept
};

DataSet read_compressed(const InputFile& file, const Header& header, Records& records, const PointRoles& roles, const ReadOptions& options,
    const Progress& progress) {
    CompressedPoints packed(file, header, progress);
    const bool floats = std::all_of(roles.coordinates.begin(), roles.coordinates.end(),
        [&](int column) { return records.fields[std::size_t(column)].type == Scalar::f4; });
    for (const int column : roles.wanted(true)) {
        const bool further = holds(roles.quantities, column) || holds(roles.colour, column);
        if (!floats || further) packed.keep(column);
    }
    if (floats) {
        records.fill = [&](std::vector<float>& points) { packed.unpack(roles.coordinates, points); };
    } else {
        std::vector<float> none;
        packed.unpack({}, none);
    }
    read_in_place(records, file, packed.places(), false);
    records.where = [&](std::size_t) { return file.path() + ", compressed"; };
    return read_records(file, records, roles, options, progress);
}

DataSet read_ascii(const InputFile& file, const Header& header, const ReadOptions& options, const Progress& progress) {
    TextPoints points;
    points.fields = columns_of(header);
    constexpr text_rows::HoldsTextBeforeComment is_row;
    points.cut = text_rows::cut(file, file.begin() + header.data_offset, file.end(), progress, is_row);
    if (points.cut.total() != header.points)
        throw Error(Failure::input,
            text_rows::last_place(file) + ": the header says " + std::to_string(header.points) + " points, but " +
                std::to_string(points.cut.total()) + " lines follow it",
            "the file is cut short, or its header is wrong: save it again");
    // Some programs separate values by commas.
    return read_plain_points(file, std::move(points), is_row, options, progress, ',');
}

/// A header that is longer than the beginning is read with the whole file.
bool reads_while_unpacking(const InputFile& beginning) {
    return beginning.bytes().find("DATA ") != std::string_view::npos && read_header(beginning).encoding == Encoding::binary;
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    if (file.is_partial() && !reads_while_unpacking(file)) return read(InputFile(file.on_disk(), progress), options, progress);
    const Header header = read_header(file);
    if (header.encoding == Encoding::ascii) return read_ascii(file, header, options, progress);
    Records records;
    records.rows = std::size_t(header.points);
    records.fields = columns_of(header);
    const PointRoles roles = find_roles(file.path(), records.fields, options.load);
    if (roles.colour.size() == 1)  // packed into the bits of a field that may be declared as a float
        if (Scalar& type = records.fields[std::size_t(roles.colour[0])].type; scalar_bytes(type) == 4) type = Scalar::u4;
    if (file.is_partial()) return read_packed(file, header, records, roles, options, progress);
    return header.encoding == Encoding::binary ? read_binary(file, header, records, roles, options, progress)
                                               : read_compressed(file, header, records, roles, options, progress);
}

}  // namespace
}  // namespace pcd

const Reader pcd_reader = {
    .name = "PCD",
    .extensions = ".pcd",
    .help =
        "PCL's point clouds 0.5 to 0.7, ascii, binary or compressed: x, y, z, colours (rgb, rgba), label, further fields as attributes; "
        "points without coordinates (NaN) are left out",
    .recognises = pcd::recognises,
    .read = pcd::read,
    .unpacks_itself = true,
};

}  // namespace neighborscope
