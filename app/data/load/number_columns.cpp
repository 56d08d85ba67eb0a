#include "app/data/load/number_columns.hpp"

#include "app/data/files/parallel.hpp"
#include "app/data/load/column_streams.hpp"
#include "app/data/load/columns.hpp"
#include "app/data/load/inflate_stream.hpp"
#include "app/data/load/point_fields.hpp"
#include "app/data/load/quantities.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace neighborscope {
namespace {

void decode(
    NumberFormat format, const char* source, std::size_t source_stride, std::size_t count, double* destination, std::size_t stride) {
    read_scalars(format.type, format.swapped, source, source_stride, count, destination, stride);
}

/// Rows of some hundred thousand values: a few milliseconds.
std::size_t piece_rows(std::size_t dimension) { return std::max<std::size_t>(1, (256 << 10) / dimension); }

/// Contiguous columns of one format in every row.
struct Run {
    std::size_t first = 0, columns = 0;
};

std::vector<Run> runs_of(const std::vector<NumberColumn>& columns) {
    std::vector<Run> runs;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (i > 0) {
            const NumberColumn &before = columns[i - 1], &here = columns[i];
            if (here.number == before.number && here.stride == before.stride &&
                here.first == before.first + scalar_bytes(here.number.type)) {
                ++runs.back().columns;
                continue;
            }
        }
        runs.push_back({i, 1});
    }
    return runs;
}

/// Decodes rows [first, first + rows) into `tile`, [rows][columns].
void decode_tile(
    const std::vector<NumberColumn>& columns, const std::vector<Run>& runs, std::size_t first, std::size_t rows, double* tile) {
    const std::size_t dimension = columns.size();
    for (const Run& run : runs) {
        const NumberColumn& start = columns[run.first];
        const char* source = start.first + first * start.stride;
        const std::size_t bytes = scalar_bytes(start.number.type);
        if (run.columns == dimension && start.stride == dimension * bytes) {
            decode(start.number, source, bytes, rows * dimension, tile, 1);
        } else if (run.columns >= 8) {
            for (std::size_t row = 0; row < rows; ++row)
                decode(start.number, source + row * start.stride, bytes, run.columns, tile + row * dimension + run.first, 1);
        } else {
            for (std::size_t i = 0; i < run.columns; ++i)
                decode(start.number, source + i * bytes, start.stride, rows, tile + run.first + i, dimension);
        }
    }
}

/// The same for contiguous columns of a type that is exact in float32.
void write_floats(const std::vector<NumberColumn>& columns, std::size_t first, std::size_t rows, float* to) {
    const NumberColumn& start = columns.front();
    const auto& [type, swapped] = start.number;
    const char* source = start.first + first * start.stride;
    if (start.stride == columns.size() * scalar_bytes(type)) return read_floats(type, swapped, source, rows * columns.size(), to);
    for (std::size_t row = 0; row < rows; ++row, source += start.stride, to += columns.size())
        read_floats(type, swapped, source, columns.size(), to);
}

DataSet assemble_named(const std::string& path, const std::vector<NumberColumn>& columns, const Pieces& pieces, const ReadOptions& options,
    const Progress& progress) {
    DataSet data = assemble(path, int(columns.size()), pieces, options, progress);
    if (data.skipped.count) data.skipped.why = "NaN or infinity";
    data.axes.clear();
    for (const NumberColumn& column : columns) data.axes.push_back(column.name);
    return data;
}

ColourScale colour_scale(const ColumnColours& colours, std::size_t rows, const Progress& progress) {
    const std::size_t block = 64 << 10;
    std::vector<double> maxima((rows + block - 1) / block);
    parallel_pieces(maxima.size(), 0, Progress{{}, progress.stop}, [&](std::size_t piece) {
        for (std::size_t row = piece * block; row < std::min(rows, (piece + 1) * block); ++row)
            for (const NumberColumn& channel : colours.channel)
                if (const double value = number_at(channel, row); std::isfinite(value)) maxima[piece] = std::max(maxima[piece], value);
    });
    return {colours.channel[0].number.type, maxima.empty() ? 0 : *std::max_element(maxima.begin(), maxima.end())};
}

}  // namespace

