// The parts of FAISS's files. Each index begins with four letters; what follows depends on them.
// Source: faiss 1.15, faiss/impl/index_write.cpp and index_read.cpp. New letters come with new versions; old ones stay.
#pragma once
#include "app/data/index_files/byte_reader.hpp"
#include "app/data/index_files/index_reader.hpp"

#include <optional>

namespace neighborscope::index_files::faiss {

inline constexpr int deepest = 4;  ///< indexes within indexes: ids, graph, coarse quantiser, its graph

/// What all indexes begin with, behind their letters: int32 dimension, int64 rows, twice 2^20, trained, metric.
struct Header {
    int dimension = 0;
    std::int64_t rows = 0;
    int metric = 1;  ///< 0 inner product, 1 squared Euclidean
};
Header read_header(ByteReader&);
/// An index over these rows; one of another metric than FAISS's first two cannot be searched.
stored::StoredIndex begin_index(const Header&, const SharedFile&, std::string kind, stored::Walk);

/// The index that begins here, with all that belongs to it.
stored::StoredIndex read_index(ByteReader&, const SharedFile&, int depth);

// One source each.
/// IxF2 IxFI IxFl IxPq IxSQ: codes of all rows, searched one after another.
stored::StoredIndex read_flat(ByteReader&, const SharedFile&, const std::string& code);
/// IHNf IHNs IHNp IHc2 IHNc IH00: a graph, then the index that holds its vectors.
stored::StoredIndex read_graph(ByteReader&, const SharedFile&, const std::string& code, int depth);
/// IwFl IwPQ IwSq: lists.
stored::StoredIndex read_lists(ByteReader&, const SharedFile&, const std::string& code, int depth);
/// IxMp IxM2: another index, then an id of each of its rows.
stored::StoredIndex read_ids(ByteReader&, const SharedFile&, int depth);

/// ScalarQuantizer: kind, range statistic, its argument, dimension, bytes of a code, training.
stored::SharedCodec read_scalar_quantizer(ByteReader&, int dimension);
/// ProductQuantizer: dimension, parts, bits, centroids, which stay where they are.
stored::SharedCodec read_product_quantizer(ByteReader&, int dimension);

}  // namespace neighborscope::index_files::faiss
