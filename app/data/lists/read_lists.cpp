#include "app/data/lists/read_lists.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/lists/lists_parts.hpp"
#include "app/data/load/number_columns.hpp"
#include "app/data/load/reader.hpp"

#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>

namespace neighborscope {
namespace lists {

void require_room(const std::string& path, std::uint64_t queries, std::uint64_t k, bool distances) {
    constexpr std::uint64_t most_k = 1 << 24;
    if (queries == 0 || k == 0 || k > most_k)
        throw Error(Failure::input, path + ": lists of " + std::to_string(k) + " neighbours for " + std::to_string(queries) + " queries",
            "a list has at least 1 and at most 16777216 neighbours");
    require_memory(double(queries) * double(k) * (distances ? 16 : 8), "reading " + path, "compare a part of the lists");
}

void allocate_lists(ForeignLists& lists, std::int64_t queries, std::uint64_t k, bool distances) {
    require_room(lists.path, std::uint64_t(queries), k, distances);
    const std::size_t entries = std::size_t(queries) * std::size_t(k);
    lists.queries = queries;
    lists.k = int(k);
    lists.index.assign(entries, -1);
    if (distances) lists.distance.assign(entries, std::numeric_limits<double>::quiet_NaN());
}

void refuse_index(const std::string& where, double index) {
    throw Error(Failure::input, where + ": " + number_word(index) + " is not the index of a point",
        "indices are rows of the file of points, counted from 0 without the header; -1 fills a list that is shorter than k");
}

void mark_ends(ForeignLists& lists) {
    if (lists.distance.empty()) return;
    std::int64_t last = -1, end = -1;
    bool several = false;
    for (std::size_t i = 0; i < lists.index.size(); ++i) {
        if (lists.distance[i] != std::numeric_limits<double>::infinity()) last = std::max(last, lists.index[i]);
        else if (end == -1) end = lists.index[i];
        else several |= end != lists.index[i];
    }
    if (several || end <= last) return;
    for (std::size_t i = 0; i < lists.index.size(); ++i)
        if (lists.index[i] == end) lists.index[i] = -1, lists.distance[i] = std::numeric_limits<double>::quiet_NaN();
    lists.notes.push_back("index " + std::to_string(end) + " at an infinite distance is read as the end of a list, as SciPy writes it");
}

}  // namespace lists

namespace {

/// The format of lists in a file, by its first bytes; .ivecs by its name.
enum class Form { npz, npy, hdf5, ivecs, big_ann, json, text };

Form form_of(const InputFile& file) {
    const std::string_view bytes = file.bytes();
    if (bytes.starts_with("PK\x03\x04")) return Form::npz;
    if (bytes.starts_with("\x93NUMPY")) return Form::npy;
    if (bytes.starts_with("\x89HDF\r\n\x1a\n")) return Form::hdf5;
    if (has_extension(file.name(), ".ivecs")) return Form::ivecs;
    if (bytes.substr(0, 4096).find('\0') != std::string_view::npos) return Form::big_ann;
    return lists::is_json(file) ? Form::json : Form::text;
}

ForeignLists read_any(const std::string& path, const Progress& progress) {
    // Checks the beginning first, so that an invalid file is not unpacked whole.
    const InputFile beginning(path, progress, gzip_beginning);
    const Form form = form_of(beginning);
    if (form == Form::npy) return lists::read_npy(beginning, progress);
    std::optional<InputFile> whole;
    if (beginning.is_partial()) {
        if (form == Form::ivecs) lists::check_beginning_of_ivecs(beginning);
        if (form == Form::big_ann) lists::check_beginning_of_big_ann(beginning);
        if (form == Form::text) lists::check_beginning_of_text(beginning);
        whole.emplace(path, progress);
    }
    const InputFile& file = whole ? *whole : beginning;
    switch (form) {
        case Form::npz: return lists::read_npz(file, progress);
        case Form::hdf5: return lists::read_hdf5(file, progress);
        case Form::ivecs: return lists::read_ivecs(file, progress);
        case Form::big_ann: return lists::read_big_ann(file, progress);
        case Form::json: return lists::read_json_lists(file, progress);
        default: return lists::read_text(file, progress);
    }
}

}  // namespace

ForeignLists read_lists(const std::string& path, const Progress& progress) {
    ForeignLists lists = read_any(path, progress);
    lists::mark_ends(lists);
    return lists;
}

bool looks_like_lists(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return false;
    try {
        const InputFile file(path, Progress{}, 1 << 16);
        switch (form_of(file)) {
            case Form::npz: return lists::npz_names_lists(file);
            case Form::npy: return false;
            case Form::hdf5: return lists::hdf5_names_lists(file);
            case Form::ivecs: return true;
            case Form::big_ann: return lists::big_ann_names_lists(file);
            case Form::json: return lists::json_names_lists(file);
            case Form::text: return lists::text_names_lists(file);
        }
    } catch (const Error&) {}  // opening the file reports the reason
    return false;
}

}  // namespace neighborscope
