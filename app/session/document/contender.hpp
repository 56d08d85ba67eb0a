// Compared methods (contenders) on one query: the settings in which each differs from the document.
#pragma once
#include "app/session/document/session.hpp"

#include <span>

namespace neighborscope {

inline constexpr std::size_t max_contenders = 4;  ///< including the document's own method

/// As text "heap", "heap:threads=64" or "metric=chebyshev". All other settings are those of the document.
struct Contender {
    std::string method;  ///< "": the document's
    std::map<std::string, std::string> options;
    std::optional<Metric> metric;
};

/// Parses a text. `method` is used where the text has none. Usage Error: no such method, option or value.
Contender contender_in(const std::string& text, const std::string& method);
void apply_contender(SessionState&, const Contender&);
std::string text_of(const Contender&);
/// Exchanges the settings of the document and of SessionState::compared[place]. The other contenders keep their settings.
void swap_with_contender(SessionState&, std::size_t place);
/// A text with all settings of the document, including options at their defaults, so that the contender keeps them when the document
/// changes.
std::string contender_text(const SessionState&);
/// The name of `own` on screen: its method, or the file of an index that is searched, and the options and metric in which it differs from
/// others with the same method.
std::string contender_name(const SessionState& own, std::span<const SessionState* const> all, const std::string& file);

}  // namespace neighborscope
