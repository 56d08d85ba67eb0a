#include "tests/fuzz/index_check.hpp"

#include "gpu/error.hpp"
#include "gpu/index/replay.hpp"
#include "tests/fuzz/reader_check.hpp"

#include <algorithm>
#include <set>

namespace neighborscope::test {
namespace {

struct IndexFormat {
    std::string_view name;
    const index_files::IndexReader* reader;
};
const IndexFormat index_formats[] = {
#define INDEX_READER(format) {#format, &index_files::format##_index_reader},
#include "app/data/index_files/index_readers.inc"
#undef INDEX_READER
};

void keep(bool kept, const std::string& what) {
    if (!kept) throw BrokenPromise(what);
}

void check_graph(const stored::StoredIndex& index) {
    keep(index.entry >= -1 && index.entry < std::max<std::int64_t>(index.rows, 1), "the entry is a row");
    for (std::int64_t row = 0; row < index.rows; ++row)
        for (int level = 0; level <= index.links->level(row); ++level)
            for (const std::int32_t to : index.links->of(row, level)) keep(to >= 0 && to < index.rows, "links lead to rows");
    keep(index.links->of(0, 64).count() == 0, "there are no links above all levels");
}

void check_search(const stored::StoredIndex& index) {
    const std::vector<float> query(std::size_t(index.dimension), 0.5f);
    stored::IndexReplay replay(index);
    const auto found = replay.search(query.data(), {10, 20, 3});
    std::set<std::int32_t> rows;
    for (const stored::Found& one : found) {
        keep(one.row >= 0 && one.row < index.rows && rows.insert(one.row).second, "a list has different rows of the index");
        keep(!index.is_deleted(one.row), "a list has no deleted rows");
    }
    keep(
        std::is_sorted(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.distance < b.distance; }), "a list ascends");
}

void check(const stored::StoredIndex& index) {
    keep(index.rows >= 0 && index.rows <= index.capacity, "there is room for the rows");
    keep(index.walk != stored::Walk::none || !index.why_no_walk.empty(), "why it cannot be searched is said");
    if (index.has_graph() && index.rows > 0) check_graph(index);
    std::vector<float> vector(std::size_t(index.dimension));
    for (const std::int64_t row : {std::int64_t(0), index.rows / 2, index.rows - 1}) {
        if (row < 0 || row >= index.rows) continue;
        index.id_of(row);
        if (index.has_vectors()) index.vector_of(row, vector.data());
    }
    if (index.walk != stored::Walk::none && index.has_vectors()) check_search(index);
}

}  // namespace

const index_files::IndexReader* index_format(std::string_view name) {
    for (const IndexFormat& format : index_formats)
        if (format.name == name) return format.reader;
    return nullptr;
}

std::vector<std::string> index_format_names() {
    std::vector<std::string> names;
    for (const IndexFormat& format : index_formats) names.emplace_back(format.name);
    return names;
}

bool read_index_checked(const index_files::IndexReader& reader, const std::string& file_name, std::string_view bytes) {
    const auto file = std::make_shared<const InputFile>(file_name, std::string(bytes));
    if (!reader.recognises(*file)) return false;
    try {
        check(reader.read(file));
        return true;
    } catch (const Error& error) {
        const std::string line = error.one_line();
        keep(error.kind == Failure::input, "what is wrong with a small file is its content: " + line);
        keep(line.find(file_name) != std::string::npos, "an error names the file: " + line);
        keep(line.size() <= 1000 && line.find('\n') == std::string::npos, "an error is one short line: " + line);
        return false;
    }
}

}  // namespace neighborscope::test
