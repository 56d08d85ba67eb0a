// inspect, and run --method own, over index files of other libraries.
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace neighborscope {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using Json = nlohmann::json;

std::string file_of(const std::string& name) { return NEIGHBORSCOPE_TEST_DATA "/indexes/" + name; }

TEST(Inspect, TellsStructureAndHealth) {
    const ProgramOutput said = program({"inspect", file_of("plane/hnsw.faiss")});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(
        said.out, AllOf(HasSubstr("hnsw.faiss: FAISS HNSW, M = 6, 1500 rows of 2 dimensions"),
                      HasSubstr("1 of 1500 rows cannot be reached"), HasSubstr("mean degree"), HasSubstr("hubs"), HasSubstr("one-way")));
    const ProgramOutput lists = program({"inspect", file_of("vectors/ivf.faiss")});
    EXPECT_THAT(lists.out, AllOf(HasSubstr("32, 0 empty"), HasSubstr("imbalance")));
}

TEST(Inspect, ExplainsLossesInWordsAndJson) {
    const std::vector<std::string> asked{"inspect", file_of("plane/hnsw.faiss"), "--queries", file_of("plane/queries.npy"), "--ef", "10"};
    const ProgramOutput said = program(asked);
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, AllOf(HasSubstr("recall"), HasSubstr("ceiling"), HasSubstr("of what is missed now"), HasSubstr("was missed: ")));
    std::vector<std::string> with_json = asked;
    with_json.push_back("--json");
    const Json json = Json::parse(program(with_json).out);
    EXPECT_GT(json["recall"], 0.5);
    EXPECT_LT(json["recall"], json["ceiling"]);
    EXPECT_EQ(json["ef"], 10);
    EXPECT_EQ(json["ledger"]["missed"], json["ledger"]["losses"].size());
    for (const Json& loss : json["ledger"]["losses"]) {
        if (loss["cause"] != "beam ended" || loss["needed"].is_null()) continue;
        // Setting ef to what it says finds that neighbour.
        const Json again = Json::parse(
            program({"inspect", asked[1], "--queries", asked[3], "--ef", std::to_string(loss["needed"].get<int>()), "--json"}).out);
        for (const Json& other : again["ledger"]["losses"]) EXPECT_FALSE(other["query"] == loss["query"] && other["row"] == loss["row"]);
        break;
    }
}

TEST(Inspect, SaysWhenTheTruthIsOnlyThatOfCodes) {
    std::vector<std::string> asked{"inspect", file_of("vectors/ivf-pq.faiss"), "--queries", file_of("vectors/queries.npy")};
    EXPECT_THAT(program(asked).out, HasSubstr("by the decoded vectors"));
    asked.insert(asked.end(), {"--points", file_of("vectors/points.npy")});
    EXPECT_THAT(program(asked).out, Not(HasSubstr("by the decoded vectors")));
    EXPECT_THAT(program({"inspect", file_of("vectors/diskann")}).out, HasSubstr("in-degree    0 to 403,")) << "as the first hub";
}

TEST(Own, ListsOfTheLibraryAreComparedByTheIdsOfTheIndex) {
    const ProgramOutput said = program({"compare", file_of("vectors/hnsw-ids.faiss"), "--lists", file_of("vectors/hnsw-ids.lists.npy"),
        "--queries", file_of("vectors/queries.npy"), "--json"});
    const Json json = Json::parse(said.out);
    EXPECT_THAT(json["notes"], Contains("entries are the index's ids, not rows"));
    EXPECT_EQ(json["wrong"], 0) << said.out.substr(0, 2000);
    EXPECT_GT(json["recall"], 0.9);
}

