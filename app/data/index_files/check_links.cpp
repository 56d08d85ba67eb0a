#include "app/data/index_files/check_links.hpp"

#include <algorithm>

namespace neighborscope::index_files {

void check_links(const ByteReader& reader, std::uint64_t byte_of, const stored::StoredIndex& index) {
    const auto is_row = [&](std::int32_t row) { return row >= 0 && row < index.rows; };
    if (index.rows > 0 && index.entry != -1 && !is_row(index.entry))
        reader.fail(byte_of, "the search begins at row " + std::to_string(std::uint32_t(index.entry)) + ", and there are " +
                                 std::to_string(index.rows) + " rows");
    for (std::int64_t row = 0; row < index.rows; ++row)
        for (int level = 0, top = index.links->level(row); level <= top; ++level)
            for (const std::int32_t to : index.links->of(row, level))
                if (!is_row(to))
                    reader.fail(byte_of, "row " + std::to_string(row) + " links to row " + std::to_string(std::uint32_t(to)) +
                                             " at level " + std::to_string(level) + ", and there are " + std::to_string(index.rows) +
                                             " rows");
}

void count_deleted(stored::StoredIndex& index) {
    index.deleted_rows = std::count(index.deleted.begin(), index.deleted.end(), true);
    if (index.deleted_rows == 0) index.deleted = {};
}

}  // namespace neighborscope::index_files
