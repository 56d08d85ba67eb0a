// A text file cut at its records into pieces that threads read side by side.
#pragma once
#include "app/data/load/csv/csv_layout.hpp"
#include "gpu/progress.hpp"

namespace neighborscope::csv {

/// Where pieces begin (always a record) and how many rows each can hold.
struct Cut {
    std::vector<const char*> begins;  ///< [pieces + 1]
    std::vector<std::size_t> most_rows;
};

/// Cuts what follows the header every 512 KiB or so. An input Error with the line for a NUL byte. Of the progress only `stop` is
/// looked at.
Cut cut(const InputFile&, const Layout&, const Progress&);

/// Moves those line starts that lie inside a quoted field to the next record, or to the end. `begins` ascend: a record first, the end of
/// the text last.
void leave_quotes(std::vector<const char*>& begins, const Dialect&);

}  // namespace neighborscope::csv
