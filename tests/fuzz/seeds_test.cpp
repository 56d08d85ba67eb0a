// Tests the seeds of the fuzzing targets with the first changes of a fuzzer: their beginnings, and single changed bytes.
#include "tests/fuzz/reader_check.hpp"
#include "tests/sanitized.hpp"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>

namespace neighborscope::test {
namespace {

struct Seed {
    const Reader* reader;
    std::string format, path;
};

void PrintTo(const Seed& seed, std::ostream* out) { *out << seed.path; }

std::vector<Seed> all_seeds() {
    std::vector<Seed> seeds;
    for (const std::string& format : format_names()) {
        const std::filesystem::path folder = NEIGHBORSCOPE_FUZZ_FOLDER "/seeds/" + format;
        if (!std::filesystem::exists(folder)) continue;
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            seeds.push_back({reader_named(format), format, entry.path().string()});
    }
    std::sort(seeds.begin(), seeds.end(), [](const Seed& a, const Seed& b) { return a.path < b.path; });
    return seeds;
}

/// The distance between tested places, larger for slow formats: HDF5 is read in a child process, which takes a fraction of a millisecond to
/// create, and some milliseconds under AddressSanitizer.
std::size_t places_apart(const Seed& seed) {
#if defined(__SANITIZE_ADDRESS__)
    constexpr std::size_t hdf5 = 37;
#else
    constexpr std::size_t hdf5 = 7;
#endif
    return seed.format == "hdf5" ? hdf5 : 1;
}

class Seeds : public testing::TestWithParam<Seed> {
protected:
    /// The name that the targets use, in the folder of its companions.
    std::string name() const {
        return NEIGHBORSCOPE_FUZZ_FOLDER "/companions/" + GetParam().format + "/images" + extension_of(GetParam().path);
    }
    bool try_bytes(std::string_view bytes) const { return !bytes.empty() && read_every_way(*GetParam().reader, name(), bytes); }
};

TEST_P(Seeds, AreAcceptedAndRecognised) {
    const InputFile file(GetParam().path);
    EXPECT_EQ(&reader_for(file), GetParam().reader) << reader_for(file).name;
    EXPECT_TRUE(has_extension(file.name(), GetParam().reader->extensions)) << "the target tries no such name";
    EXPECT_TRUE(try_bytes(file.bytes())) << read_checked(*GetParam().reader, name(), file.bytes()).message;
}

TEST_P(Seeds, BeginningsAreRefusedOrHoldNoMorePoints) {
    const InputFile file(GetParam().path);
    const auto rows = [](const DataSet& data) { return data.count() + data.skipped.count; };
    const std::int64_t all = rows(read_checked(*GetParam().reader, name(), file.bytes()).data);
    const std::size_t step = std::max<std::size_t>(1, file.size() / 512), apart = places_apart(GetParam());
    for (std::size_t length = 1; length < file.size(); length += apart * (length < 128 || length + 128 > file.size() ? 1 : step)) {
        SCOPED_TRACE(length);
        const std::string_view beginning = file.bytes().substr(0, length);
        ASSERT_NO_THROW(try_bytes(beginning));
        const Outcome outcome = read_checked(*GetParam().reader, name(), beginning);
        // Raw floats have three or four per point, depending on their number.
        if (outcome.accepted && GetParam().format != "kitti") { ASSERT_LE(rows(outcome.data), all); }
    }
}

TEST_P(Seeds, AreReadOrRefusedWithAnyByteChanged) {
    const InputFile file(GetParam().path);
    const std::size_t step = std::max<std::size_t>(1, file.size() / 256), apart = places_apart(GetParam());
    std::string changed(file.bytes());
    for (std::size_t at = 0; at < file.size(); at += apart * (at < 128 ? 1 : step)) {
        const char before = changed[at];
        std::vector<int> changes = {before ^ 0xff, 0, int('9')};
        // with sanitizers, the fuzzers try these
        if (!sanitized) changes.insert(changes.end(), {before ^ 1, before ^ 0x80, int('-'), int('\n')});
        for (const int after : changes) {
            SCOPED_TRACE(std::to_string(at) + " becomes " + std::to_string(after & 255));
            changed[at] = char(after);
            ASSERT_NO_THROW(try_bytes(changed));
        }
        changed[at] = before;
    }
}

TEST(AllSeeds, EveryFormatHasSome) {
    for (const std::string& format : format_names()) {
        const std::filesystem::path folder = NEIGHBORSCOPE_FUZZ_FOLDER "/seeds/" + format;
        EXPECT_TRUE(std::filesystem::is_directory(folder) && !std::filesystem::is_empty(folder))
            << "put small files that are accepted into tests/fuzz/seeds/" << format;
    }
}

INSTANTIATE_TEST_SUITE_P(All, Seeds, testing::ValuesIn(all_seeds()), [](const testing::TestParamInfo<Seed>& seed) {
    std::string name = seed.param.format + "_" + std::filesystem::path(seed.param.path).filename().string();
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
    return name;
});

}  // namespace
}  // namespace neighborscope::test
