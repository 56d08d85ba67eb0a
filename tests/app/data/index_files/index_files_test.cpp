// What readers of index files tell, and what they refuse.
#include "app/data/save/npz_writer.hpp"
#include "index_data.hpp"
#include "tests/refused.hpp"
#include "tests/sanitized.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope::test {
namespace {

using index_files::open_index;
using ::testing::AllOf;
using ::testing::HasSubstr;

std::string file_of(const std::string& name) { return (index_folder / name).string(); }

std::string bytes_of(const std::string& name) { return std::string(InputFile(file_of(name)).bytes()); }

stored::StoredIndex open_bytes(const TemporaryFolder& folder, const std::string& bytes) { return open_index(folder.write("index", bytes)); }

TEST(IndexFiles, TellTheirStructure) {
    const stored::StoredIndex faiss = open_index(file_of("vectors/hnsw-ids.faiss"));
    EXPECT_EQ(faiss.title("hnsw-ids.faiss"), "hnsw-ids.faiss: FAISS HNSW, M = 6, 2000 rows of 16 dimensions");
    EXPECT_EQ(faiss.metric, stored::VectorMetric::euclidean);
    EXPECT_FALSE(faiss.metric_is_guessed);
    EXPECT_EQ(faiss.id_of(10), 61);
    EXPECT_EQ(faiss.most_links_base, 12);
    EXPECT_GT(faiss.top_level, 0);
    EXPECT_EQ(faiss.links->level(faiss.entry), faiss.top_level);

    const stored::StoredIndex deleted = open_index(file_of("plane/hnswlib-deleted.bin"));
    EXPECT_GT(deleted.deleted_rows, 20);
    const stored::StoredIndex roomy = open_index(file_of("kinds/hnswlib-1-rows.bin"));
    EXPECT_EQ(roomy.rows, 1);
    EXPECT_EQ(roomy.capacity, 50);
    EXPECT_EQ(open_index(file_of("kinds/usearch-ip-f32.usearch")).deleted_rows, 27);
    EXPECT_EQ(open_index(file_of("kinds/hnsw-repeated-ids.faiss")).id_of(7), 3);

    const stored::StoredIndex lists = open_index(file_of("kinds/ivf-mostly-empty.faiss"));
    EXPECT_EQ(lists.rows, 40);
    EXPECT_EQ(lists.lists->lists.size(), 200u);
    EXPECT_TRUE(lists.lists->ids_are_rows);
}

TEST(IndexFiles, GiveTheVectorsThatWereAdded) {
    for (const std::string folder : {"plane", "vectors"}) {
        const auto points = numbers_in<float>(index_folder / folder / "points.npy");
        for (const char* file : {"/hnsw.faiss", "/flat.faiss", "/ivf.faiss", "/hnswlib.bin", "/usearch.usearch", "/diskann/ann"}) {
            const stored::StoredIndex index = open_index(file_of(folder + file));
            ASSERT_EQ(index.rows, std::int64_t(points.rows));
            std::vector<float> vector(points.columns);
            for (std::int64_t row = 0; row < index.rows; row += 37) {
                index.vector_of(row, vector.data());
                EXPECT_TRUE(std::equal(vector.begin(), vector.end(), points.row(std::size_t(row)))) << folder << file << " row " << row;
            }
        }
    }
}

TEST(IndexFiles, CodesAreNearWhatTheyStandFor) {
    const auto points = numbers_in<float>(index_folder / "kinds/points.npy");
    const auto error = [&](const char* file) {
        const stored::StoredIndex index = open_index(file_of(std::string("kinds/") + file));
        std::vector<float> vector(points.columns);
        double most = 0;
        for (std::int64_t row = 0; row < index.rows; ++row) {
            index.vector_of(row, vector.data());
            for (std::size_t i = 0; i < points.columns; ++i)
                most = std::max(most, std::fabs(double(vector[i]) - points.row(std::size_t(row))[i]));
        }
        return most;
    };
    EXPECT_LT(error("sq-fp16.faiss"), 0.005);
    EXPECT_LT(error("sq-bf16.faiss"), 0.04);
    EXPECT_LT(error("sq-6bit.faiss"), 0.15);
    EXPECT_LT(error("sq-4bit.faiss"), 0.6);
    EXPECT_LT(error("ivf-sq-4bit.faiss"), 0.6);
}

TEST(IndexFiles, OfArraysAreGraphsOrLists) {
    const stored::StoredIndex graph = open_index(file_of("kinds/graph.npz"));
    EXPECT_EQ(graph.rows, 400);
    EXPECT_EQ(graph.entry, 7);
    EXPECT_EQ(graph.id_of(9), 18);
    EXPECT_EQ(graph.links->of(3, 0).count(), 8);
    const stored::StoredIndex levels = open_index(file_of("kinds/levels.npz"));
    EXPECT_EQ(levels.top_level, 1);
    EXPECT_EQ(levels.links->level(5), 1);
    EXPECT_EQ(levels.links->level(25), 0);
    EXPECT_EQ(levels.links->of(5, 1)[0], 6);
    EXPECT_EQ(levels.metric, stored::VectorMetric::euclidean);
    EXPECT_FALSE(levels.metric_is_guessed);
    EXPECT_TRUE(graph.metric_is_guessed);
    const stored::StoredIndex lists = open_index(file_of("kinds/lists.npz"));
    const auto queries = numbers_in<float>(index_folder / "kinds/queries.npy");
    const auto truth = numbers_in<std::int64_t>(index_folder / "kinds/hnsw-repeated-ids.lists.npy");  // of row / 2, approximate
    stored::IndexReplay replay(lists);
    std::size_t same = 0;
    for (std::size_t query = 0; query < queries.rows; ++query)
        same += lists.id_of(replay.search(queries.row(query), {1, 0, 16})[0].row) / 2 == truth.row(query)[0];
    EXPECT_GE(same, 98u);
}

TEST(IndexFiles, OfArraysNameTheirMetric) {
    const TemporaryFolder folder;
    const auto with_metric = [&](const std::string& metric) {
        const std::string path = folder / "graph.npz";
        OutputFile file(path);
        NpzWriter npz(file);
        const std::vector<float> points{1, 0, 0, 1};
        const std::vector<std::int32_t> graph{1, 0};
        npz.add("points", "<f4", {2, 2}, points.data());
        npz.add("graph", "<i4", {2, 1}, graph.data());
        add_strings(npz, "metric", {metric});
        npz.finish();
        file.commit();
        return open_index(path);
    };
    EXPECT_EQ(with_metric("inner_product").metric, stored::VectorMetric::inner_product);
    const stored::StoredIndex cosine = with_metric("cosine");
    EXPECT_EQ(cosine.metric, stored::VectorMetric::cosine);
    EXPECT_TRUE(cosine.unit_length);
    EXPECT_THAT(refused(Failure::input, [&] { with_metric("hamming"); }), HasSubstr("names the metric 'hamming', which is not known"));
}

TEST(IndexFiles, AreTakenOnlyForIndexes) {
    EXPECT_TRUE(index_files::is_index(file_of("plane/diskann")));
    EXPECT_TRUE(index_files::is_index(file_of("plane/hnsw.faiss")));
    EXPECT_FALSE(index_files::is_index(file_of("plane/points.npy")));
    EXPECT_FALSE(index_files::is_index(file_of("plane")));
    EXPECT_FALSE(index_files::is_index(file_of("missing")));
    EXPECT_THAT(refused(Failure::input, [] { open_index(file_of("plane/points.npy")); }), HasSubstr("is no index that this build knows"));
    EXPECT_THAT(refused(Failure::input, [] { open_index(file_of("missing")); }), HasSubstr("No such file"));
}

TEST(IndexFiles, OfCagraMayBeginAtRowsSpreadEvenly) {
    const TemporaryFolder folder;
    std::string bytes = bytes_of("../../fuzz/seeds/index_faiss/cagra.faiss");
    const stored::StoredIndex as_hnsw = open_bytes(folder, bytes);
    EXPECT_EQ(as_hnsw.spread_starts, 0);
    bytes[38] = 1;  // only the lowest level is searched
    const stored::StoredIndex base_only = open_bytes(folder, bytes);
    EXPECT_EQ(base_only.spread_starts, 20);
    EXPECT_EQ(base_only.start(19), 19);
    ASSERT_EQ(base_only.remarks.size(), 1u);
    EXPECT_THAT(base_only.remarks[0], HasSubstr("rows drawn at random"));
    const float query[] = {0, 0, 0, 0};
    EXPECT_EQ(stored::IndexReplay(base_only).search(query, {3, 20, 0}).size(), 3u);
}

TEST(IndexFiles, OfUnknownLettersAreRefusedByName) {
    EXPECT_THAT(refused(Failure::input, [] { open_index(file_of("kinds/opq.faiss")); }),
        AllOf(HasSubstr("byte 0: IxPT, a transform (OPQ, PCA) before another index"), HasSubstr("neighborscope compare")));
    const TemporaryFolder folder;
    std::string bytes = bytes_of("plane/hnsw.faiss");
    bytes.replace(0, 4, "IZZZ");
    EXPECT_THAT(
        refused(Failure::input, [&] { open_bytes(folder, bytes); }), HasSubstr("IZZZ is an index of FAISS that this build does not read"));
}

TEST(IndexFiles, CountsAreCheckedAgainstTheSizeOfTheFile) {
    const TemporaryFolder folder;
    std::string faiss = bytes_of("plane/hnsw.faiss");
    const std::uint64_t huge = std::uint64_t(1) << 60;
    std::memcpy(&faiss[37], &huge, sizeof huge);  // how many probabilities follow
    EXPECT_THAT(refused(Failure::input, [&] { open_bytes(folder, faiss); }), AllOf(HasSubstr("byte 45"), HasSubstr("are left")));
    std::string usearch = bytes_of("plane/usearch.usearch");
    const std::size_t head = 8 + 1500 * 8;
    std::memcpy(&usearch[head + 64], &huge, sizeof huge);
    EXPECT_THAT(refused(Failure::input, [&] { open_bytes(folder, usearch); }), HasSubstr("at most 2147483647"));
    std::string hnswlib = bytes_of("plane/hnswlib.bin");
    const std::uint64_t rows = 2000, capacity = 2000;
    std::memcpy(&hnswlib[8], &capacity, 8);
    std::memcpy(&hnswlib[16], &rows, 8);
    EXPECT_THAT(refused(Failure::input, [&] { open_bytes(folder, hnswlib); }), HasSubstr("byte"));
}

TEST(IndexFiles, LinksStayInsideTheGraph) {
    const TemporaryFolder folder;
    std::string bytes = bytes_of("plane/hnswlib.bin");
    const std::int32_t outside = 1500;
    std::memcpy(&bytes[96 + 4], &outside, 4);  // the first link of row 0
    EXPECT_THAT(refused(Failure::input, [&] { open_bytes(folder, bytes); }),
        HasSubstr("row 0 links to row 1500 at level 0, and there are 1500 rows"));
}

/// Reads it and, when it is accepted, searches it: nothing may lie outside the file.
void try_bytes(const TemporaryFolder& folder, const std::string& bytes) {
    try {
        const stored::StoredIndex index = open_bytes(folder, bytes);
        if (index.walk == stored::Walk::none || !index.has_vectors()) return;
        const std::vector<float> query(std::size_t(index.dimension), 0.5f);
        stored::IndexReplay(index).search(query.data(), settings_of_answers);
        if (index.rows > 0) index.id_of(index.rows - 1);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, Failure::input) << error.one_line();
        EXPECT_LT(error.one_line().size(), 1000u);
    }
}

