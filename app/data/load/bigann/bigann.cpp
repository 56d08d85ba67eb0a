// Reads vectors of big-ann-benchmarks and DiskANN: uint32 number of vectors, uint32 dimension, then all values row by row, little-endian.
// The name gives their type. Specification: big-ann-benchmarks.com, "data format".
#include "app/data/load/bigann/bigann.hpp"

#include "app/data/load/inflate_stream.hpp"
#include "app/data/load/number_columns.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace neighborscope {
namespace bigann {
namespace {

constexpr std::string_view extensions = ".fbin .u8bin .i8bin .ibin";
constexpr std::size_t header_bytes = 8;

/// Returns the extension without ".crop_nb_10000000", which the benchmark appends to partial downloads.
std::string kind_of(std::string_view file_name) { return extension_of(file_name.substr(0, file_name.rfind(".crop_nb_"))); }

bool recognises(std::string_view, std::string_view file_name) { return has_extension("file" + kind_of(file_name), extensions); }

struct Header {
    std::uint64_t rows = 0, dimension = 0;
    std::uint64_t values() const { return rows * dimension; }  // two 32-bit numbers
};

Header header_of(const InputFile& file) {
    if (file.size() < header_bytes) return {};
    return {read_bits<std::uint32_t>(file.begin()), read_bits<std::uint32_t>(file.begin() + 4)};
}

/// Whether the header may be of vectors. A small dimension read as float32 is below 1e-40, which no measured value is.
bool is_likely(const Header& header) {
    constexpr std::uint64_t most_dimensions = 65536;
    return header.rows > 0 && header.dimension > 0 && header.dimension <= most_dimensions;
}

/// Whether the file has this size; for gzip by its last four bytes, the size modulo 2^32.
bool has_size(const InputFile& file, std::uint64_t size) {
    if (!file.is_partial()) return file.size() == size;
    const std::string_view packed = file.packed();
    return packed.size() >= 4 && read_bits<std::uint32_t>(packed.data() + packed.size() - 4) == std::uint32_t(size);
}

bool fits(const InputFile& file) {
    if (recognises({}, file.name())) return true;
    const Header header = header_of(file);
    return is_likely(header) && has_size(file, header_bytes + 4 * header.values());
}

std::string said(const InputFile& file, const Header& header) {
    return file.path() + ", byte 0: the header says " + std::to_string(header.rows) + " vectors of " + std::to_string(header.dimension) +
           " dimensions";
}

constexpr const char* lists_remedy = "name the file of the points; neighborscope compare POINTS --lists FILE judges such lists";

/// Throws if the size fits the header with another type of values.
void refuse_other_kind(const InputFile& file, const Header& header) {
    const std::string fits = said(file, header) + ", and the file has the size of ";
    if (has_size(file, header_bytes + header.values())) throw Error(Failure::input, fits + "bytes", "name it .u8bin or .i8bin");
    if (has_size(file, header_bytes + 4 * header.values()))
        throw Error(Failure::input, fits + "float32 or int32", "name it .fbin or .ibin");
    if (has_size(file, header_bytes + 8 * header.values()))
        throw Error(Failure::input, fits + "lists of neighbours, an index and a distance each", lists_remedy);
}

/// Throws for integers in a file whose name does not say float32: read as float32 they are almost 0.
void refuse_integers(const InputFile& file, const Header& header) {
    constexpr std::uint64_t most_values = 100000;
    const std::uint64_t values = std::min({most_values, header.values(), std::uint64_t(file.size() - header_bytes) / 4});
    std::uint64_t odd = 0;
    for (std::uint64_t i = 0; i < values; ++i) {
        const float size = std::fabs(std::bit_cast<float>(read_bits<std::uint32_t>(file.begin() + header_bytes + 4 * i)));
        odd += size > 0 && size < 1e-20f;
    }
    if (10 * odd > values)
        throw Error(Failure::input, said(file, header) + ", and the values are integers, as lists of neighbours have",
            "name it .ibin when they are coordinates; neighborscope compare POINTS --lists FILE judges lists");
}

/// Returns the matrix of the header if the file's size fits.
NumberMatrix matrix_of(const InputFile& file) {
    const std::string kind = kind_of(file.name());
    const Scalar type = kind == ".u8bin" ? Scalar::u1 : kind == ".i8bin" ? Scalar::i1 : kind == ".ibin" ? Scalar::i4 : Scalar::f4;
    const std::size_t item = scalar_bytes(type);
    const Header header = header_of(file);
    if (file.size() < header_bytes)
        throw Error(Failure::input, file.path() + ", byte " + std::to_string(file.size()) + ": the file ends within its header of 8 bytes",
            "copy the file again");
    if (!is_likely(header))
        throw Error(Failure::input, said(file, header) + ", which is impossible", "the file is damaged, or is not " + kind.substr(1));
    const std::uint64_t needed = header_bytes + item * header.values();
    const bool too_many = file.is_partial() && needed > most_unpacked(file.packed().size());
    if (too_many || (!file.is_partial() && needed != file.size())) {
        refuse_other_kind(file, header);
        throw Error(Failure::input,
            said(file, header) + " of " + std::to_string(item) + (item == 1 ? " byte, " : " bytes, ") + std::to_string(needed) +
                " bytes in all; the file has " +
                (file.is_partial() ? "at most " + std::to_string(most_unpacked(file.packed().size())) : std::to_string(file.size())),
            "the file was cut or is damaged: copy it again");
    }
    if (!recognises({}, file.name())) refuse_integers(file, header);
    return {header.rows, header.dimension, {type}, std::size_t(item * header.dimension), item};
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const NumberMatrix matrix = matrix_of(file);
    if (!file.is_partial()) return read_matrix(file.path(), matrix, file.begin() + header_bytes, options, progress);
    if (matrix.row_stride > largest_row_unpacked || matrix_label(file.path(), options.load, matrix.columns) >= 0)
        return read(InputFile(file.on_disk(), progress), options, progress);
    return assemble_gzip(file, header_bytes, matrix, matrix_columns(file.path(), options.load, matrix.columns), options, progress);
}

StoredRows rows(const InputFile& file, const LoadOptions&) { return {header_bytes, matrix_of(file)}; }

}  // namespace

void refuse_header(const InputFile& file) {
    const Header header = header_of(file);
    if (!is_likely(header)) return;
    refuse_other_kind(file, header);
    throw Error(Failure::input,
        said(file, header) + ", as .fbin does, which are " + std::to_string(header_bytes + 4 * header.values()) +
            " bytes of float32; the file has " + (file.is_partial() ? "others" : std::to_string(file.size())),
        "the file was cut: copy it again; save another layout as .npy");
}

}  // namespace bigann

const Reader bigann_reader = {
    .name = "big-ann",
    .extensions = bigann::extensions,
    .help =
        "vectors of big-ann-benchmarks and DiskANN: their number and dimension, then float32, uint8, int8 or int32; .fbin under any name "
        "whose size fits its header",
    .recognises = bigann::recognises,
    .read = bigann::read,
    .unpacks_itself = true,
    .rows = bigann::rows,
    .fits = bigann::fits,
};

}  // namespace neighborscope