double number_at(const NumberColumn& column, std::size_t row) {
    double value = 0;
    decode(column.number, column.first + row * column.stride, 0, 1, &value, 1);
    return value;
}

std::string text_at(const ColumnQuantity& quantity, std::size_t row) {
    const char* bytes = quantity.column.first + row * quantity.column.stride;
    std::string text;
    if (quantity.kind == ColumnQuantity::Kind::bytes) {
        for (std::size_t i = 0; i < quantity.width && bytes[i]; ++i) text += static_cast<unsigned char>(bytes[i]) < 32 ? ' ' : bytes[i];
        return text;
    }
    for (std::size_t i = 0; i + 4 <= quantity.width; i += 4) {
        double number = 0;
        decode({Scalar::u4, quantity.column.number.swapped}, bytes + i, 4, 1, &number, 1);
        const auto letter = std::uint32_t(number);
        const auto add = [&](std::uint32_t byte) { text += char(byte); };
        if (letter == 0) break;
        if (letter < 32) add(' ');
        else if (letter < 0x80) add(letter);
        else if (letter < 0x800) add(0xc0 | letter >> 6), add(0x80 | (letter & 63));
        else if (letter < 0x10000) add(0xe0 | letter >> 12), add(0x80 | (letter >> 6 & 63)), add(0x80 | (letter & 63));
        else if (letter < 0x110000)
            add(0xf0 | letter >> 18), add(0x80 | (letter >> 12 & 63)), add(0x80 | (letter >> 6 & 63)), add(0x80 | (letter & 63));
        else add('?');
    }
    return text;
}

std::string number_word(double value) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

namespace {

std::vector<std::string> names_of_columns(std::uint64_t all_columns) {
    return all_columns <= 3 ? plain_axes(int(all_columns)) : std::vector<std::string>{};
}

int number_of_columns(std::uint64_t all_columns) { return int(std::min<std::uint64_t>(all_columns, 2147483647)); }

}  // namespace

std::vector<int> matrix_columns(const std::string& path, const LoadOptions& options, std::uint64_t all_columns) {
    std::vector<int> columns;
    const int label = matrix_label(path, options, all_columns);
    if (options.columns.empty()) {
        check_dimension(path, all_columns - (label >= 0 ? 1 : 0));
        for (int i = 0; i < int(all_columns); ++i)
            if (i != label) columns.push_back(i);
    } else {
        columns = chosen_columns(path, options.columns, names_of_columns(all_columns), number_of_columns(all_columns));
        check_dimension(path, columns.size());
    }
    return columns;
}

int matrix_label(const std::string& path, const LoadOptions& options, std::uint64_t all_columns) {
    if (options.label.empty() || options.label == "none") return -1;
    return chosen_column(path, "--label", options.label, names_of_columns(all_columns), number_of_columns(all_columns));
}

NumberColumn NumberMatrix::column_at(const char* first, int column) const {
    const std::string count = std::to_string(column + 1);
    const std::string name = columns <= 3 ? std::string(1, char('x' + column)) : count;
    return {first ? first + std::size_t(column) * column_stride : nullptr, row_stride, number, name, "column " + count, every};
}

NumberMatrix NumberMatrix::sample(std::uint64_t each) const {
    NumberMatrix some = *this;
    some.rows = (rows + each - 1) / each;
    some.row_stride *= each;
    some.every *= each;
    return some;
}

std::vector<NumberColumn> NumberMatrix::columns_at(const char* first, const std::vector<int>& chosen) const {
    std::vector<NumberColumn> all;
    for (const int column : chosen) all.push_back(column_at(first, column));
    return all;
}

