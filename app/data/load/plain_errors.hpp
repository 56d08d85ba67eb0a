// Errors of readers quote files and their names, which may hold anything: here they become lines that no terminal stumbles over.
#pragma once
#include "gpu/error.hpp"

#include <string>

namespace neighborscope {

/// The text with '?' for control characters.
inline std::string without_controls(std::string text) {
    for (char& c : text)
        if ((c >= 0 && c < 32) || c == 127) c = '?';
    return text;
}

/// Returns what `work` returns; an Error of its comes without control characters.
template <class Work>
auto with_plain_errors(const Work& work) {
    try {
        return work();
    } catch (const Error& error) { throw Error(error.kind, without_controls(error.what()), without_controls(error.remedy)); }
}

}  // namespace neighborscope
