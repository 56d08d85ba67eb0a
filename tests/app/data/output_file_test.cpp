// Output files: complete or absent after any error; inputs are never overwritten.
#include "app/data/files/output_file.hpp"

#include "app/data/points/overwriting.hpp"
#include "small_files_only.hpp"
#include "test_file.hpp"
#include "tests/patience.hpp"

#include <csignal>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>

namespace neighborscope {
namespace {

namespace fs = std::filesystem;
using test::expect_error;

std::string text_in(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

TEST(OutputFiles, AFullDiskLeavesWhatWasThereBefore) {
    const test::File there("a.csv", "old");
    const fs::path folder = fs::path(there.path()).parent_path();
    for (const fs::path& path : {folder / "a.csv", folder / "new.csv"}) {
        const test::SmallFilesOnly full(1000);
        expect_error(
            Failure::input, {path.string() + ": cannot be written: File too large"}, [&] { write_file(path, std::string(1001, 'x')); });
    }
    EXPECT_EQ(text_in(folder / "a.csv"), "old");
    EXPECT_EQ(names_in(folder), std::vector<std::string>{"a.csv"});
    expect_error(Failure::input, {"No space left"}, [] { write_file("/dev/full", "x"); });
}

TEST(OutputFiles, RoomIsAskedForBeforeAnythingIsWritten) {
    const test::File there("a.csv", "old");
    const OutputFile file(there.path());
    file.require_room(1000);
    expect_error(Failure::input, {there.path() + ": cannot be written: it needs 1152.9 PB, its disk has ", " free; choose another folder"},
        [&] { file.require_room(std::uint64_t(1) << 60); });
    const test::SmallFilesOnly full(999);
    expect_error(Failure::input, {there.path() + ": cannot be written: File too large"}, [&] { file.require_room(1000); });
    EXPECT_NO_THROW(OutputFile("/dev/null").require_room(std::uint64_t(1) << 60));
}

TEST(OutputFiles, OfSeveralAllOrNoneAreInTheirPlaces) {
    const test::File there("a", "old");
    const fs::path folder = fs::path(there.path()).parent_path();
    {
        OutputFile a(folder / "a"), b(folder / "b"), c(folder / "c");
        OutputFile* const all[] = {&a, &b, &c};
        for (OutputFile* file : all) file->write("new");
        fs::create_directory(folder / "c");  // a name that no file can have
        expect_error(Failure::input, {"/c is a folder, not a file; choose another name"}, [&] { OutputFile::commit_all(all); });
        EXPECT_EQ(text_in(folder / "a"), "old");
    }
    EXPECT_EQ(names_in(folder), (std::vector<std::string>{"a", "c"}));
    fs::remove(folder / "c");
    {
        OutputFile a(folder / "a"), b(folder / "b");
        OutputFile* const all[] = {&a, &b};
        for (OutputFile* file : all) file->write("new");
        OutputFile::commit_all(all);
    }
    EXPECT_EQ(text_in(folder / "a") + text_in(folder / "b"), "newnew");
    EXPECT_EQ(names_in(folder), (std::vector<std::string>{"a", "b"}));
}

TEST(OutputFiles, WhatIsUnfinishedGoesWhenTheProgramHasToEnd) {
    const test::File there("a", "old");
    const fs::path folder = fs::path(there.path()).parent_path();
    const pid_t child = fork();
    if (child == 0) {
        fs::create_directory(folder / "made");
        const TemporaryPath made(folder / "made");
        OutputFile a(folder / "a"), b(folder / "made" / "b");
        a.write("new"), b.write("new");
        remove_temporary_paths();
        _exit(7);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(WEXITSTATUS(status), 7);
    EXPECT_EQ(names_in(folder), std::vector<std::string>{"a"});
    EXPECT_EQ(text_in(folder / "a"), "old");
}

TEST(OutputFiles, APipeThatNobodyReadsDoesNotHoldUpASignal) {
    const test::File there("a", "old");
    const std::string pipe = (fs::path(there.path()).parent_path() / "pipe").string();
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    struct sigaction handled {
    }, before{};
    handled.sa_handler = [](int) {};
    sigaction(SIGUSR1, &handled, &before);
    std::atomic<bool> over{false};
    std::thread signals([&over, main = pthread_self()] { until([&] { return pthread_kill(main, SIGUSR1), over.load(); }); });
    EXPECT_THROW(OutputFile file(pipe), Cancelled);
    over = true;
    signals.join();
    sigaction(SIGUSR1, &before, nullptr);
}

TEST(KeptFiles, NoOutputTakesThePlaceOfAnInput) {
    const test::File there("d.csv", "x,y\n1,2\n");
    const fs::path folder = fs::path(there.path()).parent_path();
    fs::create_symlink("d.csv", folder / "link.csv");
    fs::create_hard_link(folder / "d.csv", folder / "hard.csv");
    const NamedFile inputs[] = {{"--queries", ""}, {"DATA", there.path()}};
    for (const char* name : {"d.csv", "./d.csv", "link.csv", "hard.csv"}) {
        const NamedFile output[] = {{"--out", (folder / name).string()}};
        expect_error(Failure::usage, {"--out '" + output[0].path + "' would overwrite DATA"}, [&] { refuse_overwriting(output, inputs); });
    }
    const NamedFile others[] = {{"--out", (folder / "new.csv").string()}, {"--record", ""}, {"--points", (folder / "p.csv").string()}};
    EXPECT_NO_THROW(refuse_overwriting(others, inputs));
    const NamedFile same[] = {{"--out", (folder / "new.csv").string()}, {"--points", (folder / "x" / ".." / "new.csv").string()}};
    expect_error(Failure::usage, {"--out and --points name the same file"}, [&] { refuse_overwriting(same, inputs); });
}

TEST(KeptFiles, WhatIsReadBesideAnInputIsOneToo) {
    const test::File first("g.cnode", "x");
    const fs::path folder = fs::path(first.path()).parent_path();
    for (const char* name : {"g.CEDGE", "r.gr", "r.co.gz", "a-images-idx3-ubyte", "a-labels-idx1-ubyte.gz", "alone.cnode"})
        std::ofstream(folder / name) << "x";
    const auto beside = [&](const std::string& source) {
        const std::vector<NamedFile> files = files_of("DATA", source);
        return files.size() == 2 ? files[1].name + ": " + fs::path(files[1].path).filename().string() : std::to_string(files.size());
    };
    EXPECT_EQ(beside((folder / "g.cnode").string()), "what belongs to DATA: g.CEDGE");
    EXPECT_EQ(beside((folder / "r.gr").string()), "what belongs to DATA: r.co.gz");
    EXPECT_EQ(beside((folder / "r.co.gz").string()), "what belongs to DATA: r.gr");
    EXPECT_EQ(beside((folder / "a-images-idx3-ubyte").string()), "what belongs to DATA: a-labels-idx1-ubyte.gz");
    EXPECT_EQ(beside("roads:network=" + (folder / "g.cnode").string()), "what belongs to the network of DATA: g.CEDGE");
    EXPECT_EQ(beside((folder / "alone.cnode").string()), "1");
}

TEST(KeptFiles, SamplesAndNetworksAreInputsToo) {
    const auto path_of = [](const std::string& source) {
        const std::vector<NamedFile> files = files_of("DATA", source);
        return files.empty() ? "" : files[0].name + " " + fs::path(files[0].path).filename().string();
    };
    EXPECT_EQ(path_of("points.csv"), "DATA points.csv");
    EXPECT_EQ(path_of("uniform:n=20"), "");
    EXPECT_EQ(path_of("roads:n=20,network=a,b.cnode,seed=1"), "the network of DATA a,b.cnode");
    EXPECT_THAT(path_of("roads:n=20,network=sample:streets"), testing::StartsWith("the network of DATA s"));
    EXPECT_EQ(path_of(samples_folder()), "DATA " + fs::path(samples_folder()).filename().string());
    EXPECT_EQ(path_of("roads:"), "the network of DATA streets.cnode");
    EXPECT_THAT(path_of("sample:earthquakes"), testing::StartsWith("DATA earthquakes"));
    for (const SampleInfo& sample : samples()) {
        const std::vector<NamedFile> files = files_of("DATA", "sample:" + sample.name);
        EXPECT_EQ(files.size(), sample.name == "streets" || sample.name == "digits" ? 2u : 1u);
        for (const NamedFile& file : files) EXPECT_TRUE(fs::exists(file.path)) << file.path;
    }
}

}  // namespace
}  // namespace neighborscope
