// Filters: conditions on columns, and masks.
#include "tests/app/data/test_file.hpp"

#include "gpu/row_filter.hpp"

#include <cstdint>

namespace neighborscope::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* table = "x,y,depth,kind\n0,5,10,quake\n1,4,20,quake\n2,3,,blast\n3,2,40,\n4,1,50,\"ice quake\"\n";

std::vector<std::int64_t> allowed(const DataSet& data) {
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < data.count(); ++row)
        if (!data.filter || data.filter->allows(row)) rows.push_back(row);
    return rows;
}

DataSet filtered(const std::string& content, const RowConditions& only, const std::string& columns = "x,y") {
    const File file("points.csv", content);
    LoadOptions options{false, columns};
    options.only = only;
    return load_data(file.path(), options);
}

std::vector<std::int64_t> where(const std::vector<std::string>& conditions) { return allowed(filtered(table, {conditions, {}})); }

TEST(RowConditions, CompareNumbersWordsAxesAndRows) {
    EXPECT_THAT(where({}), ElementsAre(0, 1, 2, 3, 4));
    EXPECT_THAT(where({"depth>20"}), ElementsAre(3, 4));
    EXPECT_THAT(where({"depth >= 20"}), ElementsAre(1, 3, 4));
    EXPECT_THAT(where({"depth<40"}), ElementsAre(0, 1)) << "a row without a value fulfils nothing";
    EXPECT_THAT(where({"depth<=40"}), ElementsAre(0, 1, 3));
    EXPECT_THAT(where({"depth!=40"}), ElementsAre(0, 1, 4));
    EXPECT_THAT(where({"depth=40"}), ElementsAre(3));
    EXPECT_THAT(where({"depth==40"}), ElementsAre(3));
    EXPECT_THAT(where({"kind=quake"}), ElementsAre(0, 1));
    EXPECT_THAT(where({"kind = ice quake"}), ElementsAre(4));
    EXPECT_THAT(where({"kind!=quake"}), ElementsAre(2, 4));
    EXPECT_THAT(where({"x>=3"}), ElementsAre(3, 4));
    EXPECT_THAT(where({"row<2"}), ElementsAre(0, 1));
    EXPECT_THAT(where({"kind=quake", "y<5"}), ElementsAre(1)) << "all must hold";
}

TEST(RowConditions, KnowTheLabelAsClass) {
    const File file("points.csv", table);
    LoadOptions options{false, "x,y", "kind"};
    options.only.where = {"class=blast"};
    EXPECT_THAT(allowed(load_data(file.path(), options)), ElementsAre(2));
}

TEST(RowConditions, NumbersOfRowsAreThoseOfTheFile) {
    const std::string gap = "x,y\n0,0\n1,nan\n2,0\n3,0\n";
    EXPECT_THAT(allowed(filtered(gap, {{"row=2"}, {}})), ElementsAre(1)) << "row 1 of the file is left out";
}

TEST(RowConditions, NamesOfColumnsMayHoldASign) {
    EXPECT_THAT(allowed(filtered("x,y,a<b\n0,0,1\n1,0,2\n", {{"a<b>1"}, {}})), ElementsAre(1));
}

TEST(RowConditions, SayWhatIsWrong) {
    const auto refused = [](const std::string& condition, const std::vector<std::string>& texts) {
        expect_error(Failure::usage, texts, [&] { where({condition}); });
    };
    refused("dept>20", {"'dept>20'", "points.csv has no column 'dept'", "did you mean 'depth'?"});
    refused("colour=red", {"no column 'colour'", "its columns are depth, kind, class, x, y, row"});
    refused("depth", {"'depth' is no condition on the rows", "class=quake or mag>5"});
    refused("=5", {"is no condition"});
    refused("depth>", {"is no condition"});
    refused("depth=deep", {"depth has numbers, and 'deep' is none", "depth=5"});
    refused("kind<quake", {"kind has words, which have no order", "= or !="});
    EXPECT_THROW(check_condition("depth"), Error);
    EXPECT_NO_THROW(check_condition("anything=1"));
    const DataSet data = load_text(table, "x,y");
    EXPECT_THROW(check_condition(data, "anything=1"), Error);
    EXPECT_THROW(check_condition(data, "depth=deep"), Error);
    EXPECT_NO_THROW(check_condition(data, "depth=4"));
}

TEST(RowConditions, OfNoRowAreAllowedAndSaid) {
    const DataSet none = filtered(table, {{"kind=quak"}, {}});
    EXPECT_THAT(allowed(none), IsEmpty());
    EXPECT_EQ(allowed_rows(none), 0);
    EXPECT_EQ(
        filter_text(none), "none of 5 rows are allowed: kind=quak, so every list is empty; no row has kind 'quak'; did you mean 'quake'?");
    EXPECT_EQ(filter_text(filtered(table, {{"kind=quake", "y<5"}, {}})), "1 of 5 rows is allowed: kind=quake and y<5");
    EXPECT_EQ(filter_text(load_text(table)), "");
}

