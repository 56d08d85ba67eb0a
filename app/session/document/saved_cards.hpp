// Saves in cards.json how the user left the cards over the picture, for the next start of a window without a saved session.
#pragma once
#include "app/session/document/session.hpp"

namespace neighborscope {

/// Empty if none were saved, or if the file cannot be read.
std::map<std::string, SavedCard> saved_cards();
/// Saves nothing if the file cannot be written.
void save_cards(const std::map<std::string, SavedCard>&);

}  // namespace neighborscope
