// FAISS: inverted lists of plain vectors, product codes or scalar codes.
#include "app/data/index_files/faiss_parts.hpp"

#include <algorithm>

namespace neighborscope::index_files::faiss {
namespace {

using stored::StoredList;
using stored::StoredLists;

/// From ids to places in lists, which this build does not need: a kind, an array, and a table when the kind is 2.
void skip_direct_map(ByteReader& reader) {
    const auto kind = reader.number<std::uint8_t>("the direct map");
    reader.counted<std::int64_t>("the direct map");
    if (kind != 2) return;
    const auto pairs = reader.number<std::uint64_t>("the direct map");
    reader.take(pairs, 16, "the direct map");
}

/// How many rows each list has.
std::vector<std::uint64_t> read_sizes(ByteReader& reader, std::uint64_t lists) {
    const std::uint64_t at = reader.at();
    const std::string kind = reader.code("the kind of sizes");
    const auto numbers = reader.counted<std::uint64_t>("the sizes of lists");
    std::vector<std::uint64_t> sizes(lists);
    if (kind == "full") {
        if (numbers.count != lists) reader.fail(at + 4, std::to_string(numbers.count) + " sizes for " + std::to_string(lists) + " lists");
        for (std::uint64_t i = 0; i < lists; ++i) sizes[i] = numbers[i];
    } else if (kind == "sprs") {  // of lists that are not empty: number, size
        for (std::uint64_t i = 0; i + 1 < numbers.count; i += 2) {
            if (numbers[i] >= lists) reader.fail(at + 12 + 8 * i, "list " + std::to_string(numbers[i]) + " of " + std::to_string(lists));
            sizes[numbers[i]] = numbers[i + 1];
        }
    } else {
        reader.fail(at, kind + " is a kind of sizes that this build does not read",
            "save the lists that the index returns, for neighborscope compare");
    }
    return sizes;
}

void read_entries(ByteReader& reader, StoredLists& lists, const std::vector<std::uint64_t>& sizes, std::int64_t rows) {
    const std::uint64_t at = reader.at();
    std::int64_t first = 0;
    for (const std::uint64_t size : sizes) {
        StoredList list{nullptr, nullptr, 0, first};
        if (size > 0) {
            list.codes = reader.take(size, lists.codec->bytes(), "the codes of a list");
            list.ids = reader.take(size, 8, "the ids of a list");
            list.count = std::int64_t(size);
        }
        first += list.count;
        if (first > rows) reader.fail(at, "the lists have more rows than the index, which has " + std::to_string(rows));
        lists.lists.push_back(list);
    }
    if (first != rows) reader.fail(at, "the lists have " + std::to_string(first) + " rows, and the index " + std::to_string(rows));
}

/// Whether ids are 0, 1, 2 .. in some order, as they are when none was given; then rows are numbered by them.
void number_rows(StoredLists& lists, std::int64_t rows) {
    std::vector<std::int64_t> place(std::size_t(rows), -1);
    for (const StoredList& list : lists.lists)
        for (std::int64_t entry = 0; entry < list.count; ++entry) {
            const auto id = stored::number_at<std::int64_t>(list.ids + 8 * entry);
            if (id < 0 || id >= rows || place[std::size_t(id)] >= 0) return;
            place[std::size_t(id)] = list.first + entry;
        }
    lists.ids_are_rows = true;
    lists.place = std::move(place);
}

}  // namespace

stored::StoredIndex read_lists(ByteReader& reader, const SharedFile& file, const std::string& code, int depth) {
    const Header header = read_header(reader);
    const std::uint64_t count_at = reader.at();
    const auto count = reader.number<std::uint64_t>("the number of lists"), probes = reader.number<std::uint64_t>("the number of probes");
    auto lists = std::make_shared<StoredLists>();
    auto coarse = std::make_shared<stored::StoredIndex>(read_index(reader, file, depth + 1));
    if (coarse->rows == 0 && count > 0 && header.rows == 0)
        reader.fail(count_at, "the index was not trained: it has no centroids for its " + std::to_string(count) + " lists",
            "train it, add the points, and write it again");
    if (std::uint64_t(coarse->rows) != count || coarse->dimension != header.dimension)
        reader.fail(count_at, std::to_string(count) + " lists of " + std::to_string(header.dimension) + " dimensions, and " +
                                  std::to_string(coarse->rows) + " centroids of " + std::to_string(coarse->dimension));
    skip_direct_map(reader);
    if (code == "IwFl") {
        lists->codec = stored::element_codec(stored::Element::float32, header.dimension);
    } else if (code == "IwPQ") {
        lists->residual = reader.number<std::uint8_t>("whether codes are residuals") != 0;
        reader.number<std::uint64_t>("the bytes of a code");
        lists->codec = read_product_quantizer(reader, header.dimension);
    } else {
        lists->codec = read_scalar_quantizer(reader, header.dimension);
        reader.number<std::uint64_t>("the bytes of a code");
        lists->residual = reader.number<std::uint8_t>("whether codes are residuals") != 0;
    }
    const std::uint64_t kind_at = reader.at();
    const std::string kind = reader.code("the kind of lists");
    if (kind != "ilar")
        reader.fail(kind_at, kind + " is a kind of inverted lists that this build does not read; it reads ilar",
            kind == "il00" || kind == "ilod" ? "write the index with its lists into one file"
                                             : "save the lists that the index returns, for neighborscope compare");
    const std::uint64_t lists_at = reader.at();
    const auto again = reader.number<std::uint64_t>("the number of lists"),
               code_bytes = reader.number<std::uint64_t>("the bytes of a code");
    if (again != count || code_bytes != lists->codec->bytes())
        reader.fail(lists_at, std::to_string(again) + " lists with codes of " + std::to_string(code_bytes) +
                                  " bytes, and the header says " + std::to_string(count) + " with " +
                                  std::to_string(lists->codec->bytes()));
    read_entries(reader, *lists, read_sizes(reader, count), header.rows);
    number_rows(*lists, header.rows);

    const bool plain = lists->codec->is_float32();
    stored::StoredIndex index = begin_index(header, file,
        "IVF, " + std::to_string(count) + (count == 1 ? " list" : " lists") + (plain ? "" : " of " + lists->codec->name()),
        stored::Walk::lists);
    index.own_probes = int(std::min(probes, count));
    if (coarse->walk == stored::Walk::none) {
        index.walk = stored::Walk::none;
        index.why_no_walk = "its coarse quantiser cannot be searched: " + coarse->why_no_walk;
    }
    lists->coarse = std::move(coarse);
    index.lists = std::move(lists);
    return index;
}

}  // namespace neighborscope::index_files::faiss
