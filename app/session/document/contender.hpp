// Methods side by side on one question: what each contender asks differently.
#pragma once
#include "app/session/document/session.hpp"

#include <span>

namespace neighborscope {

inline constexpr std::size_t most_contenders = 4;  ///< beside one another, the document's own method with them

/// "heap", "heap:threads=64", "metric=chebyshev": what it does not say is as the document says.
struct Contender {
    std::string method;  ///< "" the document's
    std::map<std::string, std::string> options;
    std::optional<Metric> metric;
};

/// Usage Error when there is no such method, option or value. `method`: of a text that names none.
Contender contender_in(const std::string& text, const std::string& method);
/// Asks as this one does.
void ask_as(SessionState&, const Contender&);
std::string text_of(const Contender&);
/// The document asks as contender `place` of `beside` does; the others go on to ask as they did, and in its place stands what the document
/// asked before.
void change_places(SessionState&, std::size_t place);
/// All that the document asks, options at their presets too: a contender that stays as it is when the document goes on to other settings.
std::string contender_text(const SessionState&);
/// What tells `own` from the others on screen: its method, with the options and the metric that another of the same method has otherwise.
std::string contender_name(const SessionState& own, std::span<const SessionState* const> all);

}  // namespace neighborscope
