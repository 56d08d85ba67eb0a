// What the readers of lists share. Inside lists only.
#pragma once
#include "app/data/lists/read_lists.hpp"
#include "app/data/load/input_file.hpp"
#include "gpu/error.hpp"

#include <string_view>

namespace neighborscope::lists {

ForeignLists read_text(const InputFile&, const Progress&);
ForeignLists read_npz(const InputFile&, const Progress&);
/// Also of a file of which only the beginning was unpacked: the rest is when its header fits.
ForeignLists read_npy(const InputFile& beginning, const Progress&);
ForeignLists read_ivecs(const InputFile&, const Progress&);

/// Throw what reading would, as far as the beginning of the file tells.
void judge_text(const InputFile& beginning);
void judge_ivecs(const InputFile& beginning);

/// The header of a table of lists, or not.
bool text_header_names_lists(const InputFile&);
bool npz_names_lists(const InputFile&);

/// A memory Error with the numbers when [queries][k] entries do not fit, an input Error for no queries and for k = 0.
void require_room(const std::string& path, std::uint64_t queries, std::uint64_t k, bool distances);
/// Room for [queries][k] entries, all of them past the end. Errors as require_room.
void make_room(ForeignLists&, std::int64_t queries, std::uint64_t k, bool distances);
/// Refuses what is no index, and the distance of a neighbour that is none.
[[noreturn]] void refuse_index(const std::string& where, double index);
[[noreturn]] void refuse_distance(const std::string& where, double distance);

/// One entry from numbers as the file has them; `where` names it: "lists.csv:12", "lists.npz: list 3, rank 2".
template <class Where>
void put(ForeignLists& lists, std::size_t at, double index, const double* distance, const Where& where) {
    if (!(index >= -1 && index < 9e15) || index != double(std::int64_t(index))) refuse_index(where(), index);
    lists.index[at] = std::int64_t(index);
    if (index < 0 || !distance) return;  // what stands past the end of a list means nothing: some write the largest number there
    if (!(*distance >= 0)) refuse_distance(where(), *distance);
    lists.distance[at] = *distance;
}

}  // namespace neighborscope::lists
