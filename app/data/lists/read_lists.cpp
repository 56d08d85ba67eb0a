#include "app/data/lists/read_lists.hpp"

#include "app/data/lists/lists_parts.hpp"
#include "app/data/load/reader.hpp"
#include "app/data/memory.hpp"

#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>

namespace neighborscope {
namespace {

bool is_zip(const InputFile& file) { return file.bytes().starts_with("PK\x03\x04"); }
bool is_npy(const InputFile& file) { return file.bytes().starts_with("\x93NUMPY"); }

}  // namespace

namespace lists {

void require_room(const std::string& path, std::uint64_t queries, std::uint64_t k, bool distances) {
    constexpr std::uint64_t most_k = 1 << 24;
    if (queries == 0 || k == 0 || k > most_k)
        throw Error(Failure::input, path + ": lists of " + std::to_string(k) + " neighbours for " + std::to_string(queries) + " queries",
            "a list has 1 neighbour at least, and 16777216 at most");
    require_memory(double(queries) * double(k) * (distances ? 16 : 8), "reading " + path, "compare a part of the lists");
}

void make_room(ForeignLists& lists, std::int64_t queries, std::uint64_t k, bool distances) {
    require_room(lists.path, std::uint64_t(queries), k, distances);
    const std::size_t entries = std::size_t(queries) * std::size_t(k);
    lists.queries = queries;
    lists.k = int(k);
    lists.index.assign(entries, -1);
    if (distances) lists.distance.assign(entries, std::numeric_limits<double>::quiet_NaN());
}

void refuse_index(const std::string& where, double index) {
    std::string text = std::isnan(index) ? "NaN" : std::to_string(index);
    if (std::isfinite(index) && index == std::floor(index)) text.resize(text.find('.'));
    throw Error(Failure::input, where + ": " + text + " is no index of a point",
        "indices are rows of the file of points, counted from 0, the header not counted; -1 stands past the end of a list");
}

void refuse_distance(const std::string& where, double distance) {
    throw Error(Failure::input,
        where + ": the distance is " + (std::isnan(distance) ? "not a number (NaN)" : std::to_string(distance) + ", below 0"),
        "give true distances, or leave them out: indices alone can be compared, too");
}

}  // namespace lists

ForeignLists read_lists(const std::string& path, const Progress& progress) {
    // A file that is refused anyway is not unpacked whole.
    const InputFile beginning(path, progress, gzip_beginning);
    const bool zip = is_zip(beginning), npy = is_npy(beginning), ivecs = has_extension(beginning.name(), ".ivecs");
    if (!zip && !npy && !ivecs && beginning.bytes().substr(0, 4096).find('\0') != std::string_view::npos)
        throw Error(Failure::input, path + " is not a file of lists that can be read here",
            "give .npz with index and distance, .npy or .ivecs with indices, or a table query,rank,index,distance");
    if (npy) return lists::read_npy(beginning, progress);
    std::optional<InputFile> whole;
    if (beginning.partly()) {
        if (ivecs) lists::judge_ivecs(beginning);
        else if (!zip) lists::judge_text(beginning);
        whole.emplace(path, progress);
    }
    const InputFile& file = whole ? *whole : beginning;
    if (zip) return lists::read_npz(file, progress);
    return ivecs ? lists::read_ivecs(file, progress) : lists::read_text(file, progress);
}

bool looks_like_lists(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return false;
    try {
        const InputFile file(path, Progress{}, 1 << 16);
        if (has_extension(file.name(), ".ivecs")) return true;
        if (is_zip(file)) return lists::npz_names_lists(file);
        return !is_npy(file) && lists::text_header_names_lists(file);
    } catch (const Error&) { return false; }  // who opens it says why
}

}  // namespace neighborscope
