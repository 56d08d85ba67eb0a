// Functions that the readers of lists share. Used within this folder.
#pragma once
#include "app/data/lists/read_lists.hpp"
#include "app/data/load/input_file.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <string_view>
#include <utility>

namespace neighborscope::lists {

ForeignLists read_text(const InputFile&, const Progress&);
ForeignLists read_npz(const InputFile&, const Progress&);
/// Also for a file of which only the beginning was unpacked: unpacks the rest if its header fits.
ForeignLists read_npy(const InputFile& beginning, const Progress&);
ForeignLists read_hdf5(const InputFile&, const Progress&);
ForeignLists read_json_lists(const InputFile&, const Progress&);
ForeignLists read_ivecs(const InputFile&, const Progress&);
/// Throws Errors also for a file that has no lists.
ForeignLists read_big_ann(const InputFile&, const Progress&);
/// Whether a text begins like JSON.
bool is_json(const InputFile&);

/// Throw the errors of reading that the beginning of the file shows.
void check_beginning_of_text(const InputFile& beginning);
void check_beginning_of_ivecs(const InputFile& beginning);
void check_beginning_of_big_ann(const InputFile& beginning);

/// Whether a file that could also hold points holds lists.
bool text_names_lists(const InputFile&);
bool npz_names_lists(const InputFile&);
bool hdf5_names_lists(const InputFile&);
bool json_names_lists(const InputFile&);
bool big_ann_names_lists(const InputFile&);

/// Throws a memory Error with the numbers if [queries][k] entries do not fit, an input Error for no queries and for k = 0.
void require_room(const std::string& path, std::uint64_t queries, std::uint64_t k, bool distances);
/// Allocates [queries][k] entries, all past the end. Errors as require_room.
void allocate_lists(ForeignLists&, std::int64_t queries, std::uint64_t k, bool distances);
/// Throws the input Error for an index that is a fraction or infinite.
[[noreturn]] void refuse_index(const std::string& where, double index);

/// Marks the ends of lists that only the whole file shows: SciPy writes the number of points as the index, at an infinite distance.
void mark_ends(ForeignLists&);

/// Whether this index is past the end of a list: -1, or the largest number of 32 or 64 bits, signed or unsigned. No point has such a row.
constexpr bool is_past_end(std::int64_t index) {
    return index == -1 || index == std::numeric_limits<std::int32_t>::max() || index == std::numeric_limits<std::uint32_t>::max() ||
           index == std::numeric_limits<std::int64_t>::max();
}

/// Converts a number of the file to an index: -1 past the end of a list, which NaN also marks. `where` names the entry in the error of
/// refuse_index: "lists.csv:12", "lists.npz: list 3, rank 2".
template <class Where>
std::int64_t index_of(double number, const Where& where) {
    constexpr double past_end[] = {0x1p31, 0x1p32, 0x1p63, 0x1p64};  // these largest numbers, rounded to float32, the last two to float64
    if (std::isnan(number) || std::find(std::begin(past_end), std::end(past_end), number) != std::end(past_end)) return -1;
    if (!(std::fabs(number) < 0x1p63) || number != std::floor(number)) refuse_index(where(), number);
    const auto index = std::int64_t(number);
    return is_past_end(index) ? -1 : index;
}
template <std::integral Number, class Where>
std::int64_t index_of(Number number, const Where& where) {
    if (std::cmp_equal(number, std::numeric_limits<std::uint64_t>::max())) return -1;
    if (std::cmp_greater(number, std::numeric_limits<std::int64_t>::max())) refuse_index(where(), double(number));
    return is_past_end(std::int64_t(number)) ? -1 : std::int64_t(number);
}

/// Sets one entry. Keeps distances, except past the end of a list, where some programs write the largest number.
inline void set_entry(ForeignLists& lists, std::size_t at, std::int64_t index, double distance) {
    lists.index[at] = index;
    if (index != -1 && !lists.distance.empty()) lists.distance[at] = distance;
}

}  // namespace neighborscope::lists
