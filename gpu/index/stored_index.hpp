// An index that another library wrote, as it lies in its file: links of levels or inverted lists, vectors or codes, ids, deleted rows.
// Nothing large is copied: vectors, codes and links are read in the mapped file. Readers (app/data/index_files) fill this; an IndexReplay
// (gpu/index/replay.hpp) searches it as its library does.
#pragma once
#include "gpu/index/bytes.hpp"
#include "gpu/index/codec.hpp"
#include "gpu/index/links.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::stored {

/// What vectors are compared by. `unknown`: the file does not say.
enum class VectorMetric { unknown, euclidean, inner_product, cosine };
std::string_view name(VectorMetric);  ///< "unknown", "euclidean", "inner-product", "cosine"

/// How the library searches: which rows it visits, in which order, and when it stops.
enum class Walk {
    none,     ///< the structure can be shown, and not searched
    hnswlib,  ///< a beam of ef rows at the lowest level; deleted rows are walked through
    faiss,    ///< the same with FAISS's bounded queue, which stops when ef seen distances are smaller
    usearch,  ///< as hnswlib, in usearch's order
    diskann,  ///< one list of the nearest rows, each expanded once
    scan,     ///< every row
    lists     ///< the rows of the lists whose centroids are nearest
};

/// Rows of an inverted list.
struct StoredList {
    const char* codes = nullptr;
    const char* ids = nullptr;  ///< int64, at any alignment
    std::int64_t count = 0;
    std::int64_t first = 0;  ///< rows in the lists before
};

struct StoredIndex;

/// Inverted lists. A list's centroid is the row of the same number in `coarse`.
struct StoredLists {
    std::vector<StoredList> lists;
    std::shared_ptr<const StoredIndex> coarse;  ///< what finds the nearest centroids
    SharedCodec codec;                          ///< of the rows in lists
    bool residual = false;                      ///< codes are those of the difference to the centroid
    bool ids_are_rows = false;        ///< each id from 0 on occurs once: then rows are numbered by them, else by their places in lists
    std::vector<std::int64_t> place;  ///< [rows] place among all entries, list after list; empty when rows are places

    /// The list of a place among all entries.
    std::size_t list_of(std::int64_t place_of_row) const;
    std::int64_t place_of(std::int64_t row) const { return place.empty() ? row : place[std::size_t(row)]; }
    std::int64_t row_of(std::size_t list, std::int64_t entry) const {
        return ids_are_rows ? number_at<std::int64_t>(lists[list].ids + 8 * entry) : lists[list].first + entry;
    }
};

struct StoredIndex {
    std::string library;  ///< "FAISS"
    std::string kind;     ///< "HNSW, M = 6"
    Walk walk = Walk::none;
    std::string why_no_walk;    ///< when the walk is none: why, in few words
    std::string why_no_filter;  ///< when the library cannot return only some rows of such an index: why, in few words
    int dimension = 0;
    std::int64_t rows = 0, capacity = 0;  ///< stored; there is room for
    VectorMetric metric = VectorMetric::unknown;
    bool metric_is_guessed = false;
    bool unit_length = false;   ///< vectors were brought to unit length; so are queries
    bool rounds_query = false;  ///< queries are rounded to the type of the vectors

    CodedRows vectors;  ///< of rows; empty where lists hold them, or the file has none
    std::shared_ptr<const LevelLinks> links;
    int top_level = 0;
    std::int32_t entry = -1;  ///< row where a search begins; -1: there is no row
    int spread_starts = 0;  ///< of a library that begins at the nearest of so many rows drawn at random: the first is `entry`, see start()
    int most_links = 0, most_links_base = 0;  ///< room for links of a row, above level 0 and at it
    std::shared_ptr<const StoredLists> lists;

    Column<std::int64_t> ids;   ///< of rows; empty: the rows are the ids
    bool ids_differ = false;    ///< some row has another id than its number; set by index_files::open_index
    std::vector<bool> deleted;  ///< [rows]; empty: none
    std::int64_t deleted_rows = 0;
    int own_ef = 0, own_probes = 0;                   ///< what the file says; 0: nothing
    std::vector<std::string> remarks;                 ///< sentences about what is unusual, for people
    std::vector<std::shared_ptr<const void>> memory;  ///< what the pointers point to

    /// In place of a row that the library draws: these are spread evenly, so that a replay gives the same list each time.
    std::int32_t start(int number) const { return std::int32_t(rows * number / spread_starts); }
    bool has_graph() const { return links != nullptr; }
    bool has_vectors() const { return bool(vectors) || (lists && lists->codec); }
    bool is_deleted(std::int64_t row) const { return !deleted.empty() && deleted[std::size_t(row)]; }
    /// Whether the file has an id for each row. They may be the numbers of the rows.
    bool has_ids() const { return bool(ids) || (lists && !lists->ids_are_rows); }
    /// The id that the library gives this row.
    std::int64_t id_of(std::int64_t row) const;
    /// The vector of a row, [dimension], decoded. Only with has_vectors().
    void vector_of(std::int64_t row, float* vector) const;
    const Codec& codec() const { return lists ? *lists->codec : *vectors.codec; }
    /// "hnsw.faiss: FAISS HNSW, M = 6, 2000 rows of 16 dimensions"
    std::string title(std::string_view file) const;
};

/// Vectors of another place for an index whose file has none: float32 [rows][dimension], which must outlive the index.
/// Usage Error when there are not as many rows, or of another dimension.
void attach_vectors(StoredIndex&, const float* vectors, std::int64_t rows, int dimension, const std::string& name);

/// The metric of an index whose file does not say it. Cosine brings vectors that are not at unit length to it for the search.
void set_metric(StoredIndex&, VectorMetric);
/// Guesses it by the vectors, of which some are looked at: at unit length cosine; where links lead to the rows of the greatest product,
/// inner product; else Euclidean. Sets `metric_is_guessed`.
void guess_metric(StoredIndex&);

}  // namespace neighborscope::stored
