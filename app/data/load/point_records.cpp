#include "app/data/load/point_records.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/files/parallel.hpp"
#include "app/data/load/assemble.hpp"
#include "app/data/load/text_rows.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>

namespace neighborscope {
namespace {

constexpr std::size_t tile_rows = Records::tile_rows;

/// Rows of a piece: a few milliseconds, and at most a few megabytes if unpacked.
std::size_t rows_of_piece(const Records& records) {
    const std::size_t tiles = records.unpack ? (2 << 20) / (tile_rows * std::max<std::size_t>(1, records.row_bytes)) : 32;
    return std::clamp<std::size_t>(tiles, 1, 32) * tile_rows;
}

std::size_t pieces_of(const Records& records) { return (records.rows + rows_of_piece(records) - 1) / rows_of_piece(records); }

/// One pass over all rows, several pieces at a time: provides the rows of a piece for reading.
class RecordReader {
public:
    RecordReader(const Records& records, const std::atomic<bool>* stop)
        : records_(records),
          step_(rows_of_piece(records)),
          sequencer_(stop),
          buffers_(records.unpack ? std::min(records.rows, step_) * records.row_bytes : 0) {}

    /// Call before each pass.
    void restart() {
        if (!records_.unpack) return;
        sequencer_.restart();
        records_.restart();
    }

    /// Rows [first, last), ready for reading.
    struct Piece {
        const Records& records;
        std::size_t first, last;
        BufferPool::Buffer unpacked;

