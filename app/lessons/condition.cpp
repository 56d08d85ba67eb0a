#include "app/lessons/condition.hpp"

#include "app/lessons/text.hpp"
#include "gpu/error.hpp"
#include "gpu/options.hpp"

#include <algorithm>
#include <cmath>

#include <fast_float/fast_float.h>

namespace neighborscope::lessons {
namespace {

std::optional<double> number_of(std::string_view text) {
    double number = 0;
    const auto [end, error] = fast_float::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return {};
    return number;
}

}  // namespace

const Fact* find_fact(const Facts& facts, std::string_view name) {
    const auto found = std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) { return fact.name == name; });
    return found == facts.end() ? nullptr : &*found;
}

const Fact& fact_named(const Facts& facts, std::string_view name) {
    if (const Fact* fact = find_fact(facts, name)) return *fact;
    std::vector<std::string_view> names;
    std::string all;
    for (const Fact& fact : facts) {
        names.push_back(fact.name);
        if (!fact.minor && fact.name.find(" rank ") == std::string::npos) all += (all.empty() ? "" : "; ") + fact.name;
    }
    const std::string near = nearest_name(name, names);
    throw Error(Failure::input, "the run of this page does not show '" + std::string(name) + "'",
        near.empty() ? "it shows " + all : "did you mean '" + near + "'?");
}

Condition condition_in(std::string_view text) {
    const std::size_t at = text.find_first_of("<>=!");
    const std::size_t length = at != std::string_view::npos && at + 1 < text.size() && text[at + 1] == '=' ? 2 : 1;
    const std::string relation(at == std::string_view::npos ? "" : text.substr(at, length));
    Condition made{0, std::string(trimmed(text.substr(0, at))), relation,
        std::string(at == std::string_view::npos ? "" : trimmed(text.substr(at + length)))};
    if (made.fact.empty() || made.wanted.empty() || relation == "!" || relation == "==" ||
        std::string_view("<>=!").find(made.wanted.front()) != std::string_view::npos)
        throw Error(
            Failure::input, "'" + std::string(text) + "' is no condition", "write a fact, one of = != < <= > >=, and a value: recall = 1");
    if (made.wanted.find_first_of("<>=!") != std::string::npos)
        throw Error(Failure::input, "'" + std::string(text) + "' is more than one condition", "write a line 'until' for each of them");
    return made;
}

bool is_fulfilled(const Condition& condition, const Facts& facts) {
    const Fact& fact = fact_named(facts, condition.fact);
    const Fact* other = find_fact(facts, condition.wanted);
    const std::optional<double> wanted = other ? other->number : number_of(condition.wanted);
    if (!fact.number || !wanted) {
        const bool equal = fact.text == (other ? other->text : condition.wanted);
        if (condition.relation == "=") return equal;
        if (condition.relation == "!=") return !equal;
        throw Error(Failure::input, "'" + condition.text() + "' compares words by their order", "use = or !=");
    }
    const double difference = *fact.number - *wanted;
    const bool equal = std::fabs(difference) <= 1e-6 * std::max(std::fabs(*fact.number), std::fabs(*wanted));
    if (condition.relation == "=") return equal;
    if (condition.relation == "!=") return !equal;
    if (condition.relation == "<") return !equal && difference < 0;
    if (condition.relation == ">") return !equal && difference > 0;
    return equal || (condition.relation == "<=" ? difference < 0 : difference > 0);
}

}  // namespace neighborscope::lessons
