// Makes names and quoted content of files safe to show in terminals, windows and JSON.
#pragma once
#include "app/data/load/reader.hpp"
#include "gpu/error.hpp"

#include <string>

namespace neighborscope {

/// Replaces control characters and bytes that are not UTF-8 (RFC 3629) by '?'.
std::string plain_text(std::string);

/// Returns the result of `work`; converts the text of an Error to plain text.
template <class Work>
auto with_plain_errors(const Work& work) {
    try {
        return work();
    } catch (const Error& error) { throw Error(error.kind, plain_text(error.what()), plain_text(error.remedy)); }
}

/// Reads the file; converts the names of axes and quantities to plain text, and empty ones to a number.
DataSet read_plainly(const Reader&, const InputFile&, const ReadOptions&, const Progress&);

}  // namespace neighborscope