TEST(Own, PointsInAnotherOrderThanThoseOfTheIndexAreRefused) {
    const Folder folder;
    const std::string bytes = content_of(file_of("vectors/points.npy"));
    constexpr std::size_t row = 16 * sizeof(float), half = 1000 * row;
    const std::size_t header = bytes.size() - 2 * half;
    const std::string turned =
        folder.write("turned.npy", bytes.substr(0, header) + bytes.substr(header + half) + bytes.substr(header, half));
    for (const char* index : {"vectors/hnsw.faiss", "vectors/hnsw-sq8.faiss", "vectors/pq.faiss"}) {
        const std::string sentence = "the rows of turned.npy are not those of " + file_of(index) + ": their vectors differ";
        EXPECT_THAT(program({"run", turned, "--index", file_of(index), "--method", "own", "-k", "3"}).err, HasSubstr(sentence));
        EXPECT_EQ(program({"inspect", file_of(index), "--points", turned}).status, 2);
        EXPECT_EQ(program({"inspect", file_of(index), "--points", file_of("vectors/points.npy")}).status, 0);
    }
}

TEST(Own, ProductsAreNotCalledDistances) {
    const ProgramOutput said = program({"compare", file_of("vectors/hnsw-inner-product.faiss"), "--lists",
        file_of("vectors/hnsw-inner-product.lists.npy"), "--queries", file_of("vectors/queries.npy")});
    EXPECT_THAT(said.out, AllOf(HasSubstr(" with product "), HasSubstr(", but there is index "), Not(HasSubstr(" at distance "))));
}

TEST(Inspect, ComparesTwoBuilds) {
    const ProgramOutput said =
        program({"inspect", file_of("plane/hnsw.faiss"), file_of("plane/hnsw-sq8.faiss"), "--queries", file_of("plane/queries.npy")});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, AllOf(HasSubstr("recall: "), HasSubstr("are worse"), HasSubstr("are better")));
    EXPECT_THAT(program({"inspect", file_of("plane/hnsw.faiss"), file_of("plane/hnsw.faiss")}).out, HasSubstr("nothing differs"));
}

TEST(Inspect, ComplainsInOneLine) {
    const auto complaint = [](const std::vector<std::string>& arguments) {
        const ProgramOutput said = program(arguments);
        EXPECT_EQ(said.status, 2) << said.out;
        return said.err;
    };
    EXPECT_THAT(complaint({"inspect"}), HasSubstr("inspect needs the file of an index"));
    EXPECT_THAT(complaint({"inspect", "missing.faiss"}), HasSubstr("No such file"));
    EXPECT_THAT(complaint({"inspect", file_of("kinds/opq.faiss")}), HasSubstr("byte 0: IxPT"));
    EXPECT_THAT(complaint({"inspect", file_of("plane/ivf.faiss"), "--ef", "3"}), HasSubstr("set --probes"));
    EXPECT_THAT(
        complaint({"inspect", file_of("plane/hnsw.faiss"), "--metric", "cosine"}), HasSubstr("the file says that its metric is euclidean"));
    EXPECT_THAT(complaint({"inspect", file_of("plane/hnsw.faiss"), "--queries", file_of("vectors/queries.npy")}), HasSubstr("dimension"));
    EXPECT_THAT(complaint({"inspect", file_of("plane/hnsw.faiss"), "--points", file_of("vectors/points.npy")}), HasSubstr("2000 points"));
}