TEST(RowConditions, AreJoinedByAnd) {
    EXPECT_THAT(conditions_in("kind=ice quake and  depth>5 "), ElementsAre("kind=ice quake", "depth>5"));
    EXPECT_THAT(conditions_in(" "), IsEmpty());
    EXPECT_EQ(conditions_text({{"a=1", "b=2"}, "some/mask.npy"}), "a=1 and b=2 and mask.npy");
}

TEST(RowConditions, OfPointsAddedByHandHoldAfterTheEdit) {
    const File file("points.csv", "x,y,kind\n0,0,a\n1,0,b\n2,0,a\n");
    LoadOptions options{false, "x,y", "kind"};
    options.edits.add({5, 5}, "a");
    options.edits.erase(0, 3);
    options.only.where = {"kind=a"};
    EXPECT_THAT(allowed(load_data(file.path(), options)), ElementsAre(1, 2));
    options.only.where = {"row>=2"};
    EXPECT_THAT(allowed(load_data(file.path(), options)), ElementsAre(1, 2)) << "rows of the file keep their numbers";
}

class RowMask : public testing::Test {
protected:
    template <class T>
    std::vector<std::int64_t> allows(const std::string& type, const std::vector<T>& values, const std::string& content = table) {
        const File mask("mask.npy", npy(npy_header(type, "(" + std::to_string(values.size()) + ",)"), values));
        return allowed(filtered(content, {{}, mask.path()}));
    }
    template <class T>
    void refuses(const std::string& type, const std::vector<T>& values, const std::vector<std::string>& texts) {
        expect_error(Failure::input, texts, [&] { allows(type, values); });
    }
};

TEST_F(RowMask, IsABoolForEachRowOrTheNumbersOfRows) {
    EXPECT_THAT(allows("|b1", std::vector<std::uint8_t>{1, 0, 0, 1, 1}), ElementsAre(0, 3, 4));
    EXPECT_THAT(allows("|u1", std::vector<std::uint8_t>{0, 7, 0, 0, 0}), ElementsAre(1));
    EXPECT_THAT(allows("<i8", std::vector<std::int64_t>{4, 0, 4}), ElementsAre(0, 4));
    EXPECT_THAT(allows("<u2", std::vector<std::uint16_t>{2}), ElementsAre(2));
    EXPECT_THAT(allows("<i8", std::vector<std::int64_t>{1, 0}), ElementsAre(0, 1)) << "fewer than rows: numbers of rows";
}

TEST_F(RowMask, CountsRowsThatWereLeftOut) {
    const std::string gap = "x,y\n0,0\n1,nan\n2,0\n3,0\n";
    EXPECT_THAT(allows("|b1", std::vector<std::uint8_t>{0, 1, 1, 0}, gap), ElementsAre(1));
}

TEST_F(RowMask, SaysWhatIsWrong) {
    refuses("|b1", std::vector<std::uint8_t>{1, 0, 0}, {"mask.npy has 3 values, and the data have 5 rows"});
    refuses("<i8", std::vector<std::int64_t>{1, 5}, {"mask.npy: value 1 is 5, and the data have 5 rows", "numbered from 0"});
    refuses("<i8", std::vector<std::int64_t>{-1}, {"value 0 is -1"});
    refuses("<f4", std::vector<float>{1}, {"no booleans or integers"});
    refuses("<i8", std::vector<std::int64_t>{1, 0, 0, 1, 1}, {"all 0 or 1, as many as the data have rows", "save it as bool"});
    const File text("mask.npy", "1 0 1\n");
    expect_error(Failure::input, {"mask.npy is no NPY file"}, [&] { filtered(table, {{}, text.path()}); });
    const File square("mask.npy", npy(npy_header("|b1", "(5, 2)"), std::vector<std::uint8_t>(10)));
    expect_error(Failure::input, {"not one column"}, [&] { filtered(table, {{}, square.path()}); });
    expect_error(Failure::input, {"nowhere.npy"}, [&] { filtered(table, {{}, "nowhere.npy"}); });
}

TEST_F(RowMask, HoldsTogetherWithConditions) {
    const File mask("mask.npy", npy(npy_header("|b1", "(5,)"), std::vector<std::uint8_t>{1, 0, 1, 1, 1}));
    EXPECT_THAT(allowed(filtered(table, {{"kind=quake"}, mask.path()})), ElementsAre(0));
}

TEST_F(RowMask, AllowsNoPointAddedByHand) {
    const File file("points.csv", "x,y\n0,0\n1,0\n");
    const File mask("mask.npy", npy(npy_header("|b1", "(2,)"), std::vector<std::uint8_t>{0, 1}));
    LoadOptions options;
    options.edits.add({5, 5}, "");
    options.only.mask = mask.path();
    EXPECT_THAT(allowed(load_data(file.path(), options)), ElementsAre(1));
}

}  // namespace
}  // namespace neighborscope::test
