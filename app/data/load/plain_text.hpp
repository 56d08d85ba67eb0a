// Files hold anything, in names and in what errors quote: here it becomes text that no terminal, window or JSON stumbles over.
#pragma once
#include "app/data/load/reader.hpp"
#include "gpu/error.hpp"

#include <string>

namespace neighborscope {

/// The text with '?' for control characters and for bytes that are no UTF-8 (RFC 3629).
std::string plain_text(std::string);

/// Returns what `work` returns; an Error of its comes as plain text.
template <class Work>
auto with_plain_errors(const Work& work) {
    try {
        return work();
    } catch (const Error& error) { throw Error(error.kind, plain_text(error.what()), plain_text(error.remedy)); }
}

/// What the reader makes of the file; the names of axes and quantities are plain text, and a number where there is none.
DataSet read_plainly(const Reader&, const InputFile&, const ReadOptions&, const Progress&);

}  // namespace neighborscope
