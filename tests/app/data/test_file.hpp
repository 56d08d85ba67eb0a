// Files written by tests, and expected errors.
#pragma once
#include "app/data/points/data_set.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <unistd.h>
#include <vector>

namespace neighborscope::test {

/// A file in the temporary folder, removed by the destructor.
class File {
public:
    File(const std::string& name, const std::string& content) : path_(folder_.write(name, content)) {}
    const std::string& path() const { return path_; }

private:
    TemporaryFolder folder_;
    std::string path_;
};

inline DataSet load_text(
    const std::string& content, const std::string& columns = "", const std::string& name = "points.csv", bool strict = false) {
    const File file(name, content);
    return load_data(file.path(), {strict, columns});
}

/// Runs `work`, which must throw an Error of that kind whose line contains every given text.
inline void expect_error(Failure kind, const std::vector<std::string>& texts, const std::function<void()>& work) {
    try {
        work();
        ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, kind) << error.one_line();
        for (const std::string& text : texts) EXPECT_THAT(error.one_line(), testing::HasSubstr(text));
        EXPECT_EQ(error.one_line().find('\n'), std::string::npos);
        EXPECT_NE(error.one_line().back(), '.');
    }
}

inline void expect_refused(const std::string& content, const std::vector<std::string>& texts, const std::string& columns = "",
    const std::string& name = "points.csv") {
    SCOPED_TRACE(content.substr(0, 60));
    expect_error(Failure::input, texts, [&] { load_text(content, columns, name); });
}

inline std::vector<double> true_coordinates(const DataSet& data) {
    std::vector<double> all;
    for (std::int64_t row = 0; row < data.count(); ++row)
        for (int axis = 0; axis < data.dimension; ++axis) all.push_back(data.coordinate(row, axis));
    return all;
}

/// An NPY file: header as given, padded as numpy pads it, then the bytes of the values.
template <class T>
std::string npy(const std::string& header, const std::vector<T>& values, int version = 1) {
    const std::size_t start = version == 1 ? 10 : 12;
    std::string padded = header;
    padded.resize((start + header.size() + 64) / 64 * 64 - start, ' ');
    padded.back() = '\n';
    std::string file("\x93NUMPY", 6);
    file += char(version);
    file += '\0';
    for (std::size_t i = 0; i < (version == 1 ? 2u : 4u); ++i) file += char(padded.size() >> (8 * i) & 255);
    file += padded;
    file.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    return file;
}

inline std::string npy_header(const std::string& type, const std::string& shape, bool fortran = false) {
    return "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }";
}

/// Returns the points' own colours; empty if they have none.
inline std::vector<std::uint32_t> colours_of(const DataSet& data) {
    return data.quantities.empty() || !data.quantities.back().colours() ? std::vector<std::uint32_t>()
                                                                        : data.quantities.back().colours()->of_point;
}

}  // namespace neighborscope::test