void read_rows(const std::string& path, const std::vector<NumberColumn>& columns, std::size_t first, std::size_t rows, bool strict,
    RowCollector& collector, std::size_t first_row) {
    // A tile of float64 fits in the second-level cache, and so do the cache lines that the next tile needs again if columns are contiguous.
    const std::size_t dimension = columns.size(), tile_rows = std::max<std::size_t>(1, (16 << 10) / dimension);
    const std::vector<Run> runs = runs_of(columns);
    const bool plain = runs.size() == 1 && fits_float(columns.front().number.type);
    const RowRules rules{strict, "the array", "NaN or infinite", "remove the row, in numpy: array[numpy.isfinite(array).all(axis=1)]"};
    std::vector<double> tile;
    for (std::size_t row = first; row < first + rows; row += tile_rows) {
        const std::size_t here = std::min(tile_rows, first + rows - row);
        if (float* room = plain ? collector.room() : nullptr) {
            write_floats(columns, row, here, room);
            if (collector.take(here)) continue;
        }
        tile.resize(tile_rows * dimension);
        decode_tile(columns, runs, row, here, tile.data());
        for (std::size_t i = 0; i < here; ++i) {
            check_row(collector.add(&tile[i * dimension]), collector, rules, [&](std::size_t axis) {
                return path + ": row " + std::to_string((first_row + row + i) * columns[axis].every) + ", " + columns[axis].place;
            });
        }
    }
}

DataSet assemble_columns(const std::string& path, const std::vector<NumberColumn>& columns, std::size_t rows, const ReadOptions& options,
    const Progress& progress) {
    const std::size_t step = piece_rows(columns.size());
    Pieces pieces;
    pieces.most_rows = rows_in_pieces(rows, step);
    double bytes = 0;
    for (const NumberColumn& column : columns) bytes += double(rows) * double(scalar_bytes(column.number.type));
    pieces.bytes_each = bytes / double(std::max<std::size_t>(1, pieces.most_rows.size()));
    pieces.read = [&](std::size_t piece, RowCollector& collector) {
        read_rows(path, columns, piece * step, pieces.most_rows[piece], options.load.strict, collector);
    };
    return assemble_named(path, columns, pieces, options, progress);
}

DataSet assemble_packed(const std::string& path, const PackedRows& packed, const ReadOptions& options, const Progress& progress) {
    const NumberMatrix& matrix = packed.matrix;
    Pieces pieces;
    pieces.most_rows = rows_in_pieces(matrix.rows, packed.step);
    pieces.bytes_each = packed.packed_bytes / double(std::max<std::size_t>(1, pieces.most_rows.size()));
    PieceSequencer sequencer(progress.stop);
    BufferPool buffers(std::min<std::size_t>(packed.step, matrix.rows) * matrix.row_stride);
    if (packed.restart)
        pieces.restart = [&] {
            sequencer.restart();
            packed.restart();
        };
    pieces.read = [&](std::size_t piece, RowCollector& collector) {
        const std::size_t first = piece * packed.step, count = pieces.most_rows[piece];
        const BufferPool::Buffer buffer = buffers.take();
        const auto unpack = [&] { packed.unpack(first, count, buffer.get()); };
        if (packed.restart) sequencer.take(piece, unpack);
        else unpack();
        if (packed.check) packed.check(first, {buffer.get(), count * matrix.row_stride});
        read_rows(path, matrix.columns_at(buffer.get(), packed.chosen), 0, count, options.load.strict, collector, first);
    };
    try {
        DataSet data = assemble_named(path, matrix.columns_at(nullptr, packed.chosen), pieces, options, progress);
        if (packed.finish) packed.finish();
        return data;
    } catch (const Error& error) {
        if (packed.verify && error.kind == Failure::input) packed.verify();
        throw;
    }
}

DataSet assemble_gzip(const InputFile& beginning, std::size_t before, const NumberMatrix& matrix, const std::vector<int>& chosen,
    const ReadOptions& options, const Progress& progress) {
    const auto refuse = [&](const std::string& what) {
        throw Error(Failure::input, beginning.path() + ": " + what + " the " + std::to_string(matrix.rows) + " rows of its header",
            "copy the file again, or save it again");
    };
    GzipStream stream(beginning);
    if (matrix.row_stride == scalar_bytes(matrix.number.type) && matrix.columns > 1) {
        stream.restart(before);
        ColumnStreams<GzipStream> columns(matrix.number);
        for (int column = 0; column < int(matrix.columns); ++column) {
            if (holds(chosen, column)) columns.add(stream, column);
            if (stream.skip(matrix.column_stride, progress) < matrix.column_stride) refuse("it ends before the last of");
        }
        if (stream.skip(1) > 0) refuse("more bytes follow");
        return assemble_packed(beginning.path(), rows_of_streams(columns, matrix, chosen, double(stream.packed())), options, progress);
    }
    PackedRows packed{matrix, chosen, double(stream.packed())};
    packed.restart = [&] { stream.restart(before); };
    packed.unpack = [&](std::size_t first, std::size_t count, char* out) {
        const std::size_t got = stream.read(out, count * matrix.row_stride);
        if (got < count * matrix.row_stride) refuse("it ends after " + std::to_string(first + got / matrix.row_stride) + " of");
    };
    packed.finish = [&] {
        if (char beyond = 0; stream.read(&beyond, 1) > 0) refuse("more bytes follow");
    };
    packed.verify = [&] { stream.verify(progress); };
    return assemble_packed(beginning.path(), packed, options, progress);
}

