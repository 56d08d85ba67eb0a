#include "app/data/load/row_file.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/files/parallel.hpp"
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

/// Rows of whole groups, about a megabyte of them.
std::uint64_t rows_at_a_time(const StoredRows& stored) {
    return stored.group * std::max<std::uint64_t>(1, (1 << 20) / std::max<std::uint64_t>(1, stored.group * stored.matrix.row_stride));
}

/// The rows of the sample `some`, one after another, unpacked from their groups.
std::vector<char> unpacked_sample(
    const InputFile& file, const StoredRows& stored, const NumberMatrix& some, std::size_t row_bytes, const Progress& progress) {
    const double bytes = double(some.rows) * double(row_bytes);
    require_memory(bytes, "the sample of " + file.path(), "read fewer of the rows");
    std::vector<char> rows(std::size_t(some.rows) * row_bytes);
    const ReadBytes read = [&file](std::uint64_t at, std::size_t count, char* to) { std::memcpy(to, file.packed().data() + at, count); };
    const std::uint64_t step = rows_at_a_time(stored), all = stored.matrix.rows;
    parallel_pieces(std::size_t((all + step - 1) / step), double(step), progress, [&](std::size_t piece) {
        const std::uint64_t first = piece * step, count = std::min(step, all - first);
        std::uint64_t row = (first + some.every - 1) / some.every * some.every;
        if (row >= first + count) return;
        std::vector<char> raw(std::size_t(count) * row_bytes);
        stored.unpack(first, count, raw.data(), read);
        for (; row < first + count; row += some.every)
            std::memcpy(
                rows.data() + std::size_t(row / some.every) * row_bytes, raw.data() + std::size_t(row - first) * row_bytes, row_bytes);
    });
    return rows;
}

}  // namespace

DataSet read_sample(const Reader& reader, const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const auto every = std::uint64_t(options.load.every);
    const StoredRows stored = rows_of(reader, file, options.load, "in part");
    NumberMatrix some = stored.matrix.sample(every);
    const char* first = file.packed().data() + stored.offset;
    std::vector<char> unpacked;
    if (stored.unpack) {
        some.row_stride = stored.matrix.row_stride;
        unpacked = unpacked_sample(file, stored, some, some.row_stride, progress);
        first = unpacked.data();
    }
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

void RowFile::read_bytes(std::uint64_t at, std::size_t bytes, char* to) const {
    for (std::size_t read = 0; read < bytes;) {
        const ssize_t part = pread(descriptor_, to + read, bytes - read, off_t(at + read));
        if (part < 0 && errno == EINTR) continue;
        if (part < 0)
            throw Error(Failure::input, path_ + ", byte " + std::to_string(at + read) + ": " + std::strerror(errno),
                "copy it again, or to another disk");
        if (part == 0)
            throw Error(Failure::input, path_ + ", byte " + std::to_string(at + read) + ": the file was cut while it was read",
                "copy the file again");
        read += std::size_t(part);
    }
}

/// Converts rows [first, first + count) of the file, which are at `from`.
void RowFile::as_floats(std::uint64_t first, std::size_t count, const char* from, float* to) const {
    const NumberMatrix& matrix = stored_.matrix;
    const auto columns = std::size_t(matrix.columns);
    const std::size_t before = stored_.begins_with_dimension ? sizeof(std::int32_t) : 0;
    thread_local std::vector<double> exact;
    for (std::size_t row = 0; row < count; ++row, from += matrix.row_stride, to += columns) {
        const std::uint64_t number = first + row;
        check_dimension_of_row(path_, stored_, number, stored_.offset - before + number * matrix.row_stride, from);
        if (fits_float(matrix.number.type)) {
            read_floats(matrix.number.type, matrix.number.swapped, from + before, columns, to);
            continue;
        }
        exact.resize(columns);
        read_scalars(matrix.number.type, matrix.number.swapped, from + before, matrix.column_stride, columns, exact.data(), 1);
        for (std::size_t column = 0; column < columns; ++column) to[column] = float(exact[column]);
    }
}

void RowFile::read_stored(std::uint64_t first, std::size_t count, float* to) const {
    const NumberMatrix& matrix = stored_.matrix;
    const std::size_t before = stored_.begins_with_dimension ? sizeof(std::int32_t) : 0;
    const std::uint64_t at = stored_.offset - before + first * matrix.row_stride;
    if (matrix.number == NumberFormat{Scalar::f4} && matrix.row_stride == std::size_t(matrix.columns) * sizeof(float))
        return read_bytes(at, count * matrix.row_stride, reinterpret_cast<char*>(to));
    thread_local std::vector<char> raw;
    raw.resize(count * matrix.row_stride);
    read_bytes(at, raw.size(), raw.data());
    as_floats(first, count, raw.data(), to);
}

/// Unpacks whole groups, about a megabyte at a time.
void RowFile::read_groups(std::uint64_t first, std::size_t count, float* to) const {
    const NumberMatrix& matrix = stored_.matrix;
    const std::uint64_t end = first + count, step = rows_at_a_time(stored_);
    const ReadBytes read = [this](std::uint64_t at, std::size_t bytes, char* bytes_to) { read_bytes(at, bytes, bytes_to); };
    thread_local std::vector<char> raw;
    for (std::uint64_t at = first / stored_.group * stored_.group; at < end; at += step) {
        const std::uint64_t rows = std::min(step, matrix.rows - at), begin = std::max(at, first), stop = std::min(at + rows, end);
        raw.resize(std::size_t(rows) * matrix.row_stride);
        stored_.unpack(at, rows, raw.data(), read);
        as_floats(begin, std::size_t(stop - begin), raw.data() + std::size_t(begin - at) * matrix.row_stride,
            to + std::size_t(begin - first) * std::size_t(matrix.columns));
    }
}

Magnitudes RowFile::read(std::int64_t first, std::int64_t count, float* to) const {
    const auto columns = std::size_t(stored_.matrix.columns), rows = std::size_t(count);
    if (stored_.unpack) read_groups(std::uint64_t(first), rows, to);
    else read_stored(std::uint64_t(first), rows, to);
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
