// Checks the guarantees of every reader for any bytes; used by the fuzzing targets and by tests.
#pragma once
#include "app/data/load/reader.hpp"

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::test {

/// Thrown if a reader violates a guarantee; the text names it.
struct BrokenPromise : std::logic_error {
    using std::logic_error::logic_error;
};

/// Returns a format by its name in readers.inc: "npy". Null if there is none.
const Reader* reader_named(std::string_view format);
std::vector<std::string> format_names();

/// ".csv", ".txt", ..
std::vector<std::string> extensions_of(const Reader&);

struct Outcome {
    bool accepted = false;
    DataSet data;         ///< if accepted
    std::string message;  ///< if there is an error
};

/// Reads these bytes as the content of a file of that name, and checks the result: points as DataSet describes them, or an Error of one
/// line that names the file; a usage Error only if `options` are not the defaults. Throws BrokenPromise; other exceptions pass.
Outcome read_checked(const Reader&, const std::string& file_name, std::string_view bytes, const ReadOptions& = {});

/// Reads without options, then with options derived from the bytes, and requires the same points if these choose none. Also checks the
/// preview. Returns whether the bytes were accepted without options.
bool read_every_way(const Reader&, const std::string& file_name, std::string_view bytes);

}  // namespace neighborscope::test
