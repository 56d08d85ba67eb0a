// Reads NPZ: numpy arrays in a ZIP archive, as numpy.savez and numpy.savez_compressed write them. Specification: numpy.lib.format for the
// members, APPNOTE 6.3.10 for the archive.
#include "app/data/load/array_choice.hpp"
#include "app/data/load/column_streams.hpp"
#include "app/data/load/columns.hpp"
#include "app/data/load/npy/npy_array.hpp"
#include "app/data/load/npy/zip.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace neighborscope {
namespace npz {
namespace {

constexpr std::size_t header_bytes = 128 << 10;  // enough for an array of records with the largest number of fields

bool recognises(std::string_view first_bytes, std::string_view) {
    return first_bytes.starts_with("PK\x03\x04") || first_bytes.starts_with("PK\x05\x06");
}

/// A member that ends in ".npy", and its header.
struct Array {
    zip::Member member;
    std::optional<npy::Header> header;
};

/// Throws for other kinds of ZIP archives.
[[noreturn]] void refuse_other_archive(const InputFile& file, const std::vector<zip::Member>& members) {
    const auto has = [&](std::string_view name) {
        return std::any_of(members.begin(), members.end(), [&](const zip::Member& member) { return member.name.starts_with(name); });
    };
    if (has("xl/") || has("content.xml")) throw Error(Failure::input, file.path() + " is a spreadsheet", "save it as CSV");
    if (std::any_of(members.begin(), members.end(), [](const zip::Member& member) { return member.name.ends_with(".kml"); }))
        throw Error(Failure::input, file.path() + " is a KMZ file, which this build does not read",
            "save its points as .csv: ogr2ogr -lco GEOMETRY=AS_XY points.csv FILE");
    if (std::any_of(members.begin(), members.end(), [](const zip::Member& member) { return member.name.ends_with("data.pkl"); }))
        throw Error(Failure::input, file.path() + " is a file of PyTorch, which this build does not read",
            "save the tensor of the points as .npy: numpy.save('points.npy', tensor.numpy())");
    std::string list;
    for (std::size_t i = 0; i < members.size() && i < 8; ++i) list += (i ? ", " : "") + members[i].name.substr(0, 60);
    throw Error(Failure::input,
        file.path() + " is a ZIP archive without numpy arrays" +
            (members.empty() ? "" : ": it holds " + list + (members.size() > 8 ? ", ..." : "")),
        "unpack it and name the file that holds the points");
}

NamedArray describe(const InputFile& file, Array& array) {
    NamedArray named;
    named.path = array.member.name.substr(0, array.member.name.size() - 4);
    named.name = named.path.substr(named.path.rfind('/') + 1);  // npos + 1 is 0
    try {
        zip::check_method(file, array.member);
        const InputFile first(zip::path_of(file, array.member), zip::first_bytes(file, array.member, header_bytes));
        const npy::Header header = npy::read_header(first, array.member.size);
        named.shape = {header.rows};
        if (header.dimensions == 2 && !header.structured) named.shape.push_back(header.columns);
        const auto is_number = [](const npy::Field& field) { return field.kind == npy::Field::Kind::number; };
        if (!header.structured) named.kind = is_number(header.fields.front()) ? NamedArray::Kind::numbers : NamedArray::Kind::text;
        else if (std::any_of(header.fields.begin(), header.fields.end(), is_number)) named.kind = NamedArray::Kind::records;
        array.header = header;
    } catch (const Error& error) { named.why = error.what(); }
    return named;
}

/// Unpacks members on request, once each, and keeps them.
class Archive {
public:
    Archive(const InputFile& file, const Progress& progress) : file_(file), progress_(progress) {}

