// Facts of a page's run by name, and conditions on them: "recall = 1", "leaves visited >= 9".
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::lessons {

/// Something that a run shows: `recall` is "0.90", `neighbour rank 1` is "row 1352".
struct Fact {
    std::string name, text;
    std::optional<double> number;  ///< none: it is a word
    bool minor = false;            ///< messages do not propose it: a setting of the document that says little of a search
};
using Facts = std::vector<Fact>;

/// Null: there is none.
const Fact* find_fact(const Facts&, std::string_view name);
/// Returns the fact. Input Error without a place that suggests a name.
const Fact& fact_named(const Facts&, std::string_view name);

struct Condition {
    std::size_t line = 0;  ///< of the file
    std::string fact;
    std::string relation;  ///< "=", "!=", "<", "<=", ">" or ">="
    std::string wanted;    ///< a number, a word, or the name of another fact
    std::string text() const { return fact + " " + relation + " " + wanted; }
};

/// Parses "recall = 1". Input Error without a place.
Condition condition_in(std::string_view text);
/// Whether the facts fulfil it; numbers are equal within a millionth. Input Error without a place if there is no such fact, or if it
/// compares the order of words.
bool is_fulfilled(const Condition&, const Facts&);

}  // namespace neighborscope::lessons