class DamagedIndexes : public testing::TestWithParam<const char*> {};

TEST_P(DamagedIndexes, CutAreRefused) {
    const TemporaryFolder folder;
    const std::string bytes = bytes_of(GetParam());
    for (const double share : {0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99}) {
        const auto length = std::size_t(share * double(bytes.size()));
        refused(Failure::input, [&] { open_bytes(folder, bytes.substr(0, std::max<std::size_t>(length, 1))); });
    }
    for (std::size_t length = 1; length < 200; ++length) refused(Failure::input, [&] { open_bytes(folder, bytes.substr(0, length)); });
    refused(Failure::input, [&] { open_bytes(folder, bytes.substr(0, bytes.size() - 1)); });
}

TEST_P(DamagedIndexes, WithAByteChangedAreReadOrRefused) {
    const TemporaryFolder folder;
    const std::string bytes = bytes_of(GetParam());
    const std::size_t step = std::max<std::size_t>(1, bytes.size() / (sanitized ? 60 : 200));
    for (std::size_t at = 0; at < bytes.size(); at += at < 160 ? 1 : step)
        for (const int change : {0xff, 0x01, 0x80}) {
            SCOPED_TRACE(at);
            std::string changed = bytes;
            changed[at] = char(changed[at] ^ change);
            try_bytes(folder, changed);
        }
}

