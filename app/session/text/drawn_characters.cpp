#include "app/session/text/drawn_characters.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

bool is_drawn(unsigned long character) {
    if (character < 0x20) return true;  // the end of a line
    for (std::size_t i = 0; drawn_characters[i] != 0; i += 2)
        if (character >= drawn_characters[i] && character <= drawn_characters[i + 1]) return true;
    return false;
}

}  // namespace

std::string characters_not_drawn(std::string_view text) {
    std::string found;
    while (!text.empty()) {
        const auto lead = static_cast<unsigned char>(text.front());
        const std::size_t bytes = std::min<std::size_t>(text.size(), lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1);
        unsigned long character = bytes == 1 ? lead : lead & (0xFFu >> (bytes + 1));
        for (std::size_t i = 1; i < bytes; ++i) character = character << 6 | (static_cast<unsigned char>(text[i]) & 0x3Fu);
        const std::string_view one = text.substr(0, bytes);
        if (!is_drawn(character) && found.find(one) == std::string::npos) found += one;
        text.remove_prefix(bytes);
    }
    return found;
}

}  // namespace neighborscope
