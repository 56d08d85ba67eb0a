// Reads IDX, the arrays of the MNIST digits: pictures or vectors, with labels in a second file. Specification: yann.lecun.com/exdb/mnist,
// "the IDX file format": two zero bytes, type, number of dimensions, big-endian sizes, values.
#include "app/data/load/number_columns.hpp"
#include "gpu/error.hpp"

#include <filesystem>
#include <optional>

namespace neighborscope {
namespace idx {
namespace {

constexpr std::size_t most_dimensions = 16;

std::optional<Scalar> type_of(char code) {
    switch (code) {
        case 0x08: return Scalar::u1;
        case 0x09: return Scalar::i1;
        case 0x0b: return Scalar::i2;
        case 0x0c: return Scalar::i4;
        case 0x0d: return Scalar::f4;
        case 0x0e: return Scalar::f8;
        default: return std::nullopt;
    }
}

/// Returns the place of "idx3" in a file name ("train-images-idx3-ubyte", "a.idx3-ubyte"); npos if it has none.
std::size_t idx_in(std::string_view file_name) {
    const std::size_t slash = file_name.rfind('/'), at = file_name.rfind("idx");
    if (at == std::string_view::npos || (slash != std::string_view::npos && at < slash) || at + 3 >= file_name.size())
        return std::string_view::npos;
    return file_name[at + 3] >= '1' && file_name[at + 3] <= '9' ? at : std::string_view::npos;
}

bool recognises(std::string_view first_bytes, std::string_view file_name) {
    if (idx_in(file_name) != std::string_view::npos || has_extension(file_name, ".idx")) return true;
    // The four bytes are too common to be a signature alone: the sizes must not be 0, either.
    if (first_bytes.size() < 8 || first_bytes[0] || first_bytes[1] || !type_of(first_bytes[2])) return false;
    const auto dimensions = static_cast<unsigned char>(first_bytes[3]);
    if (dimensions < 1 || dimensions > 4 || first_bytes.size() < 4 + 4u * dimensions || !extension_of(file_name).empty()) return false;
    for (std::size_t i = 0; i < dimensions; ++i)
        if (read_bits<std::uint32_t>(first_bytes.data() + 4 + 4 * i, true) == 0) return false;
    return true;
}

struct Layout {
    NumberMatrix matrix;
    std::size_t start = 0;  ///< offset of the first value
    const char* values = nullptr;
    std::optional<PictureShape> picture;  ///< for three sizes: pictures, lines, pixels per line
};

Layout read_layout(const InputFile& file) {
    const std::string_view bytes = file.bytes();
    const auto need = [&](std::size_t header) {
        if (bytes.size() < header)
            throw Error(Failure::input, file.path() + ", byte " + std::to_string(bytes.size()) + ": the file ends within the IDX header",
                "the file was cut: copy it again");
    };
    need(8);
    const auto dimensions = std::size_t(static_cast<unsigned char>(bytes[3]));
    const std::optional<Scalar> type = type_of(bytes[2]);
    const auto refuse_magic = [&](const std::string& why) {
        throw Error(Failure::input, file.path() + ", byte 0: not the beginning of an IDX file: " + why,
            "IDX begins with two zero bytes, a type from 8 to 14 and the number of dimensions");
    };
    if (bytes[0] || bytes[1]) refuse_magic("the first two bytes are not zero");
    if (!type) refuse_magic("there is no type " + std::to_string(static_cast<unsigned char>(bytes[2])));
    if (dimensions < 1 || dimensions > most_dimensions) refuse_magic(std::to_string(dimensions) + " dimensions");
    if (const std::size_t at = idx_in(file.name()); at != std::string_view::npos && std::size_t(file.name()[at + 3] - '0') != dimensions)
        refuse_magic("it says " + std::to_string(dimensions) + " dimensions, the name says " + file.name()[at + 3]);
    const std::size_t start = 4 + 4 * dimensions;
    need(start);

    const std::size_t item = scalar_bytes(*type);
    Layout layout{{0, 1, big_endian(*type), 0, item}, start, file.begin() + start, {}};
    std::uint64_t &rows = layout.matrix.rows, &columns = layout.matrix.columns;
    std::string shape;
    bool overflow = false;
    for (std::size_t i = 0; i < dimensions; ++i) {
        const std::uint64_t size = read_bits<std::uint32_t>(file.begin() + 4 + 4 * i, true);
        shape += (i ? " x " : "") + std::to_string(size);
        if (size == 0)
            throw Error(Failure::input, file.path() + ", byte " + std::to_string(4 + 4 * i) + ": a size of 0: there are no values",
                "name a file with at least one point");
        if (i == 0) rows = size;
        else overflow |= __builtin_mul_overflow(columns, size, &columns);
    }
    std::uint64_t needed = 0;
    overflow |= __builtin_mul_overflow(rows, columns, &needed);
    overflow |= __builtin_mul_overflow(needed, std::uint64_t(item), &needed);
    const std::uint64_t there = (file.is_partial() ? most_unpacked(file.packed().size()) : bytes.size()) - start;
    if (overflow || (file.is_partial() ? needed > there : needed != there))
        throw Error(Failure::input,
            file.path() + ", byte " + std::to_string(start) + ": " + shape + " values of " + std::to_string(item) +
                (item == 1 ? " byte need " : " bytes need ") + (overflow ? "more than 2^64" : std::to_string(needed)) + " bytes, " +
                std::to_string(there) + " are there",
            overflow || needed > there ? "the file was cut: copy it again" : "copy the file again");
    layout.matrix.row_stride = columns * item;
    constexpr std::uint64_t largest_side = 4096;
    if (const auto size = [&](std::size_t i) { return read_bits<std::uint32_t>(file.begin() + 4 + 4 * i, true); };
        dimensions == 3 && size(1) > 1 && size(2) > 1 && size(1) <= largest_side && size(2) <= largest_side)
        layout.picture = PictureShape{int(size(1)), int(size(2))};
    return layout;
}

/// Returns "t10k-labels-idx1-ubyte" for "t10k-images-idx3-ubyte", with ".gz" if only that exists; "" if there is none.
std::string labels_beside(std::string_view images) {
    const std::size_t slash = images.rfind('/'), folder = slash == std::string_view::npos ? 0 : slash + 1;
    std::string name(images.substr(folder));
    const std::size_t word = name.rfind("images");
    if (word == std::string::npos) return {};
    name.replace(word, 6, "labels");
    if (const std::size_t at = idx_in(name); at != std::string::npos) name[at + 3] = '1';
    return companion(std::string(images.substr(0, folder)) + name);
}

std::vector<std::string> companions(std::string_view file_name) {
    const std::string labels = labels_beside(file_name);
    return labels.empty() ? std::vector<std::string>() : std::vector{labels};
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const Layout layout = read_layout(file);
    const NumberMatrix& pixels = layout.matrix;
    std::string labels_path = options.load.label == "none" ? "" : labels_beside(file.name());
    ReadOptions of_pixels = options;  // --label names the labels beside the pictures, or a pixel
    std::string& label = of_pixels.load.label;
    if (labels_path.empty() || (!label.empty() && label != "label")) labels_path.clear();
    else label.clear();
    if (file.is_partial() && (matrix_label(file.path(), of_pixels.load, pixels.columns) >= 0 || pixels.row_stride > largest_row_unpacked))
        return read(InputFile(file.on_disk(), progress), options, progress);
    DataSet data = file.is_partial() ? assemble_gzip(file, layout.start, pixels,
                                           matrix_columns(file.path(), of_pixels.load, pixels.columns), of_pixels, progress)
                                     : read_matrix(file.path(), pixels, layout.values, of_pixels, progress);
    if (options.load.columns.empty() && std::uint64_t(data.dimension) == pixels.columns) data.picture = layout.picture;
    if (!options.load.quantities || labels_path.empty()) return data;
    const InputFile labels(labels_path, Progress{{}, progress.stop});
    const Layout of_labels_file = read_layout(labels);
    const NumberMatrix& of_labels = of_labels_file.matrix;
    if (of_labels.rows != pixels.rows || of_labels.columns != 1)
        throw Error(Failure::input,
            labels.path() + " holds " + std::to_string(of_labels.rows) + " labels" +
                (of_labels.columns == 1 ? "" : " of " + std::to_string(of_labels.columns) + " values") + " for the " +
                std::to_string(pixels.rows) + " pictures of " + file.path(),
            "put the matching labels beside them, or none");
    NumberColumn column = of_labels.column_at(of_labels_file.values, 0);
    column.name = "label";
    collect_columns(data, labels.path(), {{column, ColumnQuantity::Kind::label}}, {}, pixels.rows, progress);
    data.set_label(0);
    return data;
}

}  // namespace
}  // namespace idx

const Reader idx_reader = {
    .name = "IDX",
    .extensions = ".idx .idx1-ubyte .idx2-ubyte .idx3-ubyte .idx4-ubyte",
    .help =
        "arrays in the format of MNIST (train-images-idx3-ubyte): each picture is a row of its pixels; labels beside pictures "
        "(train-labels-idx1-ubyte) come along",
    .recognises = idx::recognises,
    .read = idx::read,
    .unpacks_itself = true,
    .companions = idx::companions,
};

}  // namespace neighborscope
