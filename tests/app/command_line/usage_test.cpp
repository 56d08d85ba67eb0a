// Errors: one line on standard error, cause first, with a suggestion; the exit status shows the kind.
#include "odd_methods.hpp"
#include "app/modules/modules.hpp"
#include "gpu/device/device.hpp"
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

void expect_refused(const std::vector<std::string>& arguments, const std::string& says, int status = 2) {
    const ProgramOutput said = program(arguments);
    const std::string typed = ::testing::PrintToString(arguments);
    EXPECT_EQ(said.status, status) << typed << said.err;
    EXPECT_THAT(said.err, StartsWith("neighborscope: ")) << typed;
    EXPECT_THAT(said.err, HasSubstr(says)) << typed;
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << typed << said.err;
    EXPECT_EQ(said.out, "") << typed;
}

std::vector<std::string> run(std::vector<std::string> more) {
    more.insert(more.begin(), {"run", "uniform:n=50", "--method", "heap", "-k", "3", "--device", "host"});
    return more;
}

TEST(Usage, MistypedNamesAreSuggested) {
    expect_refused({"rnu", "sample:earthquakes", "-k", "3"}, "did you mean 'run'?");
    expect_refused({"chek"}, "did you mean 'check'?");
    expect_refused({"run", "uniform:n=50", "--metod", "heap", "-k", "3"}, "did you mean '--method'?");
    expect_refused({"run", "uniform:n=50", "--method", "heap", "--k", "3"}, "did you mean '-k'?");
    expect_refused({"run", "uniform:n=50", "--method", "hep", "-k", "3"}, "did you mean heap?");
    expect_refused(run({"--metric", "manhatan"}), "did you mean manhattan?");
    expect_refused(run({"--set", "thread=64"}), "did you mean threads?");
    expect_refused({"run", "sample:earthquaks", "--method", "heap", "-k", "3"}, "did you mean sample:earthquakes?");
    expect_refused({"sample:earthquaks"}, "did you mean 'earthquakes'?");
    expect_refused({"unifrom:n=3"}, "did you mean 'uniform'?");
    expect_refused({"list", "method"}, "did you mean 'methods'?");
    expect_refused({"shot", "uniform:n=50", "--out", "v.png", "--theme", "drak"}, "did you mean 'dark'?");
    expect_refused({"--lihgt"}, "did you mean '--light'?");
    expect_refused({"--methdo", "heap"}, "there is no option '--methdo'; did you mean '--method'?");
    expect_refused({"-k", "3", "--methdo=heap"}, "there is no option '--methdo'; did you mean '--method'?");
    expect_refused({"run", "uniform:n=50", "--rand", "3"}, "did you mean '--random-queries'?");
}

TEST(Usage, WhatIsNotNearIsNotSuggested) {
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"list", "--strict"}, {"check", "uniform:n=50", "--out", "v.csv"}, {"bin"}, {"run", "uniform:n=50", "--que", "3"}}) {
        const ProgramOutput said = program(arguments);
        EXPECT_EQ(said.status, 2);
        EXPECT_THAT(said.err, ::testing::Not(HasSubstr("did you mean"))) << ::testing::PrintToString(arguments);
    }
}

TEST(Usage, WhatIsMissingIsNamedWithAnExample) {
    expect_refused({"run"}, "run needs DATA");
    expect_refused({"run", "uniform:n=50", "-k", "3"}, "run needs --method");
    expect_refused({"run", "uniform:n=50", "--method", "heap"}, "run needs -k");
    expect_refused({"check", "uniform:n=50", "-k", "3"}, "check needs --method");
    expect_refused({"check", "uniform:n=50", "--method", "heap"}, "check needs -k");
    expect_refused({"shot", "uniform:n=50"}, "shot needs --out");
    expect_refused({"list"}, "list needs one of methods");
    expect_refused({"run", "uniform:n=50", "--method", "heap", "-k"}, "-k needs a value");
    expect_refused(run({"--query"}), "--query needs a value");
}

