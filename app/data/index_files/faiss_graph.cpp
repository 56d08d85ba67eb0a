// FAISS: HNSW over another index, which holds the vectors.
#include "app/data/index_files/check_links.hpp"
#include "app/data/index_files/faiss_parts.hpp"

#include <algorithm>

namespace neighborscope::index_files::faiss {
namespace {

using stored::Links;
using stored::number_at;

/// The links of a row are one range of `links`, level after level, each level as long as it has room; -1 ends the links of a level.
class FaissLinks final : public stored::LevelLinks {
public:
    FaissLinks(Items<std::int32_t> levels, Items<std::uint64_t> offsets, Items<std::int32_t> links, std::vector<int> room_below)
        : levels_(levels), offsets_(offsets), links_(links), room_below_(std::move(room_below)) {}
    int level(std::int64_t row) const override { return levels_[std::uint64_t(row)] - 1; }
    Links of(std::int64_t row, int level_asked) const override {
        if (level_asked > level(row)) return {};
        const int before = room_below_[std::size_t(level_asked)], room = room_below_[std::size_t(level_asked) + 1] - before;
        const char* const at = links_.first + 4 * (offsets_[std::uint64_t(row)] + std::uint64_t(before));
        int count = 0;
        while (count < room && number_at<std::int32_t>(at + 4 * std::ptrdiff_t(count)) != -1) ++count;
        return {at, count};
    }

private:
    Items<std::int32_t> levels_;
    Items<std::uint64_t> offsets_;
    Items<std::int32_t> links_;
    std::vector<int> room_below_;  // [levels + 1] room for links of a row at the levels below
};

constexpr std::int64_t most_starts = 1024;

/// What a graph of CAGRA adds before the graph.
struct Cagra {
    bool base_only = false;
    int starts = 0;
};

Cagra read_cagra(ByteReader& reader, bool with_type) {
    Cagra cagra;
    reader.number<std::uint8_t>("CAGRA's settings");
    cagra.base_only = reader.number<std::uint8_t>("CAGRA's settings") != 0;
    cagra.starts = reader.number<std::int32_t>("CAGRA's settings");
    if (with_type) reader.number<std::int32_t>("CAGRA's settings");
    return cagra;
}

std::vector<int> read_room(ByteReader& reader) {
    const std::uint64_t at = reader.at();
    const Items<std::int32_t> room = reader.counted<std::int32_t>("the links a level");
    if (room.count < 2 || room.count > std::uint64_t(most_levels) + 1 || room[0] != 0)
        reader.fail(at, "room for links is given for " + std::to_string(room.count) + " levels, and 2 to 65 are possible");
    std::vector<int> below;
    for (std::uint64_t i = 0; i < room.count; ++i) {
        if (i > 0 && (room[i] < below.back() || room[i] - below.back() > 0xffff))
            reader.fail(at + 8 + 4 * i, "a level has room for " + std::to_string(std::int64_t(room[i]) - below.back()) + " links");
        below.push_back(room[i]);
    }
    return below;
}

void check_ranges(const ByteReader& reader, std::uint64_t at, const Items<std::int32_t>& levels, const Items<std::uint64_t>& offsets,
    std::uint64_t links, const std::vector<int>& room, int top) {
    for (std::uint64_t row = 0; row < levels.count; ++row) {
        const int of_row = levels[row];
        if (of_row < 1 || of_row > top + 1 || std::size_t(of_row) >= room.size())
            reader.fail(at + 4 * row,
                "row " + std::to_string(row) + " is on " + std::to_string(of_row) + " levels, and there are " + std::to_string(top + 1));
        const std::uint64_t begin = offsets[row], end = offsets[row + 1];
        if (begin > end || end > links || end - begin < std::uint64_t(room[std::size_t(of_row)]))
            reader.fail(at + 4 * row, "the links of row " + std::to_string(row) + " lie from " + std::to_string(begin) + " to " +
                                          std::to_string(end) + " of " + std::to_string(links) + ", and need room for " +
                                          std::to_string(room[std::size_t(of_row)]));
    }
}

}  // namespace

stored::StoredIndex read_graph(ByteReader& reader, const SharedFile& file, const std::string& code, int depth) {
    const Header header = read_header(reader);
    stored::StoredIndex index = begin_index(header, file, "HNSW", stored::Walk::faiss);
    const bool cagra = code == "IHc2" || code == "IHNc";
    const Cagra settings = cagra ? read_cagra(reader, code == "IHc2") : Cagra{};

    reader.counted<double>("the probabilities of levels");
    const std::vector<int> room = read_room(reader);
    const std::uint64_t levels_at = reader.at() + 8;
    const auto levels = reader.counted<std::int32_t>("the levels of rows");
    const std::uint64_t offsets_at = reader.at();
    const auto offsets = reader.counted<std::uint64_t>("where the links of rows begin");
    const auto links = reader.counted<std::int32_t>("the links");
    const std::uint64_t entry_at = reader.at();
    index.entry = reader.number<std::int32_t>("the entry");
    const auto top = reader.number<std::int32_t>("the highest level");
    reader.number<std::int32_t>("efConstruction");
    index.own_ef = std::max(0, reader.number<std::int32_t>("efSearch"));
    reader.number<std::int32_t>("the graph");

    if (std::int64_t(levels.count) != header.rows)
        reader.fail(levels_at - 8, std::to_string(levels.count) + " levels for " + std::to_string(header.rows) + " rows");
    if (offsets.count != levels.count + 1)
        reader.fail(offsets_at,
            std::to_string(offsets.count) + " places of links for " + std::to_string(header.rows) + " rows, and one more is needed");
    if (header.rows > 0) index.top_level = checked_levels(reader, entry_at + 4, top);
    check_ranges(reader, levels_at, levels, offsets, links.count, room, index.top_level);
    index.most_links_base = room[1];
    index.most_links = room.size() > 2 ? room[2] - room[1] : 0;
    index.kind = std::string(cagra ? "CAGRA as HNSW" : "HNSW") +
                 (index.most_links > 0 ? ", M = " + std::to_string(index.most_links) : ", degree " + std::to_string(index.most_links_base));
    index.links = std::make_shared<FaissLinks>(levels, offsets, links, room);
    if (settings.base_only && header.rows > 0) {
        index.entry = 0;
        index.top_level = 0;
        index.spread_starts = int(std::clamp<std::int64_t>(settings.starts, 1, std::min<std::int64_t>(header.rows, most_starts)));
        index.remarks.push_back("FAISS begins its searches at the nearest of " + std::to_string(settings.starts) +
                                " rows drawn at random; here they are spread evenly");
    }
    if (header.rows > 0 && index.entry < 0 && !settings.base_only) reader.fail(entry_at, "there are rows, and no entry");
    check_links(reader, entry_at, index);
    const std::uint64_t storage_at = reader.at();
    if (reader.left() >= 4 && std::string_view(reader.bytes_at(storage_at), 4) == "null") {
        reader.take(4, 1, "the vectors");
        return index;
    }
    stored::StoredIndex storage = read_index(reader, file, depth + 1);
    if (storage.rows != index.rows || storage.dimension != index.dimension || !storage.vectors)
        if (index.rows > 0)
            reader.fail(storage_at, "the vectors are " + std::to_string(storage.rows) + " rows of " + std::to_string(storage.dimension) +
                                        " dimensions, and the graph has " + std::to_string(index.rows) + " of " +
                                        std::to_string(index.dimension));
    index.vectors = storage.vectors;
    if (index.vectors && !index.vectors.codec->is_float32()) index.kind += " over " + index.vectors.codec->name();
    return index;
}

}  // namespace neighborscope::index_files::faiss
