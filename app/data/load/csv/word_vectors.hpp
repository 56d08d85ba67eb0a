// Word vectors in text, as GloVe, word2vec and fastText write them: a word and then its numbers in each line. They know no quotes, comments or
// headers: ", # and 2010 are words like others.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace neighborscope::csv {

struct WordVectors {
    int numbers = 0;              ///< of each word
    std::int64_t announced = -1;  ///< how many words the first line says there are; -1 without such a line
    const char* begin = nullptr;  ///< of the first word's line
};

/// Looks at the first 100 lines, or 256 KiB of them. With "400000 300" in the first line, the next has to hold a word and 300 numbers.
/// Without, all lines have to hold one word and as many numbers, as the most of them, or several words that do not end in a number; and there
/// have to be 10 numbers, or a line that a table would not hold: with " or # as a word, or with more words than others. `cut`: the text
/// goes on behind its end. `reached`: set to how far it was looked.
std::optional<WordVectors> find_word_vectors(std::string_view text, bool cut, const char*& reached);

}  // namespace neighborscope::csv
