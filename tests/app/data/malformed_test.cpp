// Every file of tests/data/malformed is read or is an error, as its INDEX.tsv says.
#include "tests/app/data/test_file.hpp"

#include "app/data/load/reader.hpp"

#include <algorithm>
#include <set>
#include <sstream>

namespace neighborscope::test {
namespace {

struct Malformed {
    std::string file, expectation, why, says;
    bool valid() const { return expectation == "valid-but-awkward"; }
};

const std::string folder = NEIGHBORSCOPE_TEST_DATA "/malformed/";

void PrintTo(const Malformed& malformed, std::ostream* out) { *out << malformed.file << ": " << malformed.why; }

std::vector<Malformed> index_of_files() {
    std::vector<Malformed> files;
    std::ifstream index(folder + "INDEX.tsv");
    std::string line;
    std::getline(index, line);
    while (std::getline(index, line)) {
        std::istringstream fields(line);
        Malformed& file = files.emplace_back();
        std::getline(fields, file.file, '\t');
        std::getline(fields, file.expectation, '\t');
        std::getline(fields, file.why, '\t');
        std::getline(fields, file.says, '\t');
    }
    return files;
}

bool has_reader(const std::string& file) {
    return std::any_of(readers().begin(), readers().end(), [&](const Reader* reader) { return has_extension(file, reader->extensions); });
}

class MalformedFiles : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedFiles, AreReadOrRefusedAsTheirIndexSays) {
    const auto& [file, expectation, why, says] = GetParam();
    if (GetParam().valid() && has_reader(file)) {
        const DataSet data = load_data(folder + file);
        EXPECT_EQ(std::to_string(data.count()), says);
    } else {
        // A file of a format without a reader has another error.
        expect_error(Failure::input, {file, has_reader(file) ? says : ""}, [&] { load_data(folder + file); });
    }
}

INSTANTIATE_TEST_SUITE_P(All, MalformedFiles, testing::ValuesIn(index_of_files()), [](const testing::TestParamInfo<Malformed>& file) {
    std::string name = file.param.file;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
    return name;
});

TEST(MalformedIndex, NamesEveryFile) {
    std::set<std::string> there, listed{"INDEX.tsv", "LICENCE.txt"};
    for (const auto& entry : std::filesystem::directory_iterator(folder)) there.insert(entry.path().filename().string());
    for (const Malformed& file : index_of_files()) {
        EXPECT_TRUE(listed.insert(file.file).second) << file.file << " is listed twice";
        EXPECT_TRUE(file.valid() || file.expectation == "must be refused") << file.file;
        EXPECT_FALSE(file.says.empty()) << file.file;
    }
    EXPECT_EQ(there, listed);
}

}  // namespace
}  // namespace neighborscope::test