        /// Reads a tile: as Records::read.
        void read(std::size_t row, std::size_t count, const std::vector<int>& fields, double* tile) const {
            if (unpacked) records.read_unpacked(unpacked.get() + (row - first) * records.row_bytes, count, fields, tile);
            else records.read(row, count, fields, tile);
        }
        /// Calls `visit(first, count)` for its tiles.
        template <class Visit>
        void for_each_tile(const Visit& visit) const {
            for (std::size_t row = first; row < last; row += tile_rows) visit(row, std::min(tile_rows, last - row));
        }
    };
    /// Call once for each piece in a pass.
    Piece piece(std::size_t i) {
        Piece piece{records_, i * step_, std::min(records_.rows, (i + 1) * step_), {}};
        if (!records_.unpack) return piece;
        piece.unpacked = buffers_.take();
        sequencer_.take(i, [&] { records_.unpack(piece.last - piece.first, piece.unpacked.get()); });
        return piece;
    }

private:
    const Records& records_;
    std::size_t step_;
    PieceSequencer sequencer_;
    BufferPool buffers_;
};

DataSet read_coordinates(
    const InputFile& file, const Records& records, const PointRoles& roles, const ReadOptions& options, const Progress& progress) {
    const std::size_t dimension = roles.coordinates.size();
    check_dimension(file.path(), dimension);
    const RowRules rules{options.load.strict, "the points", "NaN or infinite", "remove the point, or read without --strict"};
    Pieces pieces;
    RecordReader record_reader(records, progress.stop);
    pieces.most_rows = rows_in_pieces(records.rows, rows_of_piece(records));
    if (records.unpack) pieces.restart = [&] { record_reader.restart(); };
    pieces.bytes_each = records.fill ? 0
                                     : double(records.unpack ? file.packed().size() : file.size()) /
                                           double(std::max<std::size_t>(1, pieces.most_rows.size()));
    pieces.fill = records.fill;
    pieces.read = [&](std::size_t piece, RowCollector& collector) {
        std::vector<double> tile(tile_rows * dimension);
        const float* filled = collector.here();
        const RecordReader::Piece rows = record_reader.piece(piece);
        rows.for_each_tile([&](std::size_t first, std::size_t count) {
            if (records.fill) {
                const float* values = filled + (first - rows.first) * dimension;
                // As long as no row was left out, they are at their final place.
                if (collector.room() == values && collector.take(count)) return;
                std::copy_n(values, count * dimension, tile.data());
            } else {
                rows.read(first, count, roles.coordinates, tile.data());
            }
            for (std::size_t i = 0; i < count; ++i) {
                check_row(collector.add(&tile[i * dimension]), collector, rules, [&](std::size_t axis) {
                    return records.where(first + i) + ": " + records.fields[std::size_t(roles.coordinates[axis])].name + " of point " +
                           std::to_string(first + i);
                });
            }
        });
    };
    return assemble(file.path(), int(dimension), pieces, options, progress);
}

/// The kept rows in a tile of the file: [first, last) in the data, and the place of each in the tile.
struct Kept {
    const DataSet& data;
    std::size_t tile_first, first, last;
    Kept(const DataSet& set, std::size_t from, std::size_t count) : data(set), tile_first(from), first(from), last(from + count) {
        if (data.file_rows.empty()) return;
        const auto begin = std::lower_bound(data.file_rows.begin(), data.file_rows.end(), std::int64_t(from));
        first = std::size_t(begin - data.file_rows.begin());
        last = std::size_t(std::lower_bound(begin, data.file_rows.end(), std::int64_t(from + count)) - data.file_rows.begin());
    }
    std::size_t in_tile(std::size_t row) const { return std::size_t(data.file_row(std::int64_t(row))) - tile_first; }
};

ColourScale find_colour_scale(const Records& records, const PointRoles& roles, const Progress& progress) {
    const Scalar type = records.fields[std::size_t(roles.colour[0])].type;
    if (scalar_bytes(type) == 1) return {type, 255};
    const double limit = type == Scalar::f4 || type == Scalar::f8 ? 1 : 255;
    std::atomic<bool> beyond{false};
    RecordReader record_reader(records, progress.stop);
    record_reader.restart();
    parallel_pieces(pieces_of(records), 0, Progress{{}, progress.stop}, [&](std::size_t piece) {
        std::vector<double> tile(tile_rows * 3);
        const RecordReader::Piece here = record_reader.piece(piece);
        here.for_each_tile([&](std::size_t first, std::size_t count) {
            if (beyond) return;
            here.read(first, count, roles.colour, tile.data());
            for (std::size_t i = 0; i < 3 * count; ++i)
                if (tile[i] > limit) beyond = true;
        });
    });
    return {type, beyond ? 65535 : limit};
}

/// Replaces codes by words, numbered by first occurrence in the file.
void name_words(
    WordValues& values, std::string (*word)(int), const std::vector<std::vector<std::int32_t>>& seen, const Progress& progress) {
    std::vector<std::int32_t> renamed(256, -1);
    for (const std::vector<std::int32_t>& codes : seen) {
        for (const std::int32_t code : codes) {
            if (renamed[std::size_t(code)] >= 0) continue;
            renamed[std::size_t(code)] = std::int32_t(values.different.size());
            values.different.push_back(word(code));
        }
    }
    std::vector<std::int32_t>& codes = values.of_point;
    const std::size_t count = codes.size(), piece = 1 << 20;
    parallel_pieces((count + piece - 1) / piece, 0, Progress{{}, progress.stop}, [&](std::size_t i) {
        for (std::size_t row = i * piece; row < std::min(count, (i + 1) * piece); ++row)
            if (codes[row] >= 0) codes[row] = renamed[std::size_t(codes[row])];
    });
}

void read_quantities(DataSet& data, const InputFile& file, const Records& records, const PointRoles& roles, const Progress& progress) {
    const std::size_t count = std::size_t(data.count());
    for (const int field : roles.quantities) {
        const PointField& read = records.fields[std::size_t(field)];
        data.quantities.push_back(empty_quantity(read.name, read.word));
    }
    if (!roles.colour.empty()) data.quantities.push_back(empty_colours());
    if (data.quantities.empty()) return;
    require_memory(
        quantity_bytes(data.quantities) * double(count), "reading the further fields of " + file.path(), "read a part of the file");
    const Progress quiet{{}, progress.stop};

    for (Quantity& quantity : data.quantities) std::visit([&](auto& kind) { resize_large(kind.of_point, count, quiet); }, quantity.values);
    std::vector<std::vector<std::vector<std::int32_t>>> seen(roles.quantities.size());  // [quantity][piece] codes, by first occurrence
    for (std::size_t a = 0; a < roles.quantities.size(); ++a)
        if (data.quantities[a].words()) seen[a].resize(pieces_of(records));
    const bool packed = roles.colour.size() == 1;
    const ColourScale scale = roles.colour.size() == 3 ? find_colour_scale(records, roles, progress) : ColourScale();

    RecordReader record_reader(records, progress.stop);
    record_reader.restart();
    parallel_pieces(pieces_of(records), 0, quiet, [&](std::size_t piece) {
        std::vector<double> tile(tile_rows * 3);
        std::vector<std::array<bool, 256>> known(roles.quantities.size());
        const RecordReader::Piece here = record_reader.piece(piece);
        here.for_each_tile([&](std::size_t first, std::size_t rows) {
            const Kept kept(data, first, rows);
            for (std::size_t a = 0; a < roles.quantities.size(); ++a) {
                auto* const numbers = std::get_if<NumberValues>(&data.quantities[a].values);
                const std::vector<int> field{roles.quantities[a]};
                if (numbers && data.file_rows.empty()) {
                    here.read(first, rows, field, &numbers->of_point[first]);
                    continue;
                }
                here.read(first, rows, field, tile.data());
                if (numbers) {
                    for (std::size_t row = kept.first; row < kept.last; ++row) numbers->of_point[row] = tile[kept.in_tile(row)];
                    continue;
                }
                auto& words = std::get<WordValues>(data.quantities[a].values);
                std::vector<std::int32_t>& codes = seen[a][piece];
                for (std::size_t row = kept.first; row < kept.last; ++row) {
                    const auto code = std::int32_t(tile[kept.in_tile(row)]) & 255;
                    words.of_point[row] = code;
                    if (!known[a][std::size_t(code)]) codes.push_back(code);
                    known[a][std::size_t(code)] = true;
                }
            }
            if (roles.colour.empty()) return;
            here.read(first, rows, roles.colour, tile.data());
            std::vector<std::uint32_t>& colours = std::get<ColourValues>(data.quantities.back().values).of_point;
            for (std::size_t row = kept.first; row < kept.last; ++row)
                colours[row] = packed ? ColourScale::packed(tile[kept.in_tile(row)]) : scale.colour(&tile[3 * kept.in_tile(row)]);
        });
    });
    for (std::size_t a = 0; a < roles.quantities.size(); ++a)
        if (const PointField& field = records.fields[std::size_t(roles.quantities[a])]; field.word)
            name_words(std::get<WordValues>(data.quantities[a].values), field.word, seen[a], progress);
}

}  // namespace

void read_in_place(Records& records, const InputFile& file, std::vector<FieldPlace> places, bool swapped) {
    std::vector<Scalar> types;
    for (const PointField& field : records.fields) types.push_back(field.type);
    records.where = [&file, places](std::size_t row) {
        return file.path() + ", byte " + std::to_string(std::size_t(places[0].first - file.begin()) + row * places[0].stride);
    };
    records.read = [places = std::move(places), types = std::move(types), swapped](
                       std::size_t first, std::size_t count, const std::vector<int>& fields, double* tile) {
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const FieldPlace& place = places[std::size_t(fields[i])];
            read_scalars(
                types[std::size_t(fields[i])], swapped, place.first + first * place.stride, place.stride, count, tile + i, fields.size());
        }
    };
}