TEST(Usage, ValuesAreChecked) {
    for (const std::string k : {"0", "-1", "3.5", "many", "99999999999", ""})
        expect_refused({"run", "uniform:n=50", "--method", "heap", "-k", k, "--device", "host"}, "-k");
    expect_refused(
        {"check", "uniform:n=50", "--method", "heap", "-k", "0"}, "-k '0' is not a whole number from 1 to 2147483647; for example -k 8\n");
    expect_refused(run({"--repeat", "0"}), "--repeat '0' is not a whole number from 1 to 1000000; for example --repeat 20\n");
    expect_refused({"shot", "uniform:n=50", "--out", "v.png", "--step", "x"}, "; for example --step 8\n");
    expect_refused(run({"--query", "1,2,3"}), "--query has 3 coordinates, the data 2");
    expect_refused(run({"--query", "1"}), "--query has 1 coordinate, the data 2");
    expect_refused({"check", "uniform:n=50", "--method", "heap,ppw", "-k", "3"}, "one method, or all");
    expect_refused(run({"--query", "1,abc"}), "'abc' is not a number");
    expect_refused(run({"--query", "1,"}), "'' is not a number");
    expect_refused(run({"--query", "nan,1"}), "'nan' is not a number");
    expect_refused(run({"--query", "1e300,1"}), "float32");
    expect_refused(run({"--query", "1e400,1"}), "'1e400' is outside the range of float64");
    expect_refused(run({"--query", "inf,1"}), "'inf' is not a finite number");
    expect_refused({"shot", "uniform:n=50", "--out", "v.png", "--query", "1e300,0"}, "float32");
    for (const auto& [rate, cause] : {std::pair{"nan", "is not a number"}, {"inf", "is not a finite number"}, {"-5", "is not above 0"},
             {"101", "is not above 0 and up to 100"}, {"1,2", "is not a number"}})
        expect_refused(run({"--self", "--query-rate", rate}), "--query-rate '" + std::string(rate) + "' " + cause);
    expect_refused(run({"--query-index", "50"}), "rows are numbered 0 to 49");
    expect_refused(run({"--query-index", "-1"}), "--query-index '-1'");
    expect_refused(run({"--random-queries", "0"}), "--random-queries '0'");
    expect_refused(run({"--set", "threads"}), "not option=value");
    expect_refused(run({"--set", "threads=7"}), "threads");
    expect_refused(run({"--set", "threads=64", "--set", "threads=128"}), "twice");
    expect_refused(run({"--device", "gpu"}), "");
    expect_refused({"shot", "uniform:n=50", "--out", "v.png", "--size", "1280"}, "WIDTHxHEIGHT");
    expect_refused({"shot", "uniform:n=50", "--out", "v.png", "--scale", "9"}, "0.5 to 4");
    expect_refused({"shot", "uniform:n=50", "--out", "v.jpg"}, ".png");
    expect_refused({"run", "uniform:n=50", "--method", "nearest-only", "-k", "2", "--device", "host"},
        "k = 1 only; ask for k = 1, or choose auto, serial, ");
}

TEST(Usage, TwoKindsOfQueriesAreRefused) {
    expect_refused(run({"--self", "--query", "1,2"}), "--self and --query are two kinds");
    expect_refused(run({"--query-index", "1", "--random-queries", "4"}), "two kinds");
}

TEST(Usage, ArgumentsInTheWrongPlace) {
    expect_refused(run({"another"}), "'another' was not expected");
    expect_refused({"--method", "heap", "run", "uniform:n=50", "-k", "3"}, "--method stands before 'run'");
    expect_refused({"run", "uniform:n=50", "--method", "heap", "-k", "3", "-k", "4"}, "-k was given more than once");
}

TEST(Usage, FilesThatCannotBeReadOrWritten) {
    const Folder folder;
    expect_refused({"run", folder.path("none.csv"), "--method", "heap", "-k", "3", "--device", "host"}, folder.path("none.csv"));
    expect_refused({folder.path("none.csv")}, "neither a subcommand nor a file");
    expect_refused({"face"}, "faces");
    expect_refused(run({"--queries", folder.path("none.csv")}), folder.path("none.csv"));
    expect_refused({"run", "-", "--method", "heap", "-k", "3", "--device", "host"}, "save it to a file first");
    expect_refused({"-"}, "save it to a file first");
    expect_refused(run({"--out", "lists.txt"}), ".csv or .npz");
    expect_refused(run({"--out", folder.path("no/lists.csv")}), folder.path("no/lists.csv"));
    expect_refused(run({"--timings", folder.path("")}), folder.path(""));
    expect_refused(run({"--out", folder.path("same.csv"), "--timings", folder.path("same.csv")}), "same file");
    expect_refused({"shot", "uniform:n=50", "--out", folder.path("no/view.png")}, folder.path("no/view.png"));
    EXPECT_TRUE(folder.files().empty());
}

