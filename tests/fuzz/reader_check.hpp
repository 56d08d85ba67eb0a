// What every reader promises, whatever bytes it is given: asked by the fuzzing targets and by the ordinary tests.
#pragma once
#include "app/data/load/reader.hpp"

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::test {

/// Thrown when a reader does not keep what it promises; says what.
struct BrokenPromise : std::logic_error {
    using std::logic_error::logic_error;
};

/// A format by its name in readers.inc: "npy". Null when there is none.
const Reader* reader_named(std::string_view format);
std::vector<std::string> format_names();

/// ".csv", ".txt", ..
std::vector<std::string> extensions_of(const Reader&);

struct Outcome {
    bool accepted = false;
    DataSet data;         ///< when accepted
    std::string message;  ///< when refused
};

/// Reads these bytes as the content of a file of that name and looks at what comes back: points as DataSet describes them, or an
/// Error of one line that names the file; a usage Error only when `options` choose something. Throws BrokenPromise, and lets
/// through whatever else a reader throws.
Outcome read_checked(const Reader&, const std::string& file_name, std::string_view bytes, const ReadOptions& = {});

/// The same with no options, then with options that are drawn from the bytes, whose points must be the same where they choose
/// none. Also asks for the preview. Whether the bytes were accepted without options.
bool read_every_way(const Reader&, const std::string& file_name, std::string_view bytes);

}  // namespace neighborscope::test
