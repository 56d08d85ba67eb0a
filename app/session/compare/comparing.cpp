#include "app/session/compare/comparing.hpp"

#include "app/compare/recall.hpp"
#include "app/data/points/coincident_rows.hpp"
#include "app/session/shown/view_model.hpp"

#include <numeric>

namespace neighborscope {

ComparedQueries queries_to_compare(
    const DataSet& data, const std::string& queries_file, bool exclude_self, bool numbers, const Progress& progress) {
    ComparedQueries queries;
    if (queries_file.empty()) {
        if (exclude_self) {
            queries.exclude.resize(std::size_t(data.count()));
            std::iota(queries.exclude.begin(), queries.exclude.end(), 0);
        }
        return queries;
    }
    queries.coordinates = load_queries(queries_file, data, {}, progress);
    if (numbers) queries.numbers = load_query_numbers(queries_file, data, {}, progress);
    if (exclude_self) queries.exclude = coincident_rows(data, queries.coordinates);
    return queries;
}

std::string sentence_of(const Comparison& comparison) {
    const std::int64_t wrong = comparison.count_of(ListClass::wrong), missing = comparison.count_of(ListClass::missing);
    const std::string all = text_of_count(comparison.count);
    if (wrong == 0 && missing == 0)
        return (comparison.count == 1 ? "the list is" : "all " + all + " lists are") + std::string(" right in ") + comparison.name;
    const std::string of = " of " + all + (comparison.count == 1 ? " list" : " lists");
    std::string text;
    if (wrong > 0) text = text_of_count(wrong) + of + (wrong == 1 ? " is wrong" : " are wrong");
    if (missing > 0) {
        text += (wrong > 0 ? " and " : "") + text_of_count(missing) + (wrong > 0 ? "" : of) + (missing == 1 ? " misses" : " miss") +
                " neighbours";
    }
    return text + " in " + comparison.name + ", recall " + text_of_recall(comparison.found, comparison.asked);
}

std::string comparison_text(const Comparing& comparing) {
    if (comparing.running) return "Comparing lists…";
    if (!comparing.lists) return {};
    if (!comparing.of_this_tick) return "The points have moved since the lists were compared.";
    return as_sentence(sentence_of(*comparing.lists));
}

std::shared_ptr<const Comparison> read_and_compare_lists(const ComparisonRequest& request, SharedProgress& card, const Progress& progress) {
    const DataSet& data = request.data->set;
    card.begin("Reading " + request.choice.lists, "");
    ForeignLists lists = read_lists(request.choice.lists, progress);
    FileNumbers numbers{{}, "the points have moved since the first tick"};
    if (request.data == request.base) numbers = numbers_of_file(data, request.load, progress);
    ComparedQueries queries = queries_to_compare(data, request.choice.queries, request.exclude_self, numbers.why.empty(), progress);
    card.begin("Comparing lists with the true neighbours", "queries");
    ComparisonOptions options;
    options.metric = request.metric;
    options.squared = request.choice.squared;
    options.device = request.device;
    return compare_lists(data, numbers, std::move(lists), std::move(queries), options, progress);
}

}  // namespace neighborscope
