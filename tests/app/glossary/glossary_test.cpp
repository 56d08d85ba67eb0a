// Tests the texts of the glossary, and how terms are found in texts.
#include "app/glossary/glossary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string lower(std::string_view text) {
    std::string copy(text);
    std::transform(copy.begin(), copy.end(), copy.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return copy;
}

std::vector<std::string_view> names_in(std::string_view text) {
    std::vector<std::string_view> names;
    for (const Term* const term : terms_in(text)) names.push_back(term->name);
    return names;
}

TEST(Glossary, ExplainsEveryTermInOneOrTwoShortSentences) {
    for (const Term& term : glossary()) {
        SCOPED_TRACE(term.name);
        ASSERT_FALSE(term.meaning.empty());
        EXPECT_TRUE(std::isupper(static_cast<unsigned char>(term.meaning.front())) ||
                    !std::isalpha(static_cast<unsigned char>(term.meaning.front())));
        EXPECT_EQ(term.meaning.back(), '.');
        EXPECT_LE(term.meaning.size(), 200u);
        std::size_t sentences = 1;
        for (std::size_t at = 0; (at = term.meaning.find(". ", at)) != std::string_view::npos; ++at) ++sentences;
        EXPECT_LE(sentences, 2u);
        EXPECT_TRUE(term.source.empty() || term.source.back() != '.') << term.source;
    }
}

TEST(Glossary, ExplainsNoTermByItself) {
    for (const Term& term : glossary())
        for (const Term* const used : terms_in(term.meaning)) EXPECT_NE(used, &term) << explanation_of(term);
}

TEST(Glossary, HasEachNameOnceInAlphabeticalOrder) {
    std::string before;
    for (const Term& term : glossary()) {
        EXPECT_LT(before, lower(term.name));
        before = lower(term.name);
        EXPECT_EQ(find_term(term.name), &term) << term.name << " is a name of another term, too";
        std::string_view names = term.other_names;
        while (!names.empty()) {
            const std::string_view name = names.substr(0, names.find(','));
            EXPECT_EQ(find_term(name), &term) << name << " is a name of another term, too";
            names.remove_prefix(std::min(names.size(), name.size() + 1));
        }
    }
}

TEST(Glossary, FindsTheLongestNameInAnyFormWhereItIsAWord) {
    EXPECT_THAT(names_in("Recall of this query against probes"), ElementsAre("recall", "query", "probe"));
    EXPECT_THAT(names_in("Sizes of the INVERTED LISTS, list probed"), ElementsAre("inverted list"));
    EXPECT_THAT(names_in("p5 – p95, ms"), ElementsAre("percentile"));
    EXPECT_THAT(names_in("95\u202f% interval"), ElementsAre("confidence interval"));
    EXPECT_THAT(names_in("leaves, k = 5"), ElementsAre("leaf", "k"));
    EXPECT_THAT(names_in("K. Beyer, quadtree-cached, leaf-capacity, warped"), ElementsAre());
    EXPECT_EQ(find_term("hubs"), find_term("Hub"));
    EXPECT_EQ(find_term("hubs of"), nullptr);
    EXPECT_EQ(find_term(""), nullptr);
}

TEST(Glossary, AddsToAHelpWhatItDoesNotSay) {
    const Term& median = *find_term("median");
    EXPECT_EQ(help_with_terms("", "median, ms"), explanation_of(median));
    EXPECT_EQ(help_with_terms("Of all runs", "median, ms"), "Of all runs\n" + explanation_of(median));
    EXPECT_EQ(help_with_terms(explanation_of(median), "median, ms"), explanation_of(median));
    EXPECT_EQ(help_with_terms("How many neighbours", "k"), "How many neighbours");
    EXPECT_EQ(help_with_terms("", "nothing to explain"), "");
    EXPECT_THAT(help_with_terms("", "warp, leaf, tile and hub"), Not(HasSubstr("Hub:"))) << "no more than three";
}

TEST(Glossary, FindsTheTermThatAHelpExplainsFirst) {
    const Term &median = *find_term("median"), &recall = *find_term("recall");
    EXPECT_EQ(term_explained(help_with_terms("Of all runs", "median and recall")), &median);
    EXPECT_EQ(term_explained(help_with_terms("Of all runs", "recall and median")), &recall);
    EXPECT_EQ(term_explained("They still search for nearer points."), find_term("active query")) << "in other words";
    EXPECT_EQ(term_explained("recall"), nullptr) << "it names a term and explains none";
    EXPECT_EQ(term_explained(""), nullptr);
}

TEST(Glossary, LeavesCommonTermsOfASentenceUnexplained) {
    EXPECT_EQ(help_with_terms("", "The query is a row.", TextKind::sentence), "");
    EXPECT_THAT(help_with_terms("", "query"), HasSubstr("Query: "));
    EXPECT_THAT(help_with_terms("", "Its recall is low.", TextKind::sentence), HasSubstr("Recall: "));
}

TEST(Glossary, FindsTheTermAtAPlaceOfAText) {
    const std::string text = "The recall of an inverted list, as k grows";
    const auto at = [&](const char* word) {
        const Term* const term = term_at(text, text.find(word) + 1);
        return term ? term->name : std::string_view("none");
    };
    EXPECT_EQ(at("recall"), "recall");
    EXPECT_EQ(at("inverted"), at("list")) << "a term of two words";
    EXPECT_NE(at("inverted"), "none");
    EXPECT_EQ(at("grows"), "none");
    EXPECT_EQ(term_at(text, text.find(',')), nullptr) << "between words";
    EXPECT_EQ(term_at("", 0), nullptr);
}

}  // namespace
}  // namespace neighborscope
