// The seeds of the readers of index files: accepted as they are, and read or refused with any beginning and any byte changed.
#include "tests/fuzz/index_check.hpp"
#include "tests/sanitized.hpp"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>

namespace neighborscope::test {
namespace {

struct IndexSeed {
    const index_files::IndexReader* reader;
    std::string name, path;
};
void PrintTo(const IndexSeed& seed, std::ostream* out) { *out << seed.path; }

std::vector<IndexSeed> index_seeds() {
    std::vector<IndexSeed> seeds;
    for (const std::string& format : index_format_names())
        for (const auto& entry : std::filesystem::directory_iterator(NEIGHBORSCOPE_FUZZ_FOLDER "/seeds/index_" + format))
            seeds.push_back({index_format(format), format + "_" + entry.path().stem().string(), entry.path().string()});
    std::sort(seeds.begin(), seeds.end(), [](const IndexSeed& a, const IndexSeed& b) { return a.path < b.path; });
    return seeds;
}

class IndexSeeds : public testing::TestWithParam<IndexSeed> {
protected:
    static bool try_bytes(std::string_view bytes) { return read_index_checked(*GetParam().reader, "seed.index", bytes); }
};

TEST_P(IndexSeeds, AreAcceptedAndRecognised) {
    const InputFile file(GetParam().path);
    EXPECT_EQ(index_files::index_reader_for(file), GetParam().reader);
    EXPECT_LT(file.size(), 8192u) << "fuzzing does not look at longer ones";
    EXPECT_TRUE(try_bytes(file.bytes()));
}

TEST_P(IndexSeeds, BeginningsAreRefused) {
    const InputFile file(GetParam().path);
    for (std::size_t length = 1; length < file.size(); length += sanitized ? 7 : 1)
        ASSERT_FALSE(try_bytes(file.bytes().substr(0, length))) << length << " of " << file.size();
}

TEST_P(IndexSeeds, AreReadOrRefusedWithAnyByteChanged) {
    const InputFile file(GetParam().path);
    std::string changed(file.bytes());
    for (std::size_t at = 0; at < changed.size(); at += sanitized ? 5 : 1) {
        const char before = changed[at];
        for (const int after : {before ^ 0xff, before ^ 1, before ^ 0x80, 0}) {
            changed[at] = char(after);
            ASSERT_NO_THROW(try_bytes(changed)) << at << " becomes " << (after & 255);
        }
        changed[at] = before;
    }
}

INSTANTIATE_TEST_SUITE_P(Files, IndexSeeds, testing::ValuesIn(index_seeds()), [](const auto& info) {
    std::string name = info.param.name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace neighborscope::test
