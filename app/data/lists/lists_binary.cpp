// Reads lists without array names: .ivecs of the TEXMEX collections, and the ground truth of big-ann-benchmarks.
#include "app/data/lists/list_arrays.hpp"
#include "app/data/load/reader.hpp"

#include <algorithm>

namespace neighborscope::lists {
namespace {

std::string list_place(const InputFile& file, std::size_t list) { return file.path() + ": list " + std::to_string(list); }

/// Returns the length of the first list, which all lists must have.
std::int32_t first_length(const InputFile& file) {
    const std::size_t most = (file.is_partial() ? most_unpacked(file.packed().size()) : file.size()) / 4;
    const std::int32_t k = file.size() < 4 ? 0 : read_bits<std::int32_t>(file.begin());
    if (k < 1 || std::size_t(k) > most)
        throw Error(
            Failure::input, list_place(file, 0) + " has a length of " + std::to_string(k), "every list of .ivecs begins with its length");
    return k;
}

/// Checks the length of the list at `begin`, of which `left` bytes exist.
void require_length(const InputFile& file, std::size_t list, const char* begin, std::size_t left, std::int32_t k) {
    if (const auto its = left < 4 ? k : read_bits<std::int32_t>(begin); its != k)
        throw Error(Failure::input, list_place(file, list) + " has " + std::to_string(its) + " neighbours, the first " + std::to_string(k),
            "give every list the same length, with -1 past its end");
}

/// The content of the first eight bytes.
struct BigAnn {
    std::uint64_t queries = 0, k = 0;
    bool fits = false, distances = false;
    std::uint64_t entries() const { return queries * k; }  // 32 bits each
};

BigAnn big_ann(const InputFile& file) {
    BigAnn found;
    if (file.size() < 8) return found;
    found.queries = read_bits<std::uint32_t>(file.begin());
    found.k = read_bits<std::uint32_t>(file.begin() + 4);
    if (found.queries == 0 || found.k == 0) return found;
    const std::uint64_t left = (file.size() - 8) / 4, entries = found.entries();
    found.distances = entries <= left / 2 && left == 2 * entries;
    found.fits = file.size() % 4 == 0 && (found.distances || left == entries);
    return found;
}

[[noreturn]] void refuse_binary_lists(const InputFile& file, const BigAnn& found) {
    const bool announced = has_extension(file.name(), ".bin .ibin") && file.size() >= 8;
    throw Error(Failure::input,
        file.path() + " is not a readable file of neighbour lists" +
            (announced ? ": bytes 0 to 7 announce " + std::to_string(found.queries) + " lists of " + std::to_string(found.k) +
                             ", and its size is another"
                       : std::string()),
        "give .npz, .hdf5, .npy or .ivecs, JSON, a table query,rank,index,distance, or a ground truth of big-ann-benchmarks");
}

}  // namespace

void check_beginning_of_big_ann(const InputFile& beginning) {
    const BigAnn found = big_ann(beginning);
    if (found.entries() == 0 || found.entries() > most_unpacked(beginning.packed().size()) / 4) refuse_binary_lists(beginning, found);
}

/// Reads uint32 queries and k, then all indices, then optional distances.
ForeignLists read_big_ann(const InputFile& file, const Progress& progress) {
    const BigAnn found = big_ann(file);
    if (!found.fits) refuse_binary_lists(file, found);
    const auto matrix = [&](Scalar type) { return NumberMatrix{found.queries, found.k, {type, false}, std::size_t(4 * found.k), 4}; };
    std::vector<ListArray> arrays{{"index", found.queries, found.k, 2, true, true, {}}};
    if (found.distances) arrays.push_back({"distance", found.queries, found.k, 2, true, false, {}});
    const auto open = [&](int i) {
        return i == 0 ? Matrix(matrix(Scalar::u4), file.begin() + 8) : Matrix(matrix(Scalar::f4), file.begin() + 8 + 4 * found.entries());
    };
    return read_arrays(file.path(), arrays, open, progress);
}

/// Requires ascending distances: indices alone could be vectors of integers.
bool big_ann_names_lists(const InputFile& file) {
    const BigAnn found = big_ann(file);
    if (!found.fits || !found.distances) return false;
    const char* distance = file.begin() + 8 + 4 * found.entries();
    for (std::uint64_t list = 0; list < std::min<std::uint64_t>(found.queries, 100); ++list)
        for (std::uint64_t i = 1; i < found.k; ++i) {
            const char* here = distance + 4 * (list * found.k + i);
            if (!(read_bits<float>(here - 4) <= read_bits<float>(here))) return false;
        }
    return true;
}

void check_beginning_of_ivecs(const InputFile& beginning) {
    const std::int32_t k = first_length(beginning);
    const std::size_t stride = 4 + 4 * std::size_t(k);
    require_room(beginning.path(), 1, std::uint64_t(k), false);
    for (std::size_t list = 0; list * stride < beginning.size(); ++list)
        require_length(beginning, list, beginning.begin() + list * stride, beginning.size() - list * stride, k);
}

/// Reads int32 k, then k indices, for every list.
ForeignLists read_ivecs(const InputFile& file, const Progress& progress) {
    const std::int32_t k = first_length(file);
    const std::size_t stride = 4 + 4 * std::size_t(k), count = file.size() / stride;
    ForeignLists lists;
    lists.path = file.path();
    allocate_lists(lists, std::int64_t(std::max<std::size_t>(1, count)), std::uint64_t(k), false);
    for (std::size_t list = 0; list * stride < file.size(); ++list) {
        const char* begin = file.begin() + list * stride;
        const std::size_t left = file.size() - list * stride;
        require_length(file, list, begin, left, k);
        if (left < stride)
            throw Error(Failure::input, list_place(file, list) + " is cut off at the end of the file", "copy the file again");
        for (std::size_t i = 0; i < std::size_t(k); ++i)
            set_entry(
                lists, list * std::size_t(k) + i, index_of(read_bits<std::int32_t>(begin + 4 + 4 * i), [] { return std::string(); }), 0);
        if (list % 65536 == 0) progress.step(double(list), double(count));
    }
    return lists;
}

}  // namespace neighborscope::lists
