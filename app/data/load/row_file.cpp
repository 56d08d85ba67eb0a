#include "app/data/load/row_file.hpp"

#include "app/data/load/reader.hpp"
#include "gpu/error.hpp"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <numeric>
#include <sys/stat.h>
#include <unistd.h>

namespace neighborscope {
namespace {

std::int64_t time_of_change(const struct stat& status) { return std::int64_t(status.st_mtim.tv_sec) * 1000000000 + status.st_mtim.tv_nsec; }

void check_dimension_of_row(const std::string& path, const StoredRows& stored, std::uint64_t row, std::uint64_t at, const char* from) {
    if (!stored.begins_with_dimension || std::uint64_t(read_bits<std::int32_t>(from)) == stored.matrix.columns) return;
    throw Error(Failure::input,
        path + ", byte " + std::to_string(at) + ": vector " + std::to_string(row) + " is said to have " +
            std::to_string(read_bits<std::int32_t>(from)) + " dimensions, the first has " + std::to_string(stored.matrix.columns),
        "all vectors must have the same dimension: save the file again");
}

StoredRows rows_of(const Reader& reader, const InputFile& file, const LoadOptions& options, const std::string& purpose) {
    if (file.unpacked())
        throw Error(Failure::input, file.path() + " is packed by gzip, which can only be read from the beginning", "unpack it: gunzip");
    if (!reader.rows)
        throw Error(Failure::input, file.path() + ": " + std::string(reader.name) + " cannot be read " + purpose,
            "save the points as .npy, .fvecs, .fbin or .h5");
    return reader.rows(file, options);
}

}  // namespace

DataSet read_sample(const Reader& reader, const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const auto every = std::uint64_t(options.load.every);
    const StoredRows stored = rows_of(reader, file, options.load, "in part");
    const NumberMatrix some = stored.matrix.sample(every);
    const char* const first = file.packed().data() + stored.offset;
    for (std::uint64_t row = 0; stored.begins_with_dimension && row < some.rows; ++row) {
        const char* const from = first + row * some.row_stride - sizeof(std::int32_t);
        check_dimension_of_row(file.path(), stored, row * every, std::uint64_t(from - file.packed().data()), from);
    }
    DataSet data = read_matrix(file.path(), some, first, options, progress);
    data.every = std::int64_t(every);
    data.rows_in_file = std::int64_t(stored.matrix.rows);
    data.skipped.first_row *= data.skipped.count > 0 ? data.every : 1;
    if (data.file_rows.empty()) {
        data.file_rows.resize(std::size_t(data.count()));
        std::iota(data.file_rows.begin(), data.file_rows.end(), 0);
    }
    for (std::int64_t& row : data.file_rows) row *= data.every;
    return data;
}

std::int64_t every_row_that_fits(const StoredRows& stored, double memory_bytes) {
    constexpr double copies = 3;  // of the file, on the device, of the picture
    const double all = double(stored.matrix.rows) * double(stored.matrix.columns) * sizeof(float);
    if (copies * all <= memory_bytes) return 1;
    return std::max<std::int64_t>(2, std::int64_t(std::ceil(all / std::min(memory_bytes / (4 * copies), double(256 << 20)))));
}

RowFile::RowFile(const std::string& path, const LoadOptions& options) : path_(path) {
    if (!options.columns.empty() || !options.label.empty())
        throw Error(Failure::usage,
            "--columns and --label choose among columns, and a file that is read in tiles has all its columns as coordinates",
            "save the coordinates alone");
    {
        const InputFile file(path, {}, gzip_beginning);
        const Reader& reader = reader_for(file);
        stored_ = rows_of(reader, file, options, "in tiles");
        format_ = reader.name;
    }
    descriptor_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (descriptor_ < 0 || fstat(descriptor_, &status) != 0)
        throw Error(Failure::input, path + ": " + std::strerror(errno), "check the spelling and the folder");
    size_ = std::uint64_t(status.st_size);
    changed_at_ = time_of_change(status);
    if (stored_.matrix.columns < 1 || stored_.matrix.columns > 4096)
        throw Error(Failure::input, path + " has rows of " + std::to_string(stored_.matrix.columns) + " numbers",
            "points have 1 to 4096 coordinates");
}

RowFile::~RowFile() {
    if (descriptor_ >= 0) close(descriptor_);
}

bool RowFile::rounds() const { return !fits_float(stored_.matrix.number.type); }

void RowFile::check_unchanged() const {
    struct stat status {};
    if (fstat(descriptor_, &status) == 0 && std::uint64_t(status.st_size) == size_ && time_of_change(status) == changed_at_) return;
    throw Error(Failure::input, path_ + " was changed while it was read", "search again when nothing writes to it");
}

Magnitudes RowFile::read(std::int64_t first, std::int64_t count, float* to) const {
    const NumberMatrix& matrix = stored_.matrix;
    const auto columns = std::size_t(matrix.columns), rows = std::size_t(count);
    const std::size_t before = stored_.begins_with_dimension ? sizeof(std::int32_t) : 0;
    const std::uint64_t at = stored_.offset - before + std::uint64_t(first) * matrix.row_stride;
    const bool as_they_are = matrix.number == NumberFormat{Scalar::f4} && matrix.row_stride == columns * sizeof(float);
    thread_local std::vector<char> raw;
    char* bytes = reinterpret_cast<char*>(to);
    const std::size_t wanted = rows * matrix.row_stride;
    if (!as_they_are) {
        raw.resize(wanted);
        bytes = raw.data();
    }
    for (std::size_t read = 0; read < wanted;) {
        const ssize_t part = pread(descriptor_, bytes + read, wanted - read, off_t(at + read));
        if (part < 0 && errno == EINTR) continue;
        if (part < 0)
            throw Error(Failure::input, path_ + ", byte " + std::to_string(at + read) + ": " + std::strerror(errno),
                "copy it again, or to another disk");
        if (part == 0)
            throw Error(Failure::input, path_ + ", byte " + std::to_string(at + read) + ": the file was cut while it was read",
                "copy the file again");
        read += std::size_t(part);
    }
    if (!as_they_are) {
        for (std::size_t row = 0; row < rows; ++row) {
            const char* const from = raw.data() + row * matrix.row_stride;
            check_dimension_of_row(path_, stored_, std::uint64_t(first) + row, at + row * matrix.row_stride, from);
            float* const out = to + row * columns;
            if (fits_float(matrix.number.type)) {
                read_floats(matrix.number.type, matrix.number.swapped, from + before, columns, out);
            } else {
                thread_local std::vector<double> exact;
                exact.resize(columns);
                read_scalars(matrix.number.type, matrix.number.swapped, from + before, matrix.column_stride, columns, exact.data(), 1);
                for (std::size_t column = 0; column < columns; ++column) out[column] = float(exact[column]);
            }
        }
    }
    const Magnitudes found = magnitudes_of({to, rows * columns});
    if (!std::isfinite(found.largest)) {
        std::size_t bad = 0;
        while (std::isfinite(to[bad])) ++bad;
        throw Error(Failure::input,
            path_ + ", row " + std::to_string(std::size_t(first) + bad / columns) + ", column " + std::to_string(bad % columns + 1) +
                ": not a finite number of float32",
            "remove such rows");
    }
    check_unchanged();
    return found;
}

}  // namespace neighborscope
