// Methods side by side on one query: how the settings of each compared method (contender) differ.
#pragma once
#include "app/session/document/session.hpp"

#include <span>

namespace neighborscope {

inline constexpr std::size_t max_contenders = 4;  ///< beside one another, the document's own method with them

/// "heap", "heap:threads=64", "metric=chebyshev": other settings are those of the document.
struct Contender {
    std::string method;  ///< "" the document's
    std::map<std::string, std::string> options;
    std::optional<Metric> metric;
};

/// Usage Error when there is no such method, option or value. `method`: for a text without a method.
Contender contender_in(const std::string& text, const std::string& method);
/// Applies these settings.
void apply_contender(SessionState&, const Contender&);
std::string text_of(const Contender&);
/// The document takes the settings of contender `place` of `beside`; the others keep theirs, and contender `place` gets those that
/// the document had.
void swap_with_contender(SessionState&, std::size_t place);
/// All settings of the document, including options at defaults: a contender that keeps them when the document changes.
std::string contender_text(const SessionState&);
/// The name of `own` on screen: its method, with the options and the metric in which it differs from others of the same method.
std::string contender_name(const SessionState& own, std::span<const SessionState* const> all);

}  // namespace neighborscope
