// run in tiles, with --plan and with several processes.
#include "app/modules/modules.hpp"
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

namespace neighborscope {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// `rows` vectors of `dimension` small integers as .fbin.
std::string fbin(std::uint32_t rows, std::uint32_t dimension, unsigned seed) {
    std::mt19937 random(seed);
    std::string file(reinterpret_cast<const char*>(&rows), 4);
    file.append(reinterpret_cast<const char*>(&dimension), 4);
    for (std::uint32_t i = 0; i < rows * dimension; ++i) {
        const float value = float(random() % 50);
        file.append(reinterpret_cast<const char*>(&value), 4);
    }
    return file;
}

ProgramOutput program_with(std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return program(words);
}

class TiledRun : public testing::Test {
protected:
    Folder folder;
    std::string points = folder.write("base.fbin", fbin(30000, 12, 1)), queries = folder.write("q.fbin", fbin(40, 12, 2));
    std::vector<std::string> arguments(std::vector<std::string> more) const {
        std::vector<std::string> all = {"run", points, "--method", "stream", "-k", "9", "--queries", queries, "--device", "host"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    std::string all_in_memory() const {
        const std::string lists = folder.path("all.csv");
        EXPECT_EQ(program(arguments({"--out", lists})).status, 0);
        return content_of(lists);
    }
};

TEST_F(TiledRun, ListsAreThoseOfPointsInMemory) {
    const std::string all = all_in_memory(), lists = folder.path("tiles.csv");
    const ProgramOutput tiled = program(arguments({"--host-memory", "1MB", "--out", lists}));
    ASSERT_EQ(tiled.status, 0) << tiled.err;
    EXPECT_EQ(content_of(lists), all);
    EXPECT_THAT(tiled.out, AllOf(HasSubstr("base.fbin: 30000 points of 12 dimensions"), HasSubstr("tiles of"), HasSubstr("total: ")));
    EXPECT_THAT(tiled.out, Not(HasSubstr("1 tile of")));
}

TEST_F(TiledRun, QueriesThatDoNotFitAreAskedInBatches) {
    const std::string many = folder.write("many.fbin", fbin(5000, 12, 3)), lists = folder.path("batches.csv"), all = folder.path("all.csv");
    const std::vector<std::string> asks = {"run", queries, "--method", "flat", "-k", "3", "--queries", many, "--device", "host", "--out"};
    ASSERT_EQ(program_with(asks, {all}).status, 0);
    const ProgramOutput batches = program_with(asks, {lists, "--host-memory", "700KB"});
    ASSERT_EQ(batches.status, 0) << batches.err;
    EXPECT_THAT(batches.out, HasSubstr(" batches of "));
    EXPECT_EQ(content_of(lists), content_of(all));
}

TEST_F(TiledRun, PointsOfAFileThatIsReadInTilesAsk) {
    const std::string few = folder.write("few.fbin", fbin(3000, 4, 4)), lists = folder.path("self.csv"), all = folder.path("all.csv");
    for (const char* const metric : {"euclidean", "cosine"}) {
        const std::vector<std::string> asks = {
            "run", few, "--method", "flat", "-k", "3", "--self", "--exclude-self", "--metric", metric, "--device", "host", "--out"};
        ASSERT_EQ(program_with(asks, {all}).status, 0);
        const ProgramOutput tiled = program_with(asks, {lists, "--host-memory", "300KB"});
        ASSERT_EQ(tiled.status, 0) << tiled.err;
        EXPECT_THAT(tiled.out, AllOf(HasSubstr("every point, 3000 queries, each point itself excluded"), HasSubstr(" batches of ")));
        EXPECT_EQ(content_of(lists), content_of(all)) << metric;
    }
}

TEST_F(TiledRun, PointsOfThePlaneAskByRunsOfACurve) {
    const std::string plane = folder.write("plane.fbin", fbin(40000, 2, 5)), lists = folder.path("runs.csv"), all = folder.path("all.csv");
    const std::vector<std::string> asks = {
        "run", plane, "--method", "leaf-warp", "-k", "2", "--self", "--exclude-self", "--device", "host"};
    ASSERT_EQ(program_with(asks, {"--out", all}).status, 0);
    const auto checksum_in = [](const ProgramOutput& ran) {
        EXPECT_EQ(ran.status, 0) << ran.err;
        const std::size_t at = ran.out.find("checksum ");
        return at == std::string::npos ? "" : ran.out.substr(at + 9, 16);
    };
    const ProgramOutput written = program_with(asks, {"--out", lists, "--host-memory", "6MB"});
    EXPECT_EQ(content_of(lists), content_of(all));
    EXPECT_THAT(written.out, AllOf(HasSubstr(" runs of a curve"), HasSubstr("every point, 40000 queries, each point itself excluded")));
    const ProgramOutput once = program_with(asks, {"--host-memory", "1GB"}), summed = program_with(asks, {"--host-memory", "1200KB"});
    EXPECT_THAT(once.out, HasSubstr("1 run of a curve"));
    EXPECT_THAT(summed.out, HasSubstr("only the checksum is kept"));
    EXPECT_EQ(checksum_in(once), checksum_in(written));
    EXPECT_EQ(checksum_in(summed), checksum_in(written));
    const ProgramOutput others =
        program({"run", plane, "--method", "leaf-warp", "-k", "2", "--self", "--device", "host", "--host-memory", "6MB"});
    EXPECT_NE(checksum_in(others), checksum_in(written)) << "each point is its own neighbour";
    const ProgramOutput refused = program_with(asks, {"--out", folder.path("none.csv"), "--host-memory", "700KB"});
    EXPECT_EQ(refused.status, 3);
    EXPECT_THAT(refused.err, HasSubstr("allow more memory"));
}

TEST_F(TiledRun, RefusesWhatNeedsAllPointsInMemory) {
    const auto error = [&](std::vector<std::string> more) {
        more.insert(more.end(), {"--host-memory", "1MB"});
        const ProgramOutput refused = program(arguments(more));
        EXPECT_EQ(refused.status, 2) << refused.err;
        EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
        return refused.err;
    };
    EXPECT_THAT(error({"--counters"}), HasSubstr("need all points in memory"));
    EXPECT_THAT(error({"--exclude-self"}), HasSubstr("looks for each query among all points"));
    EXPECT_THAT(error({"--where", "x>1"}), HasSubstr("do not apply to points that are read in tiles"));
    const ProgramOutput few = program(arguments({"--host-memory", "1KB"}));
    EXPECT_EQ(few.status, 3);
    EXPECT_THAT(few.err, HasSubstr("may be used; ask fewer queries at once"));
    for (const char* const wrong : {"4Gib", "", "-1", "1e30", "GiB", "0"})
        EXPECT_EQ(program(arguments({"--host-memory", wrong})).status, 2) << wrong;
}

TEST_F(TiledRun, AFileThatIsCutIsOneError) {
    std::filesystem::resize_file(points, 30000 * 12 * 4);
    const ProgramOutput refused = program(arguments({"--host-memory", "1MB"}));
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, AllOf(HasSubstr("says 30000 vectors of 12 dimensions"), HasSubstr("the file was cut")));
}

TEST_F(TiledRun, PlansForAnyNumberOfDevices) {
    const ProgramOutput plan = program(
        {"run", "uniform:n=1e9,d=96", "--method", "fused", "-k", "10", "--random-queries", "10000", "--device", "cuda:8", "--plan"});
    ASSERT_EQ(plan.status, 0) << plan.err;
    EXPECT_THAT(plan.out, AllOf(HasSubstr("1000000000 points of 96 dimensions, 384"), HasSubstr("8 of "), HasSubstr("125000000 points"),
                              HasSubstr("tiles"), HasSubstr("time ")));
    const ProgramOutput one =
        program({"run", points, "--method", "heap", "-k", "10", "--query-index", "3", "--device", "cuda:4", "--plan"});
    ASSERT_EQ(one.status, 0) << one.err;
    EXPECT_THAT(one.out, HasSubstr("this method does not divide points"));
    const ProgramOutput host = program(arguments({"--plan", "--host-memory", "1MB"}));
    ASSERT_EQ(host.status, 0) << host.err;
    EXPECT_THAT(host.out, HasSubstr("tiles of"));
    EXPECT_EQ(program({"run", "uniform:d=3", "--method", "heap", "-k", "10", "--plan"}).status, 2);
}

TEST_F(TiledRun, SeveralProcessesFindWhatOneFinds) {
    if (!modules::built(modules::Module::mpi)) GTEST_SKIP() << "built without MPI";
    if (in_shell("command -v mpirun").status != 0) GTEST_SKIP() << "no mpirun";
    const std::string all = all_in_memory(), lists = folder.path("ranks.csv");
    const std::string mpirun = "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 3 ";
    const std::string run = "'" NEIGHBORSCOPE_PROGRAM "' run '" + points + "' --method stream -k 9 --device host --ranks mpi";
    const std::string start = mpirun + run;
    const ProgramOutput ran = in_shell(start + " --queries '" + queries + "' --out '" + lists + "'");
    ASSERT_EQ(ran.status, 0) << ran.out;
    EXPECT_EQ(content_of(lists), all);
    EXPECT_THAT(ran.out, HasSubstr("ranks    3, started by MPI"));
    const ProgramOutput failed = in_shell(start + " --query-index 40000");
    EXPECT_NE(failed.status, 0);
    EXPECT_THAT(failed.out, HasSubstr("--query-index '40000' is not a whole number from 0 to 29999"));
    const std::string killed = folder.path("killed.csv");
    const ProgramOutput without_one = in_shell(mpirun + "sh -c '[ $OMPI_COMM_WORLD_RANK = 1 ] && kill -9 $$; exec \"$@\"' sh " + run +
                                               " --queries '" + queries + "' --out '" + killed + "'");
    EXPECT_NE(without_one.status, 0) << "a rank that is killed ends all";
    EXPECT_FALSE(std::filesystem::exists(killed));
}

}  // namespace
}  // namespace neighborscope