INSTANTIATE_TEST_SUITE_P(Files, DamagedIndexes,
    testing::Values("kinds/hnsw-pq.faiss", "kinds/ivf-pq-product.faiss", "kinds/ivf-sq-6bit.faiss", "kinds/hnsw-repeated-ids.faiss",
        "kinds/ivf-hnsw.faiss", "kinds/ivf-own-ids.faiss", "kinds/hnswlib-ip.bin", "kinds/usearch-cos-f32.usearch",
        "kinds/usearch-ip-i8.usearch", "plane/diskann/ann", "kinds/graph.npz", "kinds/lists.npz"));

TEST(IndexFiles, OfChromaLieInAFolder) {
    const TemporaryFolder folder;
    const std::string bytes = bytes_of("kinds/hnswlib-cosine.bin");
    const std::uint64_t rows = stored::number_at<std::uint64_t>(&bytes[16]), element = stored::number_at<std::uint64_t>(&bytes[24]);
    folder.write("header.bin", std::string("\1\0\0\0", 4) + bytes.substr(0, 96));
    folder.write("data_level0.bin", bytes.substr(96, rows * element));
    folder.write("link_lists.bin", bytes.substr(96 + rows * element));
    ASSERT_TRUE(index_files::is_index(folder.path.string()));
    const stored::StoredIndex parts = open_index(folder.path.string()), whole = open_index(file_of("kinds/hnswlib-cosine.bin"));
    EXPECT_EQ(parts.rows, whole.rows);
    EXPECT_EQ(parts.deleted_rows, whole.deleted_rows);
    EXPECT_EQ(parts.id_of(17), whole.id_of(17));
    EXPECT_EQ(parts.metric, stored::VectorMetric::cosine);
    for (std::int64_t row = 0; row < whole.rows; ++row) EXPECT_EQ(parts.links->level(row), whole.links->level(row));
}

