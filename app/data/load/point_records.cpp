#include "app/data/load/point_records.hpp"

#include "app/data/load/assemble.hpp"
#include "app/data/memory.hpp"
#include "app/data/parallel.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>

namespace neighborscope {
namespace {

constexpr std::size_t tile_rows = Records::tile_rows, rows_of_piece = 32 * tile_rows;  // a piece: a few milliseconds

std::size_t pieces_of(const Records& records) { return (records.rows + rows_of_piece - 1) / rows_of_piece; }

/// Calls `visit(first, count)` for the tiles of a piece.
template <class Visit>
void for_each_tile(const Records& records, std::size_t piece, const Visit& visit) {
    const std::size_t last = std::min(records.rows, (piece + 1) * rows_of_piece);
    for (std::size_t first = piece * rows_of_piece; first < last; first += tile_rows) visit(first, std::min(tile_rows, last - first));
}

DataSet read_coordinates(
    const InputFile& file, const Records& records, const PointRoles& roles, const ReadOptions& options, const Progress& progress) {
    const std::size_t dimension = roles.coordinates.size();
    check_dimension(file.path(), dimension);
    const RowRules rules{options.load.strict, "the points", "NaN or infinite", "remove the point, or read without --strict"};
    Pieces pieces;
    pieces.most_rows = rows_in_pieces(records.rows, rows_of_piece);
    pieces.bytes_each = records.fill ? 0 : double(file.size()) / double(std::max<std::size_t>(1, pieces.most_rows.size()));
    pieces.fill = records.fill;
    pieces.read = [&](std::size_t piece, RowCollector& collector) {
        std::vector<double> tile(tile_rows * dimension);
        const float* filled = collector.here();
        for_each_tile(records, piece, [&](std::size_t first, std::size_t count) {
            if (records.fill) {
                const float* values = filled + (first - piece * rows_of_piece) * dimension;
                // As long as no row was left out they are where they belong.
                if (collector.room() == values && collector.take(count)) return;
                std::copy_n(values, count * dimension, tile.data());
            } else {
                records.read(first, count, roles.coordinates, tile.data());
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

/// Which kept rows lie in a tile of the file: [first, last) in the data, and where each lies in the tile.
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
    parallel_pieces(pieces_of(records), 0, Progress{{}, progress.stop}, [&](std::size_t piece) {
        std::vector<double> tile(tile_rows * 3);
        for_each_tile(records, piece, [&](std::size_t first, std::size_t count) {
            if (beyond) return;
            records.read(first, count, roles.colour, tile.data());
            for (std::size_t i = 0; i < 3 * count; ++i)
                if (tile[i] > limit) beyond = true;
        });
    });
    return {type, beyond ? 65535 : limit};
}

/// Codes become words in the order in which the file first has them.
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

void read_further(DataSet& data, const InputFile& file, const Records& records, const PointRoles& roles, const Progress& progress) {
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
    std::vector<std::vector<std::vector<std::int32_t>>> seen(roles.quantities.size());  // [quantity][piece] codes, by first appearance
    for (std::size_t a = 0; a < roles.quantities.size(); ++a)
        if (data.quantities[a].words()) seen[a].resize(pieces_of(records));
    const bool packed = roles.colour.size() == 1;
    const ColourScale scale = roles.colour.size() == 3 ? find_colour_scale(records, roles, progress) : ColourScale();

    parallel_pieces(pieces_of(records), 0, quiet, [&](std::size_t piece) {
        std::vector<double> tile(tile_rows * 3);
        std::vector<std::array<bool, 256>> known(roles.quantities.size());
        for_each_tile(records, piece, [&](std::size_t first, std::size_t rows) {
            const Kept kept(data, first, rows);
            for (std::size_t a = 0; a < roles.quantities.size(); ++a) {
                auto* const numbers = std::get_if<NumberValues>(&data.quantities[a].values);
                const std::vector<int> field{roles.quantities[a]};
                if (numbers && data.file_rows.empty()) {
                    records.read(first, rows, field, &numbers->of_point[first]);
                    continue;
                }
                records.read(first, rows, field, tile.data());
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
            records.read(first, rows, roles.colour, tile.data());
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

DataSet read_records(
    const InputFile& file, const Records& records, const PointRoles& roles, const ReadOptions& options, const Progress& progress) {
    DataSet data = read_coordinates(file, records, roles, options, progress);
    if (data.skipped.count) data.skipped.why = "NaN or infinity";
    read_further(data, file, records, roles, progress);
    name_axes(data, records.fields, roles);
    return data;
}

}  // namespace neighborscope
