// What a text file is made of, found from its first records: delimiter, header, names, which columns are numbers.
#pragma once
#include "app/data/load/csv_text.hpp"
#include "app/data/load/input_file.hpp"

#include <string>
#include <vector>

namespace neighborscope::csv {

struct Layout {
    Dialect dialect;
    const char* data = nullptr;  ///< where the first record of data begins; at a line's start
    int columns = 0;
    std::vector<std::string> names;  ///< [columns], or empty when the file has none
    std::vector<bool> numeric;       ///< [columns]: at least half of the values seen are numbers
};

/// Looks at the first records (up to 1000 or 256 KiB, two at least). Input Errors: UTF-16, CR alone as line end, LIBSVM text, a
/// quote that is never closed, no records.
Layout find_layout(const InputFile&);

/// The line (from 1) that holds this character.
std::size_t line_of(const InputFile&, const char* position);
/// "path:12"
std::string place(const InputFile&, const char* position);

}  // namespace neighborscope::csv
