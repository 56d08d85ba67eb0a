// Word vectors in text, as GloVe, word2vec and fastText write them: in each line a word and its numbers. There are no quotes, comments or
// headers: ", # and 2010 are ordinary words.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace neighborscope::csv {

struct WordVectors {
    int numbers = 0;              ///< per word
    std::int64_t announced = -1;  ///< number of words in the first line; -1 without such a line
    const char* begin = nullptr;  ///< the line of the first word
};

/// Examines the first 100 lines, or 256 KiB of them. After a first line such as "400000 300", the next line must have a word and 300
/// numbers. Without it, all lines must have one word and as many numbers as most lines, or several words that do not end in a number; and
/// there must be at least 10 numbers, or a line that is impossible in a table: a word with " or #, or more words than other lines. `cut`:
/// the text continues after its end. Sets `reached` to the end of the examined text.
std::optional<WordVectors> find_word_vectors(std::string_view text, bool cut, const char*& reached);

}  // namespace neighborscope::csv
