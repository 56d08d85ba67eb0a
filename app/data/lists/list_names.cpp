#include "app/data/lists/list_names.hpp"

#include <algorithm>

namespace neighborscope::lists {
namespace {

template <std::size_t count>
bool is_one_of(std::string_view word, const std::string_view (&words)[count]) {
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

/// Keeps only letters, in lower case, and digits.
std::string plain(std::string_view name) {
    std::string word;
    for (const char c : name) {
        if (c >= 'A' && c <= 'Z') word += char(c + 32);
        else if (c != '_' && c != '-' && c != '.' && c != ' ') word += c;
    }
    return word;
}

constexpr std::string_view of_neighbours[] = {"neighbors", "neighbours", "neighbor", "neighbour", "knn", "nn", "nbrs", "nbr"};
constexpr std::string_view indices[] = {"index", "indices", "indexes", "ind", "inds", "idx", "idxs"};
constexpr std::string_view ids[] = {"id", "ids"};
constexpr std::string_view others[] = {"label", "labels", "key", "keys", "i"};  // used by hnswlib, usearch and FAISS
constexpr std::string_view distances[] = {"distance", "distances", "dist", "dists"};
constexpr std::string_view queries[] = {
    "query", "queries", "q", "qid", "queryid", "queryids", "queryindex", "queryidx", "queryrow", "source"};
constexpr std::string_view ranks[] = {"rank", "ranks", "position", "order"};
constexpr std::string_view points[] = {"points", "point", "data", "x", "train", "xtrain", "test", "xtest", "base", "coordinates", "vectors",
    "vector", "embeddings", "embedding", "features"};

}  // namespace

NamedListPart list_part_named(std::string_view name) {
    const std::string word = plain(name);
    if (is_one_of(word, queries)) return {ListPart::query};
    if (is_one_of(word, ranks)) return {ListPart::rank};
    if (is_one_of(word, distances)) return {ListPart::distance, 1};
    if (word == "d") return {ListPart::distance, 3};
    if (is_one_of(word, indices)) return {ListPart::index, 1};
    if (is_one_of(word, ids)) return {ListPart::index, 2};
    if (is_one_of(word, others)) return {ListPart::index, 3};
    for (const std::string_view prefix : of_neighbours)
        if (word.starts_with(prefix)) {
            const std::string_view rest = std::string_view(word).substr(prefix.size());
            if (rest.empty() || is_one_of(rest, indices) || is_one_of(rest, ids)) return {ListPart::index, 0};
            if (is_one_of(rest, distances)) return {ListPart::distance, 0};
            if (is_one_of(rest, ranks)) return {ListPart::rank};
        }
    return {};
}

int place_of(ListPart part, const std::vector<std::string>& names) {
    int best = -1, doubt = 0;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (const NamedListPart named = list_part_named(names[i]); named.part == part && (best < 0 || named.doubt < doubt))
            best = int(i), doubt = named.doubt;
    return best;
}

bool names_points(std::string_view name) { return is_one_of(plain(name), points); }

}  // namespace neighborscope::lists