TEST(Own, GivesTheListsOfTheLibrary) {
    const Folder folder;
    const std::string lists = folder.path("lists.csv");
    const ProgramOutput said = program({"run", file_of("vectors/hnsw-ids.faiss"), "--method", "own", "--set", "ef=50", "-k", "10",
        "--queries", file_of("vectors/queries.npy"), "--out", lists, "--counters"});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(
        said.out, AllOf(HasSubstr("own, ef=50, k = 10, euclidean, on "), HasSubstr("hnsw-ids.faiss: HNSW, M = 6, searched with ef = 50"),
                      HasSubstr("recall 0.9"), HasSubstr("13561")));
    std::istringstream text(content_of(lists));
    std::string line;
    std::getline(text, line);
    EXPECT_EQ(line, "query,rank,index,distance,id");
    int lines = 0;
    while (std::getline(text, line)) {
        const std::size_t rank = line.find(','), index = line.find(',', rank + 1);
        EXPECT_EQ(std::stoll(line.substr(line.rfind(',') + 1)), std::stoll(line.substr(index + 1)) * 5 + 11);
        ++lines;
    }
    EXPECT_EQ(lines, 1000);
    const ProgramOutput one = program({"run", file_of("vectors/hnsw-ids.faiss"), "--method", "own", "-k", "3", "--query-index", "7"});
    EXPECT_THAT(one.out, ContainsRegex("index +id +distance")) << one.err;
    EXPECT_THAT(one.out, ContainsRegex("1 +7 +46 +0")) << "the id of row 7 is 46";
    EXPECT_EQ(program({"run", file_of("plane/diskann"), "--method", "own", "--set", "ef=20", "-k", "3", "--query-index", "7"}).status, 0);
    EXPECT_EQ(program({"run", file_of("plane/ivf.faiss"), "--method", "own", "--set", "probes=3", "-k", "3", "--self"}).status, 0);
}

TEST(Own, SaysWhenThePointsAreDecoded) {
    const auto said = [](const char* index) {
        return program({"run", file_of(index), "--method", "own", "-k", "3", "--queries", file_of("vectors/queries.npy")}).err;
    };
    EXPECT_THAT(said("vectors/ivf-pq.faiss"), HasSubstr("and no vectors: the points are decoded from them"));
    EXPECT_THAT(said("vectors/ivf.faiss"), Not(HasSubstr("decoded")));
}

TEST(Own, TakesTheMetricOfTheIndex) {
    const ProgramOutput said = program({"run", file_of("vectors/hnsw-inner-product.faiss"), "--method", "own", "-k", "3"});
    EXPECT_THAT(said.out, AllOf(HasSubstr("k = 3, inner-product, on "), HasSubstr("inner product"))) << said.err;
    EXPECT_THAT(
        program({"run", file_of("vectors/hnsw-inner-product.faiss"), "--method", "heap", "-k", "3"}).out, HasSubstr("inner-product"));
    EXPECT_EQ(
        program({"run", file_of("vectors/hnsw-inner-product.faiss"), "--method", "heap", "--metric", "euclidean", "-k", "3"}).status, 0);
}

TEST(Own, IsCheckedAsAnyMethod) {
    const ProgramOutput said = program({"check", file_of("plane/hnsw.faiss"), "--method", "own", "--set", "ef=20", "-k", "5"});
    EXPECT_EQ(said.status, 0) << said.out << said.err;
    EXPECT_THAT(said.out, AllOf(HasSubstr("own: recall 0."), HasSubstr("0 wrong, of 100 queries")));
    EXPECT_THAT(program({"check", "uniform:n=50", "--method", "own", "-k", "3"}).out,
        HasSubstr("own: not applicable: the points are not from an index of another library"));
}

TEST(Own, IsWhatIsCheckedOfAnIndex) {
    const ProgramOutput said = program({"check", file_of("plane/hnsw.faiss"), "-k", "5", "--queries", file_of("plane/queries.npy")});
    EXPECT_EQ(said.status, 0) << said.out << said.err;
    EXPECT_THAT(said.out, HasSubstr("own: recall "));
    EXPECT_THAT(program({"check", "uniform:n=50", "-k", "3"}).err, HasSubstr("check needs --method"));
    EXPECT_THAT(program({"check", file_of("vectors/points.npy"), "--index", file_of("vectors/hnsw.faiss"), "-k", "3"}).out,
        HasSubstr("own: recall "));
}

TEST(Own, SaysWhenItsLibraryRoundsTheQuery) {
    const auto said = [](const char* file) {
        return program({"run", file_of(file), "--method", "own", "-k", "3", "--query-index", "0"}).out;
    };
    EXPECT_THAT(said("kinds/usearch-ip-i8.usearch"), HasSubstr("rounds the query to int8, too: it returns the same rows"));
    EXPECT_THAT(said("plane/usearch.usearch"), Not(HasSubstr("rounds the query")));
}