    const InputFile& open(const Array& array) {
        files_.emplace_back(new InputFile(zip::unpack(file_, array.member, progress_)));
        return *files_.back();
    }

private:
    const InputFile& file_;
    const Progress& progress_;
    std::vector<std::unique_ptr<const InputFile>> files_;
};

/// Reads points from a deflated matrix without holding it: rows are unpacked piece by piece and read in parallel.
DataSet read_packed(
    const InputFile& file, const Array& array, const LoadOptions& of_points, const ReadOptions& options, const Progress& progress) {
    const std::string path = zip::path_of(file, array.member);
    zip::Stream stream(file, array.member);
    const NumberMatrix matrix = array.header->matrix();
    PackedRows packed{matrix, matrix_columns(path, of_points, matrix.columns), double(array.member.packed)};
    zip::Checksum sum(1 + (matrix.rows + packed.step - 1) / packed.step);
    packed.restart = [&] {
        stream.restart();
        std::string header(array.header->data_offset, '\0');
        stream.read(header.data(), header.size());
        sum.add(0, header);
    };
    packed.unpack = [&](std::size_t, std::size_t count, char* out) { stream.read(out, count * matrix.row_stride); };
    packed.check = [&](std::size_t first, std::string_view bytes) { sum.add(1 + first / packed.step, bytes); };
    packed.finish = [&] { sum.check(file, array.member); };
    packed.verify = [&] { zip::verify(file, array.member, progress); };
    return assemble_packed(path, packed, options, progress);
}

/// Reads points from columns that follow one another, in one deflated matrix or in one member each, without holding them. Every member is
/// unpacked once before, to find the beginnings of columns and to detect damage.
DataSet read_packed_columns(const InputFile& file, const std::vector<const Array*>& members, const LoadOptions& of_points,
    const ReadOptions& options, const Progress& progress) {
    const npy::Header& header = *members.front()->header;
    const std::string path = zip::path_of(file, members.front()->member);
    const std::size_t in_each = members.size() > 1 ? 1 : std::size_t(header.columns), bytes = std::size_t(header.rows * header.item_bytes);
    NumberMatrix matrix = header.matrix();
    matrix.columns = in_each * members.size();
    std::vector<int> chosen(members.size());
    std::iota(chosen.begin(), chosen.end(), 0);
    if (members.size() == 1) chosen = matrix_columns(path, of_points, matrix.columns);
    ColumnStreams<zip::Stream> columns(matrix.number);
    double packed_bytes = 0;
    std::string passed_over(512 << 10, '\0');
    for (std::size_t i = 0; i < members.size(); ++i) {
        const zip::Member& member = members[i]->member;
        zip::verify(file, member, progress);
        zip::Stream stream(file, member);
        const auto skip = [&](std::size_t left) {
            for (; left > 0; progress.step(0, 0)) {
                const std::size_t here = std::min(left, passed_over.size());
                stream.read(passed_over.data(), here);
                left -= here;
            }
        };
        skip(members[i]->header->data_offset);
        for (std::size_t column = 0; column < in_each; ++column) {
            if (holds(chosen, int(i * in_each + column))) columns.add(stream, int(i * in_each + column));
            if (column + 1 < in_each) skip(bytes);
        }
        packed_bytes += double(member.packed);
    }
    return assemble_packed(path, rows_of_streams(columns, matrix, chosen, packed_bytes), options, progress);
}

npy::Columns join_columns(Archive& archive, const std::vector<Array>& arrays, const ArrayChoice& choice,
    const std::vector<NamedArray>& named, const LoadOptions& of_points) {
    if (choice.points.size() == 1) {
        const Array& points = arrays[std::size_t(choice.points.front())];
        return npy::choose_columns(archive.open(points), *points.header, of_points);
    }
    npy::Columns columns;  // x, y (and z), each a separate array
    for (const int i : choice.points) {
        const Array& array = arrays[std::size_t(i)];
        columns.rows = array.header->rows;
        columns.coordinates.push_back(npy::quantity_of(archive.open(array), *array.header, named[std::size_t(i)].name).column);
        columns.coordinates.back().place = "array '" + named[std::size_t(i)].name + "'";
    }
    return columns;
}

/// Chooses the arrays that app/data/faces writes: vectors and people; the basis is not points.
std::optional<ArrayChoice> gallery_choice(const std::vector<NamedArray>& named) {
    const auto at = [&](std::string_view name) {
        const auto found = std::find_if(named.begin(), named.end(), [&](const NamedArray& array) { return array.name == name; });
        return found == named.end() ? -1 : int(found - named.begin());
    };
    for (const char* name : {"vectors", "labels", "people", "files", "mean", "components", "height_width"})
        if (at(name) < 0) return {};
    const auto shape = [&](std::string_view name) { return named[std::size_t(at(name))].shape; };
    if (shape("vectors").size() != 2) return {};
    const std::vector<std::uint64_t> list{shape("vectors")[0]};
    if (shape("labels") != list || shape("files") != list) return {};
    const bool known = named[std::size_t(at("people"))].kind == NamedArray::Kind::text;  // else people are unknown
    if (!known) return ArrayChoice{{at("vectors")}, {at("files")}, -1, 0};
    return ArrayChoice{{at("vectors")}, {at("files"), at("labels")}, 1, -1};
}

/// Replaces the quantity's numbers by words from an array of that name.
void spell_out(Archive& archive, const std::vector<Array>& arrays, const std::vector<NamedArray>& named, const std::string& words_name,
    ColumnQuantity& quantity) {
    for (std::size_t i = 0; i < named.size(); ++i) {
        if (named[i].name != words_name || named[i].kind != NamedArray::Kind::text || named[i].shape.size() != 1) continue;
        const ColumnQuantity words = npy::quantity_of(archive.open(arrays[i]), *arrays[i].header, "");
        for (std::size_t row = 0; row < arrays[i].header->rows; ++row) quantity.words.push_back(text_at(words, row));
        quantity.kind = ColumnQuantity::Kind::coded;
        return;
    }
}

/// Describes all arrays of the archive.
std::vector<NamedArray> describe_all(const InputFile& file, std::vector<Array>& arrays, const Progress& progress) {
    const std::vector<zip::Member> members = zip::members(file);
    std::vector<NamedArray> named;
    for (const zip::Member& member : members) {
        if (!member.name.ends_with(".npy")) continue;
        arrays.push_back({member, {}});
        named.push_back(describe(file, arrays.back()));
        progress.step(0, 0);
    }
    if (arrays.empty()) refuse_other_archive(file, members);
    return named;
}

std::vector<std::string> list(const InputFile& file, const Progress& progress) {
    std::vector<Array> arrays;
    std::vector<std::string> names;
    for (const NamedArray& array : describe_all(file, arrays, progress)) names.push_back(described(array));
    return names;
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    std::vector<Array> arrays;
    const std::vector<NamedArray> named = describe_all(file, arrays, progress);
    std::optional<ArrayChoice> gallery;
    if (options.load.array.empty() && options.load.columns.empty() && options.load.label.empty() && !options.origin)
        gallery = gallery_choice(named);
    const ArrayChoice choice = gallery ? *gallery : choose_arrays(file.path(), named, options);

    Archive archive(file, progress);
    const Array& points = arrays[std::size_t(choice.points.front())];
    const std::string points_path = zip::path_of(file, points.member);
    const LoadOptions of_points = choice.options_of_points(options.load);
    std::vector<const Array*> coordinates;
    for (const int i : choice.points) coordinates.push_back(&arrays[std::size_t(i)]);
    const bool in_one = coordinates.size() == 1;
    const bool packed = std::all_of(coordinates.begin(), coordinates.end(), [&](const Array* array) {
        const npy::Header& header = *array->header;
        return array->member.method == 8 && header.fields.front().number == points.header->fields.front().number &&
               (in_one ? npy::only_coordinates(points_path, header, of_points) : header.rows * header.item_bytes >= least_column_streamed);
    });
    npy::Columns columns;
    columns.rows = points.header->rows;
    if (!packed) columns = join_columns(archive, arrays, choice, named, of_points);
    for (std::size_t i = 0; i < choice.quantities.size(); ++i) {
        const auto at = std::size_t(choice.quantities[i]);
        const std::string name = !gallery ? named[at].name : i == 0 ? "file" : "person";
        ColumnQuantity quantity = npy::quantity_of(archive.open(arrays[at]), *arrays[at].header, name);
        if (quantity.kind == ColumnQuantity::Kind::number)
            spell_out(archive, arrays, named, gallery ? "people" : name + "_words", quantity);
        if (int(i) == choice.label) make_label(quantity, columns.rows), columns.label = int(columns.quantities.size());
        if (int(i) == choice.title) columns.title = int(columns.quantities.size());
        columns.quantities.push_back(std::move(quantity));
    }
    if (choice.colours >= 0) {
        const Array& array = arrays[std::size_t(choice.colours)];
        const InputFile& colours = archive.open(array);
        const npy::Columns channels = npy::choose_columns(colours, *array.header, {});
        columns.colours.emplace();
        std::copy(channels.coordinates.begin(), channels.coordinates.end(), columns.colours->channel);
    }
    const bool in_rows = in_one && (!points.header->fortran_order || points.header->columns == 1);
    DataSet data = !packed   ? assemble_columns(points_path, columns.coordinates, columns.rows, options, progress)
                   : in_rows ? read_packed(file, points, of_points, options, progress)
                             : read_packed_columns(file, coordinates, of_points, options, progress);
    if (packed && !in_one)
        for (std::size_t i = 0; i < data.axes.size(); ++i) data.axes[i] = named[std::size_t(choice.points[i])].name;
    if (choice.axes >= 0 && options.load.columns.empty()) {
        const Array& axes = arrays[std::size_t(choice.axes)];
        const ColumnQuantity words = npy::quantity_of(archive.open(axes), *axes.header, "");
        if (data.axes.size() == axes.header->rows)  // no column is the label
            for (std::size_t i = 0; i < data.axes.size(); ++i) data.axes[i] = text_at(words, i);
    }
    npy::add_quantities(data, points_path, columns, options, progress);
    return data;
}

}  // namespace
}  // namespace npz

const Reader npz_reader = {
    .name = "NPZ",
    .extensions = ".npz",
    .help =
        "numpy arrays in a ZIP archive, stored or deflated: the one that --array names, or named points, data, x, X, train.., or the only "
        "matrix; or arrays x, y, "
        "z; "
        "arrays of one dimension and as many values come along, y or label as the class",
    .recognises = npz::recognises,
    .read = npz::read,
    .arrays = npz::list,
};

}  // namespace neighborscope