TEST(IndexFiles, OfFaissMayNotBeTrained) {
    const auto number = [](auto value) { return std::string(reinterpret_cast<const char*>(&value), sizeof value); };
    const auto header = [&](const char* code) {
        return code + number(std::int32_t(4)) + number(std::int64_t(0)) + number(std::int64_t(1 << 20)) + number(std::int64_t(1 << 20)) +
               number(std::uint8_t(0)) + number(std::int32_t(1));
    };
    const std::string bytes =
        header("IwFl") + number(std::uint64_t(10)) + number(std::uint64_t(1)) + header("IxF2") + number(std::uint64_t(0));
    const TemporaryFolder folder;
    folder.write("untrained.faiss", bytes);
    EXPECT_THAT(refused(Failure::input, [&] { open_index(folder / "untrained.faiss"); }), HasSubstr("the index was not trained"));
}

TEST(IndexFiles, OfHnswlibMayHoldBytes) {
    const stored::StoredIndex bytes = open_index(file_of("hnswlib-uint8/index.bin")), floats = open_index(file_of("plane/hnswlib.bin"));
    EXPECT_EQ(bytes.dimension, 16);
    EXPECT_EQ(bytes.codec().name(), "uint8");
    EXPECT_EQ(bytes.metric, stored::VectorMetric::euclidean);
    EXPECT_THAT(bytes.remarks, ::testing::Contains(HasSubstr("taken for uint8")));
    EXPECT_EQ(open_index(file_of("hnswlib-uint8-10/index.bin")).dimension, 10);
    EXPECT_EQ(floats.codec().name(), "float32");
    EXPECT_TRUE(floats.metric_is_guessed);
}

TEST(IndexFiles, OfDiskannNeedVectorsOfTheSameNumber) {
    const TemporaryFolder folder;
    folder.write("ann", bytes_of("plane/diskann/ann"));
    stored::StoredIndex bare = open_index(folder / "ann");
    EXPECT_FALSE(bare.has_vectors());
    EXPECT_THAT(refused(Failure::usage, [&] { stored::IndexReplay{bare}; }), HasSubstr("holds no vectors"));
    const auto points = numbers_in<float>(index_folder / "plane/points.npy");
    EXPECT_THAT(
        refused(Failure::usage, [&] { stored::attach_vectors(bare, points.values.data(), 1499, 2, "points.npy"); }), HasSubstr("1499"));
    stored::attach_vectors(bare, points.values.data(), 1500, 2, "points.npy");
    stored::set_metric(bare, stored::VectorMetric::euclidean);
    const float query[] = {0, 0};
    EXPECT_EQ(stored::IndexReplay(bare).search(query, {10, 50, 0}).size(), 10u);
    EXPECT_EQ(open_index(file_of("diskann-int8-cosine/index")).metric, stored::VectorMetric::cosine);
    EXPECT_FALSE(open_index(file_of("diskann-int8-cosine/index")).metric_is_guessed);
    EXPECT_TRUE(open_index(file_of("plane/diskann/ann.data")).has_graph()) << "the file of vectors names the index, too";
    std::string vectors = bytes_of("plane/diskann/ann.data");
    folder.write("alone.data", vectors);
    EXPECT_FALSE(index_files::is_index(folder / "alone.data")) << "vectors without a graph are points";
    vectors[0] = 1;
    folder.write("ann.data", vectors);
    EXPECT_THAT(refused(Failure::input, [&] { open_index(folder.path.string()); }), HasSubstr("the graph beside them has 1500 rows"));
}

}  // namespace
}  // namespace neighborscope::test