void make_label(ColumnQuantity& quantity, std::size_t rows) {
    if (quantity.kind != ColumnQuantity::Kind::number) return;
    const Scalar type = quantity.column.number.type;
    if (type == Scalar::f2 || type == Scalar::f4 || type == Scalar::f8) {
        for (std::size_t row = 0; row < rows; ++row) {
            const double value = number_at(quantity.column, row);
            if (!std::isnan(value) && value != std::floor(value)) return;
        }
    }
    quantity.kind = ColumnQuantity::Kind::label;
}

void collect_columns(DataSet& data, const std::string& path, const std::vector<ColumnQuantity>& quantities,
    const std::optional<ColumnColours>& colours, std::size_t rows, const Progress& progress) {
    using Kind = ColumnQuantity::Kind;
    std::vector<Quantity> plan;
    for (const ColumnQuantity& quantity : quantities) plan.push_back(empty_quantity(quantity.column.name, quantity.kind != Kind::number));
    if (colours) plan.push_back(empty_colours());
    const ColourScale scale = colours ? colour_scale(*colours, rows, progress) : ColourScale();
    const std::size_t step = piece_rows(std::max<std::size_t>(1, 4 * quantities.size()));
    const auto read = [&](std::size_t piece, QuantityCollector& collector) {
        for (std::size_t row = piece * step; row < std::min(rows, (piece + 1) * step); ++row) {
            collector.begin_row();
            for (std::size_t i = 0; i < quantities.size(); ++i) {
                const ColumnQuantity& quantity = quantities[i];
                if (quantity.kind == Kind::number) {
                    collector.number(i, number_at(quantity.column, row));
                } else if (quantity.kind == Kind::label) {
                    const double value = number_at(quantity.column, row);
                    if (!std::isnan(value)) collector.word(i, number_word(value));
                } else if (quantity.kind == Kind::coded) {
                    const double place = number_at(quantity.column, row);
                    if (place >= 0 && place < double(quantity.words.size())) collector.word(i, quantity.words[std::size_t(place)]);
                } else {
                    collector.word(i, text_at(quantity, row));
                }
            }
            if (!colours) continue;
            const double parts[3] = {
                number_at(colours->channel[0], row), number_at(colours->channel[1], row), number_at(colours->channel[2], row)};
            collector.colour(scale.colour(parts));
        }
    };
    collect_quantities(data, path, plan, (rows + step - 1) / step, read, progress);
}

ColumnQuantity label_quantity(NumberColumn column, std::size_t rows) {
    ColumnQuantity quantity{std::move(column)};
    quantity.column.name = quantity.column.place;
    make_label(quantity, rows);
    return quantity;
}

void collect_label(DataSet& data, const std::string& path, const NumberColumn& column, std::size_t rows, const Progress& progress) {
    collect_columns(data, path, {label_quantity(column, rows)}, {}, rows, progress);
    data.set_label(0);
}

DataSet read_matrix(
    const std::string& path, const NumberMatrix& matrix, const char* first, const ReadOptions& options, const Progress& progress) {
    const std::vector<int> chosen = matrix_columns(path, options.load, matrix.columns);
    DataSet data = assemble_columns(path, matrix.columns_at(first, chosen), matrix.rows, options, progress);
    const int label = matrix_label(path, options.load, matrix.columns);
    if (label >= 0 && options.load.quantities) collect_label(data, path, matrix.column_at(first, label), matrix.rows, progress);
    return data;
}

}  // namespace neighborscope
