// Reads fvecs, bvecs, ivecs: vectors of floats, bytes or integers, each after its dimension. Specification: corpus-texmex.irisa.fr,
// "vectors are stored in raw little endian": int32 dimension, then the components.
#include "app/data/files/parallel.hpp"
#include "app/data/load/inflate_stream.hpp"
#include "app/data/load/number_columns.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <filesystem>

namespace neighborscope {
namespace vecs {
namespace {

constexpr std::string_view extensions = ".fvecs .bvecs .ivecs";

bool recognises(std::string_view, std::string_view file_name) { return has_extension(file_name, extensions); }

struct Layout {
    Scalar type = Scalar::f4;
    std::size_t dimension = 0, rows = 0;
    std::size_t stride() const { return 4 + dimension * scalar_bytes(type); }
};

std::string at_byte(const InputFile& file, std::size_t byte) { return file.path() + ", byte " + std::to_string(byte) + ": "; }

/// Returns the type by the name and the dimension by the first vector; only this vector may be unpacked yet (InputFile::is_partial).
Layout first_vector(const InputFile& file) {
    Layout layout;
    const std::string kind = extension_of(file.name());
    layout.type = kind == ".fvecs" ? Scalar::f4 : kind == ".bvecs" ? Scalar::u1 : Scalar::i4;
    const std::size_t size = file.is_partial() ? most_unpacked(file.packed().size()) : file.size(), item = scalar_bytes(layout.type);
    if (size < 4)
        throw Error(Failure::input, at_byte(file, size) + "the file ends within the first vector's dimension", "copy the file again");
    const auto first = read_bits<std::int32_t>(file.begin());
    if (first < 1 || std::size_t(first) > (size - 4) / item)
        throw Error(Failure::input,
            at_byte(file, 0) + "the first vector is said to have " + std::to_string(first) + " dimensions of " + std::to_string(item) +
                (item == 1 ? " byte, " : " bytes, ") + std::to_string(size - 4) + (file.is_partial() ? " bytes at most" : " bytes") +
                " are there",
            "the file was cut, or is not " + kind.substr(1));
    layout.dimension = std::size_t(first);
    return layout;
}

/// Throws if another number is at the place of a dimension, as in a damaged file. `vector` is the address of this one.
void check_vector(const InputFile& file, const Layout& layout, std::size_t row, const char* vector) {
    if (const auto dimension = read_bits<std::int32_t>(vector); std::size_t(dimension) != layout.dimension)
        throw Error(Failure::input,
            at_byte(file, row * layout.stride()) + "vector " + std::to_string(row) + " is said to have " + std::to_string(dimension) +
                " dimensions, the first has " + std::to_string(layout.dimension),
            "all vectors must have the same dimension: save the file again");
}

/// Throws if bytes follow the last whole vector.
void check_end(const InputFile& file, const Layout& layout, std::size_t size, const char* end_of_whole) {
    const std::size_t stride = layout.stride(), whole = layout.rows * stride, rest = size - whole;
    if (rest >= 4 && std::size_t(read_bits<std::int32_t>(end_of_whole)) == layout.dimension)
        throw Error(Failure::input,
            at_byte(file, size) + "the file ends within vector " + std::to_string(layout.rows) + ", after " + std::to_string(rest) +
                " of " + std::to_string(stride) + " bytes",
            "the file was cut: copy it again");
    if (rest > 0)
        throw Error(Failure::input,
            at_byte(file, whole) + std::to_string(rest) + (rest == 1 ? " byte follows" : " bytes follow") + " the last of " +
                std::to_string(layout.rows) + " whole vectors",
            "the file was cut or is damaged: copy it again");
}

Layout read_layout(const InputFile& file, const Progress& progress) {
    Layout layout = first_vector(file);
    const std::size_t stride = layout.stride();
    layout.rows = file.size() / stride;
    const std::size_t block = std::max<std::size_t>(1, (8 << 20) / stride);
    parallel_pieces((layout.rows + block - 1) / block, 0, Progress{{}, progress.stop}, [&](std::size_t piece) {
        for (std::size_t row = piece * block; row < std::min(layout.rows, (piece + 1) * block); ++row)
            check_vector(file, layout, row, file.begin() + row * stride);
    });
    check_end(file, layout, file.size(), file.begin() + layout.rows * stride);
    return layout;
}

/// The same for gzip, which is unpacked once for this.
Layout read_packed_layout(const InputFile& beginning, GzipStream& stream, const Progress& progress) {
    Layout layout = first_vector(beginning);
    const std::size_t stride = layout.stride();
    std::string bytes(std::max<std::size_t>(1, (512 << 10) / stride) * stride, '\0');
    for (std::size_t here = bytes.size(), size = 0; here == bytes.size(); progress.step(double(stream.taken()), double(stream.packed()))) {
        here = stream.read(bytes.data(), bytes.size());
        size += here;
        for (std::size_t i = 0; i < here / stride; ++i) check_vector(beginning, layout, layout.rows++, bytes.data() + i * stride);
        if (here < bytes.size()) check_end(beginning, layout, size, bytes.data() + here / stride * stride);
    }
    return layout;
}

/// Returns the number of points of the file whose neighbours "sift_groundtruth.ivecs" lists: "sift_base.fvecs" or "sift_base.bvecs" beside
/// it. 0 if there is none.
std::size_t points_of_ground_truth(const InputFile& file, std::string& base) {
    const std::filesystem::path path(file.name());
    const std::string name = path.filename().string();
    for (const std::string_view word : {"groundtruth", "ground_truth", "gnd", "gt"}) {
        const std::size_t at = name.rfind(word);
        if (at == std::string::npos) continue;
        for (const auto& [ending, item] : {std::pair{".fvecs", 4}, std::pair{".bvecs", 1}}) {
            base = (path.parent_path() / (name.substr(0, at) + "base" + ending)).string();
            std::error_code error;
            if (!std::filesystem::is_regular_file(base, error) || std::filesystem::file_size(base, error) < 4) continue;
            const InputFile points(base);
            const auto dimension = points.size() < 4 ? 0 : read_bits<std::int32_t>(points.begin());
            if (dimension > 0) return points.size() / (4 + std::size_t(dimension) * std::size_t(item));
        }
    }
    return 0;
}

/// Integers are almost always neighbours of queries. Throws if they cannot be vectors: negative numbers, numbers beyond the points beside
/// the file or, without such points, numbers that float32 cannot distinguish.
void check_integers(const InputFile& file, const Layout& layout, const Progress& progress) {
    constexpr std::size_t exact = 1 << 24;
    std::string base;
    const std::size_t points = points_of_ground_truth(file, base);
    const std::size_t block = std::max<std::size_t>(1, (1 << 20) / layout.dimension), stride = layout.stride();
    parallel_pieces((layout.rows + block - 1) / block, 0, Progress{{}, progress.stop}, [&](std::size_t piece) {
        for (std::size_t row = piece * block; row < std::min(layout.rows, (piece + 1) * block); ++row)
            for (std::size_t i = 0; i < layout.dimension; ++i) {
                const std::size_t byte = row * stride + 4 + 4 * i;
                const auto index = read_bits<std::int32_t>(file.begin() + byte);
                if (index >= 0 && std::size_t(index) < (points ? points : exact + 1)) continue;
                const std::string where = at_byte(file, byte) + "vector " + std::to_string(row) + " names point " + std::to_string(index);
                const std::string remedy = ".ivecs lists the neighbours of queries; name the points themselves, .fvecs or .bvecs";
                if (index < 0) throw Error(Failure::input, where + ", which is impossible", remedy);
                if (points)
                    throw Error(Failure::input, where + ", which does not exist: " + base + " has " + std::to_string(points), remedy);
                throw Error(Failure::input, where + ", of which no file lies beside it, and which is too large for a coordinate", remedy);
            }
    });
}

/// Reads vectors while unpacking; each begins at its first number and ends after the dimension of the next.
DataSet read_packed(const InputFile& beginning, const ReadOptions& options, const Progress& progress) {
    GzipStream stream(beginning);
    try {
        const Layout layout = read_packed_layout(beginning, stream, progress);
        PackedRows packed{{layout.rows, layout.dimension, {layout.type}, layout.stride(), scalar_bytes(layout.type)},
            matrix_columns(beginning.path(), options.load, layout.dimension), double(stream.packed())};
        packed.restart = [&] { stream.restart(4); };
        packed.unpack = [&](std::size_t first, std::size_t count, char* out) {
            stream.read(out, count * layout.stride() - (first + count == layout.rows ? 4 : 0));
        };
        return assemble_packed(beginning.path(), packed, options, progress);
    } catch (const Error& error) {
        if (error.kind == Failure::input) stream.verify(progress);
        throw;
    }
}

/// Whether only coordinates are wanted, and vectors are not too long.
bool reads_while_unpacking(const InputFile& beginning, const LoadOptions& options) {
    const Layout layout = first_vector(beginning);
    return layout.type != Scalar::i4 && layout.stride() <= largest_row_unpacked &&
           matrix_label(beginning.path(), options, layout.dimension) < 0;
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    if (file.is_partial())
        return reads_while_unpacking(file, options.load) ? read_packed(file, options, progress)
                                                         : read(InputFile(file.on_disk(), progress), options, progress);
    const Layout layout = read_layout(file, progress);
    if (layout.type == Scalar::i4) check_integers(file, layout, progress);
    const NumberMatrix matrix{layout.rows, layout.dimension, {layout.type}, layout.stride(), scalar_bytes(layout.type)};
    return read_matrix(file.path(), matrix, file.begin() + 4, options, progress);
}

StoredRows rows(const InputFile& file, const LoadOptions&) {
    Layout layout = first_vector(file);
    layout.rows = file.size() / layout.stride();
    check_end(file, layout, file.size(), file.begin() + layout.rows * layout.stride());
    return {4, {layout.rows, layout.dimension, {layout.type}, layout.stride(), scalar_bytes(layout.type)}, true};
}

}  // namespace
}  // namespace vecs

const Reader vecs_reader = {
    .name = "vecs",
    .extensions = vecs::extensions,
    .help =
        "vectors of the TEXMEX collections (SIFT, GIST): floats, bytes or integers, every vector after its dimension, which must be the "
        "same",
    .recognises = vecs::recognises,
    .read = vecs::read,
    .unpacks_itself = true,
    .rows = vecs::rows,
};

}  // namespace neighborscope
