// `doctor`: what it makes of machines that nobody has at hand, and its report of this one.
#include "app/command_line/doctor/child.hpp"
#include "app/command_line/doctor/findings.hpp"
#include "app/command_line/library_version.hpp"
#include "app/modules/clash.hpp"
#include "gpu/error.hpp"
#include "program.hpp"
#include "tests/sanitized.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

namespace neighborscope {
namespace {

namespace fs = std::filesystem;
using namespace shell::doctor;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// A machine on which everything works.
Facts healthy() {
    Facts facts;
    facts.version = facts.library_version = "0.9.0";
    facts.commit = "0123456789ab";
    facts.program = "/usr/bin/neighborscope";
    facts.library = "/usr/lib/neighborscope/libneighborscope.so";
    facts.system = "Debian GNU/Linux 12 (bookworm), Linux 6.1.0", facts.processor = "AMD EPYC", facts.glibc = "2.36", facts.threads = 2;
    facts.gpu.built = true;
    facts.gpu.toolkit = "13.0.88";
    facts.gpu.on_bus = {"0000:65:00.0"};
    facts.gpu.driver = "580.65.06";
    facts.gpu.usable = {{DeviceKind::cuda, "NVIDIA H200", 0, 150'000'000'000, 132, "sm_90", "13.0", 0}};
    facts.gpu.cublas = true;
    facts.rendering = facts.desktop = facts.light = facts.detector = {true, "", ""};
    facts.opengl = "4.6, NVIDIA H200/PCIe/SSE2";
    facts.landmarks = true;
    facts.faiss = true;
    facts.blas = "/usr/lib/x86_64-linux-gnu/openblas-pthread/libblas.so.3";
    facts.home = {HomeState::writable, "/home/ann/.config/neighborscope"};
    return facts;
}

Finding found(const Facts& facts, const std::string& part) {
    for (const Finding& one : findings(facts))
        if (one.part == part) return one;
    ADD_FAILURE() << part;
    return {};
}

void expect(const Facts& facts, const std::string& part, Standing standing, const std::string& text, const std::string& mend) {
    const Finding finding = found(facts, part);
    EXPECT_EQ(name(finding.standing), name(standing)) << part << ": " << finding.found;
    EXPECT_THAT(finding.found, HasSubstr(text));
    EXPECT_THAT(finding.mend, HasSubstr(mend));
}

TEST(Doctor, OfAHealthyMachineFindsNothingToMend) {
    for (const Finding& one : findings(healthy())) {
        EXPECT_EQ(one.standing, Standing::ok) << one.part << ": " << one.found;
        EXPECT_EQ(one.mend, "") << one.part;
    }
    expect(healthy(), "GPU", Standing::ok, "NVIDIA H200, compute capability 9.0, 150.0 GB", "");
    expect(healthy(), "driver", Standing::ok, "NVIDIA 580.65.06, knows CUDA 13.0", "");
}

TEST(Doctor, KnowsGpusAndDriversThatAreTooOld) {
    Facts facts = healthy();
    facts.gpu.usable.clear();
    facts.gpu.why_none = "no usable CUDA device: Tesla K80 (sm_37) is too old: compute capability 7.5 or later is needed";
    expect(facts, "GPU", Standing::missing, "Tesla K80 (sm_37) is too old", "--device host");
    EXPECT_FALSE(any_broken(findings(facts))) << "nothing can be mended: the processor searches";
    facts.gpu.why_none = "no usable CUDA device: NVIDIA L4 (sm_89) cannot run the code of this program, which was built for (90-real)";
    expect(facts, "GPU", Standing::broken, "NVIDIA L4", "app/run.sh --build");
    facts.gpu.driver = "470.256.02";
    facts.gpu.why_none = "no CUDA device: the NVIDIA driver is too old: it knows CUDA 11.4, this program was built with CUDA 13.0";
    expect(facts, "driver", Standing::broken, "470.256.02 is too old for CUDA 13.0.88, which needs 580", "apt install nvidia-driver");
    facts.gpu.driver.clear();  // only libcuda.so answers
    expect(facts, "driver", Standing::broken, "the NVIDIA driver is too old: it knows CUDA 11.4", "apt install nvidia-driver");
    facts.gpu.why_none = "no CUDA device: no NVIDIA driver is installed";
    expect(facts, "driver", Standing::missing, "no NVIDIA driver is loaded", "apt install nvidia-driver");
    expect(facts, "GPU", Standing::missing, "PCI 0000:65:00.0", "");
    facts.gpu.on_bus.clear();
    expect(facts, "GPU", Standing::missing, "kernels run on the processor", "");
    expect(facts, "driver", Standing::missing, "no GPU that needs one", "");
    facts.gpu.built = false;
    expect(facts, "CUDA", Standing::missing, "for the processor only", "");
}

TEST(Doctor, NamesWhatWindowsAndPicturesLack) {
    Facts facts = healthy();
    facts.rendering = {true, "this machine lacks libEGL.so.1", "apt install libegl1"};
    facts.desktop = {true, "it crashes: Aborted", ""};
    facts.light = {};
    facts.why_no_display = "neither DISPLAY nor WAYLAND_DISPLAY is set";
    facts.landmarks = false;
    expect(facts, "OpenGL", Standing::broken, "lacks libEGL.so.1", "apt install libegl1");
    expect(facts, "Qt window", Standing::broken, "crashes", "");
    expect(facts, "light window", Standing::missing, "this build has none", "libglfw3-dev");
    expect(facts, "display", Standing::missing, "DISPLAY", "neighborscope shot");
    expect(facts, "faces", Standing::missing, "no landmarks", "apt install libdlib-data");
    EXPECT_TRUE(any_broken(findings(facts)));
}

TEST(Doctor, NamesLibrariesThatWereNotThereWhenItWasBuilt) {
    Facts facts = healthy();
    facts.left_out = {{"faiss-flat-cpu", "libfaiss-dev"}, {"faiss-ivf-cpu", "libfaiss-dev"}, {"nanoflann", "libnanoflann-dev"}};
    expect(facts, "libraries", Standing::missing, "not built: faiss-flat-cpu, faiss-ivf-cpu, nanoflann",
        "apt install libfaiss-dev libnanoflann-dev, then");
    facts.blas = "/usr/lib/x86_64-linux-gnu/blas/libblas.so.3.11.0";
    expect(facts, "BLAS", Standing::missing, "reference implementation", "apt install libopenblas0-pthread");
    facts.blas.clear();
    expect(facts, "BLAS", Standing::missing, "the methods of FAISS do not run", "apt install libopenblas0-pthread");
    facts.faiss = false;
    expect(facts, "BLAS", Standing::ok, "none is used", "");
    facts.gpu.cublas = false;
    expect(facts, "cuBLAS", Standing::missing, "`flat`", "apt install libcublas");
}

TEST(Doctor, SaysWhatAHomeCannotKeep) {
    Facts facts = healthy();
    facts.home = {HomeState::unknown};
    expect(facts, "home", Standing::missing, "HOME is not set", "export HOME");
    facts.home = {HomeState::absent, "/home/ann"};
    expect(facts, "home", Standing::missing, "/home/ann does not exist", "mkdir -p /home/ann");
    facts.home = {HomeState::read_only, "/home/ann/.config"};
    expect(facts, "home", Standing::missing, "/home/ann/.config cannot be written", "chmod u+w /home/ann/.config");
    facts.home = {HomeState::full, "/home/ann"};
    expect(facts, "home", Standing::missing, "is full", "df -h");
}

TEST(Doctor, TellsVersionsSideBySideFromALibraryInTheWrongPlace) {
    Facts facts = healthy();
    facts.others = {"/usr/local/bin/neighborscope"};
    facts.first_on_path = "/usr/local/bin/neighborscope";
    expect(facts, "versions", Standing::missing, "/usr/local/bin/neighborscope; `neighborscope` starts that one", "/usr/bin/neighborscope");
    facts.library_version = "0.8.0", facts.library = "/opt/old/libneighborscope.so", facts.library_path = "/opt/old";
    expect(facts, "versions", Standing::broken, "version 0.8.0: /opt/old/libneighborscope.so", "unset LD_LIBRARY_PATH");
    facts.library_version = facts.version, facts.library_beside = false;
    expect(facts, "versions", Standing::broken, "not the one installed with this program", "unset LD_LIBRARY_PATH");
}

TEST(Doctor, ALibraryFromElsewhereIsToBlameOnlyWhereSomethingFails) {
    Facts facts = healthy();
    facts.foreign = {"/opt/conda/lib/libstdc++.so.6"};
    facts.library_path = "/opt/conda/lib";
    expect(facts, "origin", Standing::ok, "from elsewhere: /opt/conda/lib/libstdc++.so.6", "");
    EXPECT_EQ(found(facts, "origin").mend, "");
    facts.desktop.trouble = "/opt/conda/lib/libstdc++.so.6 is of another version";
    expect(facts, "origin", Standing::broken, "/opt/conda/lib", "unset LD_LIBRARY_PATH");
    facts.preload = "/opt/hook.so";
    expect(facts, "origin", Standing::broken, "LD_PRELOAD=/opt/hook.so", "unset LD_PRELOAD");
}

TEST(Doctor, ReportsOnThisMachine) {
    const ProgramOutput text = program({"doctor"});
    EXPECT_TRUE(text.status == 0 || text.status == 1) << text.err;
    EXPECT_EQ(text.err, "");
    EXPECT_THAT(text.lines().front(), HasSubstr("neighborscope "));
    for (const char* part : {"GPU", "driver", "CUDA", "cuBLAS", "OpenGL", "Qt window", "light window", "display", "faces", "libraries",
             "BLAS", "home", "versions", "origin"})
        EXPECT_THAT(text.out, HasSubstr(part));
    const ProgramOutput said = program({"doctor", "--json"});
    const nlohmann::json report = nlohmann::json::parse(said.out);
    for (const char* key : {"version", "commit", "program", "library", "system", "glibc", "processor", "threads", "memory_bytes"})
        EXPECT_TRUE(report.contains(key)) << key;
    bool broken = false;
    for (const nlohmann::json& part : report["parts"]) {
        EXPECT_THAT(std::string(part["standing"]), ::testing::AnyOf("ok", "missing", "broken"));
        EXPECT_THAT(std::string(part["found"]), Not(HasSubstr("\n")));
        broken = broken || part["standing"] == "broken";
    }
    EXPECT_EQ(said.status, broken ? 1 : 0);
    EXPECT_EQ(program({"doctor", "now"}).status, 2);
}

TEST(Doctor, NamesNobody) {
    const std::string before = std::getenv("HOME") ? std::getenv("HOME") : "";
    setenv("HOME", "/home/ann", 1);
    Facts facts = healthy();
    facts.program = "/home/ann/neighborscope/bin/neighborscope";
    for (const std::string& report : {report_text(facts, findings(facts)), report_json(facts, findings(facts))}) {
        EXPECT_THAT(report, Not(HasSubstr("ann/")));
        EXPECT_THAT(report, HasSubstr("~/neighborscope/bin"));
        EXPECT_THAT(report, HasSubstr("~/.config/neighborscope"));
    }
    before.empty() ? unsetenv("HOME") : setenv("HOME", before.c_str(), 1);
}

TEST(Doctor, AsksWhatMayCrashInAChild) {
    EXPECT_EQ(ask_in_child([] { return std::string("4.6"); }).text, "4.6");
    const Answer refused = ask_in_child([]() -> std::string { throw Error(Failure::device, "no EGL", "apt install libegl1"); });
    EXPECT_EQ(refused.trouble, "no EGL");
    EXPECT_EQ(refused.mend, "apt install libegl1");
    EXPECT_THAT(ask_in_child([]() -> std::string { abort(); }).trouble, HasSubstr("it crashes"));
    EXPECT_EQ(ask_in_child([]() -> std::string { _exit(0); }).trouble, "it ends the program");
    EXPECT_THAT(ask_in_child(
                    []() -> std::string {
                        for (;;) pause();
                    },
                    1)
                    .trouble,
        HasSubstr("does not answer within 1 s"));
    const std::string large(1 << 20, 'x');
    EXPECT_EQ(ask_in_child([&] { return large; }).text, large) << "more than a pipe holds";
}

TEST(Doctor, LooksWhereSettingsWouldBeKept) {
    const std::string before = std::getenv("XDG_CONFIG_HOME");
    const Folder folder;
    setenv("XDG_CONFIG_HOME", folder.path("config").c_str(), 1);
    EXPECT_EQ(home_here().state, HomeState::writable) << "it would be made";
    setenv("XDG_CONFIG_HOME", folder.path("no/where").c_str(), 1);
    EXPECT_EQ(home_here().state, HomeState::absent);
    setenv("XDG_CONFIG_HOME", "/proc/self", 1);
    EXPECT_EQ(home_here().state, HomeState::read_only);
    const std::string home = std::getenv("HOME") ? std::getenv("HOME") : "";
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("HOME");
    EXPECT_EQ(home_here().state, HomeState::unknown);
    if (!home.empty()) setenv("HOME", home.c_str(), 1);
    setenv("XDG_CONFIG_HOME", before.c_str(), 1);
}

TEST(Doctor, FindsOtherProgramsOfThisNameOnce) {
    const Folder folder;
    for (const char* name : {"a", "b", "c", "d"}) fs::create_directory(folder.path(name));
    for (const char* name : {"a/neighborscope", "b/neighborscope", "d/neighborscope"}) folder.write(name, "#!/bin/sh\n");
    for (const char* name : {"a/neighborscope", "b/neighborscope"}) chmod(folder.path(name).c_str(), 0755);
    fs::create_symlink(folder.path("b/neighborscope"), folder.path("c/neighborscope"));
    const std::string program = fs::canonical(folder.path("a/neighborscope"));
    std::string first;
    const std::string path =
        folder.path("none") + "::relative:" + folder.path("a") + ":" + folder.path("b") + ":" + folder.path("c") + ":" + folder.path("d");
    EXPECT_THAT(other_programs(path, program, first), ElementsAre(folder.path("b/neighborscope")));
    EXPECT_EQ(first, folder.path("a/neighborscope"));
}

TEST(Clash, NamesTheLibraryAndWhatPutItThere) {
    using modules::clash_in;
    const std::string version =
        "/opt/conda/lib/libstdc++.so.6: version `GLIBCXX_3.4.30' not found (required by /usr/lib/neighborscope/libneighborscope.so)";
    EXPECT_EQ(clash_in(version, "/opt/conda/lib", "").cause,
        "/opt/conda/lib/libstdc++.so.6 is of another version: it lacks GLIBCXX_3.4.30, required by "
        "/usr/lib/neighborscope/libneighborscope.so");
    EXPECT_EQ(clash_in(version, "/opt/conda/lib", "").remedy, "unset LD_LIBRARY_PATH");
    EXPECT_EQ(clash_in(version, "/opt/conda/lib", "/hook.so").remedy, "unset LD_PRELOAD");
    EXPECT_THAT(clash_in("/a/libneighborscope_desktop.so: undefined symbol: _ZN1x, version Qt_6", "", "").cause,
        HasSubstr("libneighborscope_desktop.so met a library of another version"));
    EXPECT_EQ(clash_in("libEGL.so.1: cannot open shared object file: No such file or directory", "/a", "").cause, "");
}

TEST(LibraryVersion, OfThisProgramIsItsOwn) {
    EXPECT_EQ(shell::version_clash(), "");
    EXPECT_THAT(shell::program_library().path, HasSubstr("libneighborscope.so"));
    EXPECT_FALSE(shell::program_library().version.empty());
}

/// The library of another version in LD_LIBRARY_PATH, which goes before what the program names.
TEST(LibraryVersion, OfAnotherIsOneLineAtTheStart) {
    if (test::sanitized) GTEST_SKIP() << "the library is changed in place";
    const fs::path built = NEIGHBORSCOPE_PROGRAM;
    const Folder folder;
    std::string bytes = content_of((built.parent_path() / "libneighborscope.so").string());
    const std::string own = shell::program_library().version, other(own.size(), '9');
    const std::string from = std::string(1, '\0') + own + '\0', to = std::string(1, '\0') + other + '\0';
    for (std::size_t at = 0; (at = bytes.find(from, at)) != std::string::npos; ++at) bytes.replace(at, from.size(), to);
    folder.write("libneighborscope.so", bytes);
    const ProgramOutput said = in_shell("LD_LIBRARY_PATH='" + folder.path("") + "' '" + built.string() + "' list samples");
    EXPECT_EQ(said.status, 2) << said.out;
    EXPECT_EQ(said.lines().size(), 1u) << said.out;
    EXPECT_THAT(said.out, HasSubstr("this program is version " + own + ", but it was started with the library of version " + other));
    EXPECT_THAT(said.out, HasSubstr("unset LD_LIBRARY_PATH"));
}

}  // namespace
}  // namespace neighborscope
