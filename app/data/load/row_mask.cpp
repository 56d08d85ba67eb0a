#include "app/data/load/row_mask.hpp"

#include "app/data/load/npy/npy_header.hpp"
#include "app/data/load/plain_text.hpp"
#include "gpu/error.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

constexpr const char* remedy = "save a numpy array of bool, one for each row, or of int64, the numbers of the rows that are allowed";

/// Zeros and ones, as many as the data have rows, are rather a mask of another type than a list of rows.
bool looks_like_mask(const NumberColumn& column, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
        if (const double value = number_at(column, i); value != 0 && value != 1) return false;
    return size > 2;
}

std::vector<bool> read(const InputFile& file, std::int64_t rows) {
    if (!file.bytes().starts_with("\x93NUMPY")) throw Error(Failure::input, file.path() + " is no NPY file", remedy);
    const npy::Header header = npy::read_header(file);
    if (header.structured || header.fields.front().kind != npy::Field::Kind::number || (header.dimensions != 1 && header.columns != 1))
        throw Error(Failure::input, file.path() + " is not one column of booleans or integers", remedy);
    const Scalar type = header.fields.front().number.type;
    const NumberColumn column = header.matrix().column_at(file.begin() + header.data_offset, 0);
    const auto size = std::size_t(header.rows);
    std::vector<bool> allowed(std::size_t(rows), false);
    const std::string has = file.path() + " has " + std::to_string(size) + (size == 1 ? " value" : " values");
    if (type == Scalar::boolean || type == Scalar::u1) {
        if (std::int64_t(size) != rows)
            throw Error(Failure::input, has + ", and the data have " + std::to_string(rows) + (rows == 1 ? " row" : " rows"), remedy);
        for (std::size_t i = 0; i < size; ++i) allowed[i] = number_at(column, i) != 0;
        return allowed;
    }
    if (!is_integer(type)) throw Error(Failure::input, file.path() + " holds no booleans or integers", remedy);
    if (std::int64_t(size) == rows && looks_like_mask(column, size))
        throw Error(Failure::input, has + " that are all 0 or 1, as many as the data have rows", "save it as bool if it is a mask");
    for (std::size_t i = 0; i < size; ++i) {
        const double row = number_at(column, i);
        if (!(row >= 0 && row < double(rows)))
            throw Error(Failure::input,
                file.path() + ": value " + std::to_string(i) + " is " + std::to_string(std::int64_t(row)) + ", and the data have " +
                    std::to_string(rows) + (rows == 1 ? " row" : " rows"),
                "rows are numbered from 0");
        allowed[std::size_t(row)] = true;
    }
    return allowed;
}

}  // namespace

std::vector<bool> read_row_mask(const std::string& path, std::int64_t rows, const Progress& progress) {
    return with_plain_errors([&] { return read(InputFile(path, progress), rows); });
}

}  // namespace neighborscope