TEST(Own, JudgesInt8OfUsearchAtItsLength) {
    const ProgramOutput said = program({"run", file_of("usearch-l2sq-i8/index.usearch"), "--method", "own", "--set", "ef=50", "-k", "10",
        "--queries", file_of("usearch-l2sq-i8/queries.npy")});
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, AllOf(HasSubstr("brought to length 127 as usearch does"), ::testing::ContainsRegex("recall (0[.]9|1[.])")));
    EXPECT_THAT(
        program({"run", file_of("kinds/usearch-cos-bf16.usearch"), "--method", "own", "-k", "3", "--queries", file_of("kinds/queries.npy")})
            .out,
        Not(HasSubstr("length 127")));
}

TEST(Own, IsComparedBesideItsPoints) {
    const std::vector<std::string> asked{"compare", file_of("vectors/points.npy"), "--index", file_of("vectors/hnsw-ids.faiss"), "--lists",
        file_of("vectors/hnsw-ids.lists.npy"), "--queries", file_of("vectors/queries.npy"), "--recall-at-least", "0.9"};
    const ProgramOutput said = program(asked);
    EXPECT_EQ(said.status, 0) << said.out << said.err;
    EXPECT_THAT(said.out, HasSubstr("entries are the index's ids, not rows"));
}

TEST(Own, SearchesThePointsOfAnIndexWithoutThem) {
    const ProgramOutput said = program({"run", file_of("vectors/points.npy"), "--index", file_of("vectors/hnsw-sq8.faiss"), "--method",
        "own", "--set", "ef=50", "-k", "10", "--queries", file_of("vectors/queries.npy")});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("recall 0.8"));
    EXPECT_THAT(said.err, Not(HasSubstr("decoded")));
    EXPECT_THAT(program({"run", file_of("plane/points.npy"), "--index", file_of("vectors/hnsw.faiss"), "--method", "own", "-k", "3"}).err,
        HasSubstr("name the points from which the index was built"));
}

TEST(Own, HasACurveWithItsCeiling) {
    const Folder folder;
    const ProgramOutput said = program({"curve", file_of("plane/hnsw.faiss"), "--methods", "own,serial", "--along", "ef=1:100:3", "-k",
        "10", "--random-queries", "50", "--device", "host", "--repeat", "1", "--out", folder.path("here")});
    ASSERT_EQ(said.status, 0) << said.err;
    const std::string csv = content_of(folder.path("here/curve.csv"));
    EXPECT_THAT(csv, AllOf(HasSubstr("own,ef=100,host,"), HasSubstr(",ceiling,,"), HasSubstr(",distances,,")));
    EXPECT_THAT(content_of(folder.path("here/curve-recall.svg")), HasSubstr("own, ceiling"));
}

TEST(Own, IsForIndexes) {
    const auto complaint = [](const std::vector<std::string>& arguments) {
        const ProgramOutput said = program(arguments);
        EXPECT_EQ(said.status, 2) << said.out;
        return said.err;
    };
    EXPECT_THAT(complaint({"run", "uniform:n=100", "--method", "own", "-k", "3"}), HasSubstr("the points are not from an index"));
    EXPECT_THAT(complaint({"run", file_of("plane/hnsw.faiss"), "--method", "own", "--set", "probes=3", "-k", "3"}), HasSubstr("set ef"));
    EXPECT_THAT(
        complaint({"run", file_of("plane/hnsw.faiss"), "--method", "own", "--metric", "cosine", "-k", "3"}), HasSubstr("is euclidean"));
    EXPECT_THAT(complaint({"run", file_of("plane/hnsw.faiss"), "--columns", "1,2", "--method", "own", "-k", "3"}), HasSubstr("no columns"));
    EXPECT_EQ(program({"run", file_of("plane/hnsw.faiss"), "--method", "heap", "-k", "3"}).status, 0);
}

}  // namespace
}  // namespace neighborscope