TEST(Usage, NoOutputTakesThePlaceOfWhatIsRead) {
    const Folder folder;
    const std::string content = "x,y\n1,2\n3,4\n5,6\n", data = folder.write("d.csv", content), queries = folder.write("q.csv", content);
    std::filesystem::create_symlink("d.csv", folder.path("link.csv"));
    std::filesystem::create_hard_link(data, folder.path("hard.png"));
    const auto run_on = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"run", data, "--method", "heap", "-k", "1", "--device", "host"});
        return more;
    };
    expect_refused({"convert", data, "--out", data}, "--out '" + data + "' would overwrite DATA");
    expect_refused({"convert", data, "--out", folder.path("link.csv")}, "would overwrite DATA");
    expect_refused(run_on({"--out", data}), "would overwrite DATA");
    for (const char* option : {"--timings", "--record", "--points"})
        expect_refused(
            run_on({option, folder.path("link.csv")}), std::string(option) + " '" + folder.path("link.csv") + "' would overwrite DATA");
    expect_refused(run_on({"--queries", queries, "--out", queries}), "would overwrite --queries");
    expect_refused({"run", "roads:n=10,network=" + data, "--method", "heap", "-k", "1", "--device", "host", "--out", data},
        "would overwrite the network of DATA");
    expect_refused({"shot", data, "--out", folder.path("hard.png")}, "would overwrite the data");
    expect_refused({"shot", queries, "--compare", data, "--out", folder.path("hard.png")}, "would overwrite the lists");
    const std::string session = folder.write("s.json", R"({"neighborscope_session": 1, "data": "d.csv"})");
    expect_refused({"shot", session, "--out", folder.path("hard.png")}, "would overwrite the data");
    EXPECT_EQ(content_of(data) + content_of(queries), content + content);
}

TEST(Usage, NoOutputTakesThePlaceOfWhatBelongsToASample) {
    const Folder folder;
    std::filesystem::create_directory(folder.path("faces"));
    for (const char* name : {"streets.cnode", "streets.cedge", "digits-images-idx3-ubyte.gz", "digits-labels-idx1-ubyte.gz",
             "faces/anna_1.pgm", "faces/labels.csv"})
        folder.write(name, "kept");
    const char* before = std::getenv("NEIGHBORSCOPE_SAMPLES");
    const std::string samples = before ? before : "";
    setenv("NEIGHBORSCOPE_SAMPLES", folder.path("").c_str(), 1);
    const auto expect_kept = [&](const std::string& data, const char* option, const std::string& name, const std::string& of) {
        expect_refused({"run", data, "--method", "heap", "-k", "3", "--device", "host", option, folder.path(name)},
            std::string(option) + " '" + folder.path(name) + "' would overwrite " + of);
        EXPECT_EQ(content_of(folder.path(name)), "kept");
    };
    for (const char* roads : {"roads:", "roads:n=10", "roads:n=10,network=sample:streets"}) {
        expect_kept(roads, "--timings", "streets.cnode", "the network of DATA");
        expect_kept(roads, "--record", "streets.cedge", "what belongs to the network of DATA");
    }
    expect_kept("sample:streets", "--timings", "streets.cedge", "what belongs to DATA");
    expect_kept("sample:digits", "--timings", "digits-labels-idx1-ubyte.gz", "what belongs to DATA");
    for (const std::string& faces : {std::string("sample:faces"), folder.path("faces")}) {
        expect_kept(faces, "--points", "faces/anna_1.pgm", "what belongs to DATA");
        expect_kept(faces, "--out", "faces/labels.csv", "what belongs to DATA");
        expect_refused({"faces", faces, "--out", folder.path("faces/labels.csv")}, "would overwrite what belongs to DATA");
        expect_refused({"convert", faces, "--out", folder.path("faces/labels.csv")}, "would overwrite what belongs to DATA");
    }
    expect_refused({"run", "uniform:n=9", "--method", "heap", "-k", "3", "--queries", folder.path("streets.cedge"), "--record",
                       folder.path("streets.cnode")},
        "would overwrite what belongs to --queries");
    before ? setenv("NEIGHBORSCOPE_SAMPLES", samples.c_str(), 1) : unsetenv("NEIGHBORSCOPE_SAMPLES");
}

TEST(Usage, AnEmptyValueIsNoOptionLeftOut) {
    for (const char* option : {"--out", "--timings", "--record", "--points", "--queries", "--ticks", "--query-rate"})
        expect_refused(run({option, ""}), std::string(option) + " '' is empty");
    expect_refused(run({"--out="}), "--out");
    expect_refused({"convert", "uniform:n=50", "--out", ""}, "--out '' is empty");
    expect_refused({"shot", "uniform:n=50", "--out", ""}, "--out '' is empty");
    expect_refused({"bench", "mohammadi", "--out", ""}, "--out '' is empty");
    expect_refused({"run", "", "--method", "heap", "-k", "3"}, "DATA '' is empty");
    expect_refused({""}, "DATA '' is empty");
}