void read_while_unpacking(Records& records, const InputFile& beginning, GzipStream& stream, std::uint64_t before,
    std::vector<std::size_t> offsets, std::size_t row_bytes, bool swapped, const std::function<void(std::uint64_t byte)>& cut_short) {
    std::vector<Scalar> types;
    for (const PointField& field : records.fields) types.push_back(field.type);
    records.row_bytes = row_bytes;
    records.where = [&beginning, before, offset = offsets.front(), row_bytes](
                        std::size_t row) { return beginning.path() + ", byte " + std::to_string(before + offset + row * row_bytes); };
    const auto read = std::make_shared<std::uint64_t>(0);  // since the beginning
    records.restart = [&stream, before, cut_short, read] {
        stream.restart();
        *read = stream.skip(before);
        if (*read < before) cut_short(*read);
    };
    records.unpack = [&stream, row_bytes, cut_short, read](std::size_t count, char* out) {
        const std::size_t got = stream.read(out, count * row_bytes);
        *read += got;
        if (got < count * row_bytes) cut_short(*read);
    };
    records.verify = [&stream](const Progress& progress) { stream.verify(progress); };
    records.read_unpacked = [offsets = std::move(offsets), types = std::move(types), row_bytes, swapped](
                                const char* rows, std::size_t count, const std::vector<int>& fields, double* tile) {
        for (std::size_t i = 0; i < fields.size(); ++i)
            read_scalars(
                types[std::size_t(fields[i])], swapped, rows + offsets[std::size_t(fields[i])], row_bytes, count, tile + i, fields.size());
    };
}

void refuse_rest(const InputFile& beginning, GzipStream& stream, std::uint64_t byte, const char* remedy, std::string_view read) {
    const auto says = [](char c) { return c != '\0' && c != '\n' && !text_rows::is_blank(c); };
    bool some = std::any_of(read.begin(), read.end(), says);
    std::uint64_t more = read.size();
    std::string bytes(256 << 10, '\0');
    for (std::size_t here = bytes.size(); here == bytes.size(); more += here) {
        here = stream.read(bytes.data(), bytes.size());
        some |= std::any_of(bytes.begin(), bytes.begin() + std::ptrdiff_t(here), says);
    }
    if (some)
        throw Error(Failure::input,
            beginning.path() + ", byte " + std::to_string(byte) + ": " + std::to_string(more) + " bytes follow the last point", remedy);
}

DataSet read_records(
    const InputFile& file, const Records& records, const PointRoles& roles, const ReadOptions& options, const Progress& progress) {
    try {
        DataSet data = read_coordinates(file, records, roles, options, progress);
        if (records.finish) records.finish();
        if (data.skipped.count) data.skipped.why = "NaN or infinity";
        read_quantities(data, file, records, roles, progress);
        name_axes(data, records.fields, roles);
        return data;
    } catch (const Error& error) {
        if (records.verify && error.kind == Failure::input) records.verify(progress);
        throw;
    }
}

}  // namespace neighborscope
