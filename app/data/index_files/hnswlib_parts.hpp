// The parts of hnswlib's files, which Chroma keeps apart in a folder.
// Source: hnswlib 0.8.0, hnswlib/hnswalg.h, saveIndex and loadIndex; unchanged since 2018.
#pragma once
#include "app/data/index_files/byte_reader.hpp"
#include "app/data/index_files/index_reader.hpp"

namespace neighborscope::index_files::hnswlib {

inline constexpr std::uint64_t header_bytes = 96;

struct Header {
    std::uint64_t level0 = 0, capacity = 0, rows = 0, element_bytes = 0, label_at = 0, vector_at = 0;
    std::int32_t top_level = 0;
    std::uint32_t entry = 0;
    std::uint64_t most_links = 0, most_links_base = 0, links_asked = 0;
    double level_multiplier = 0;
    std::uint64_t ef_construction = 0;

    /// Whether these numbers can be those of an index: sizes that add up.
    bool is_possible() const;
};

/// The next 96 bytes.
Header read_header(ByteReader&);
/// The Errors for what is wrong in it; `byte` is where it begins.
void check_header(const ByteReader&, std::uint64_t byte, const Header&);

/// An index of these parts. `elements` stands at the elements of level 0, `upper` at the links of the levels above; they may read the same
/// file. `upper` then stands behind what it has read. The files are kept.
stored::StoredIndex make_index(const Header&, ByteReader& elements, ByteReader& upper, std::vector<std::shared_ptr<const void>> files);

}  // namespace neighborscope::index_files::hnswlib