TEST(Usage, AFileWhoseNameBeginsWithADashStandsAfterTwo) {
    const Folder folder;
    folder.write("-k.csv", "x,y\n1,2\n3,4\n");
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path(""));
    for (const std::vector<std::string>& arguments :
        std::vector<std::vector<std::string>>{{"run", "--method", "heap", "-k", "1", "--device", "host", "--", "-k.csv"},
            {"check", "--method", "heap", "-k", "1", "--device", "host", "--", "-k.csv"}, {"preview", "--", "-k.csv"},
            {"convert", "--out", "o.csv", "--", "-k.csv"}, {"shot", "--device", "host", "--out", "v.png", "--", "-k.csv"}}) {
        const ProgramOutput said = program(arguments);
        EXPECT_EQ(said.status, 0) << arguments[0] << ": " << said.err;
    }
    expect_refused({"preview", "--", "-x.csv"}, "-x.csv");
    expect_refused({"preview", "--", "-k.csv", "-l.csv"}, "'-l.csv' was not expected");
    expect_refused({"run", "--", "-k.csv", "--method", "heap"}, "'--method' stands after --, and nothing after -- is an option");
    expect_refused({"--", "-x.csv"}, "'-x.csv' is neither a subcommand nor a file");
    std::filesystem::current_path(before);
}

TEST(Usage, ALineBreakInAnArgumentStaysOneLine) { expect_refused(run({"--query", "1\n2,3"}), "is not a number"); }

TEST(Status, MemoryIsThree) {
    expect_refused({"run", "uniform:n=50", "--method", "out-of-memory", "-k", "3", "--device", "host"}, "not enough memory", 3);
    // 2^31 - 1 neighbours for each of 10^6 queries: the size is computed, not allocated.
    expect_refused({"run", "uniform:n=1000000", "--method", "heap", "-k", "2147483647", "--self", "--device", "host"}, "", 3);
}

TEST(Status, AMissingDeviceIsThreeAndNeverReplaced) {
    const ProgramOutput said = program({"list", "devices"});
    ASSERT_EQ(said.status, 0);
    if (said.out.find("\ncuda") != std::string::npos) GTEST_SKIP() << "there is a CUDA device";
    EXPECT_NE(said.out.find("\n" + why_no_cuda() + "\n"), std::string::npos) << said.out;
    expect_refused({"run", "uniform:n=50", "--method", "heap", "-k", "3", "--device", "cuda"}, "", 3);
}

TEST(Status, AWindowWithoutADisplayIsThreeAndNamesShot) {
    const auto without = [](const char* name) {
        const char* value = std::getenv(name);
        std::string kept = value ? value : "";
        unsetenv(name);
        return kept;
    };
    const std::string x = without("DISPLAY"), wayland = without("WAYLAND_DISPLAY");
    expect_refused({"uniform:n=50"}, "shot", 3);
    expect_refused({"--light"}, "", 3);
    // A display that does not exist: Qt would abort the program. A build without a window says so, whatever the display is.
    const bool has_window = modules::built(modules::Module::desktop) || modules::built(modules::Module::light);
    for (const char* dead : {":9977", "unix:9977", ":9977.0"}) {
        setenv("DISPLAY", dead, 1);
        expect_refused({"uniform:n=50"}, has_window ? std::string("nothing answers at DISPLAY=") + dead : "this build has no window", 3);
        expect_refused({"--light"}, "shot", 3);
    }
    unsetenv("DISPLAY");
    if (!x.empty()) setenv("DISPLAY", x.c_str(), 1);
    if (!wayland.empty()) setenv("WAYLAND_DISPLAY", wayland.c_str(), 1);
}

TEST(Status, CtrlCStopsWithoutAWordAndLeavesNoFile) {
    const Folder folder;
    for (const auto& [signal, status] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}}) {
        OddMethods::signal = signal;
        const ProgramOutput said = program({"run", "uniform:n=50", "--method", "wrong", "-k", "3", "--self", "--device", "host", "--out",
            folder.path("l.npz"), "--timings", folder.path("t.json")});
        OddMethods::signal = 0;
        EXPECT_EQ(said.status, status);
        EXPECT_EQ(said.out + said.err, "");
        EXPECT_TRUE(folder.files().empty());
    }
    EXPECT_EQ(program({"run", "uniform:n=50", "--method", "wrong", "-k", "3", "--device", "host"}).status, 0) << "the stop is forgotten";
}

}  // namespace
}  // namespace neighborscope
