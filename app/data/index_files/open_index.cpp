#include "app/data/index_files/open_index.hpp"

#include "app/data/files/folders.hpp"
#include "app/data/index_files/chroma.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace neighborscope::index_files {
namespace {

namespace fs = std::filesystem;

bool is_file(const std::string& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) && fs::file_size(path, error) > 0 && !error;
}

/// Graphs of DiskANN in a folder: files with vectors beside them in NAME.data.
std::vector<std::string> graphs_in(const std::string& folder) {
    std::vector<std::string> graphs;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        const std::string path = entry.path().string();
        if (is_file(path) && is_file(path + ".data")) graphs.push_back(path);
    }
    std::sort(graphs.begin(), graphs.end());
    return graphs;
}

/// The file that a path means; "" where it is none.
std::string file_of(const std::string& path) {
    if (!is_folder(path)) return path;
    const std::vector<std::string> graphs = graphs_in(path);
    if (graphs.size() > 1)
        throw Error(Failure::input,
            path + " has several graphs: " + fs::path(graphs[0]).filename().string() + " and " + fs::path(graphs[1]).filename().string(),
            "name one of them");
    return graphs.empty() ? "" : graphs.front();
}

std::string what_is_read() {
    std::string names;
    for (const IndexReader* reader : index_readers()) names += (names.empty() ? "" : ", ") + std::string(reader->name);
    return "it reads indexes of " + names + " and Chroma's folder";
}

/// What files do not say: the metric, and whether ids are more than the numbers of the rows.
stored::StoredIndex completed(stored::StoredIndex index) {
    if (index.metric == stored::VectorMetric::unknown && index.walk != stored::Walk::none) guess_metric(index);
    if (index.has_ids() && !index.ids) index.ids_differ = true;
    for (std::int64_t row = 0; index.ids && row < index.rows && !index.ids_differ; ++row) index.ids_differ = index.id_of(row) != row;
    return index;
}

}  // namespace

bool is_index(const std::string& path) {
    if (is_folder(path)) return is_chroma_folder(path) || !graphs_in(path).empty();
    return is_file(path) && index_reader_for(InputFile(path)) != nullptr;
}

stored::StoredIndex open_index(const std::string& path) {
    if (is_folder(path) && is_chroma_folder(path)) return completed(read_chroma(path));
    const std::string name = file_of(path);
    if (name.empty()) throw Error(Failure::input, path + " is a folder without an index", what_is_read());
    return open_index(std::make_shared<const InputFile>(name));
}

stored::StoredIndex open_index(const SharedFile& file) {
    const IndexReader* const reader = index_reader_for(*file);
    if (!reader) throw Error(Failure::input, file->path() + " is no index that this build knows", what_is_read());
    return completed(reader->read(file));
}

}  // namespace neighborscope::index_files
