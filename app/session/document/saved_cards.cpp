#include "app/session/document/saved_cards.hpp"

#include "app/session/document/saved_json.hpp"
#include "app/session/document/seen_fields.hpp"

#include <nlohmann/json.hpp>

namespace neighborscope {

constexpr const char* cards_file = "cards.json";

std::map<std::string, SavedCard> saved_cards() try {
    const nlohmann::json kept = load_saved_json(cards_file);
    SessionState session;
    if (kept.is_object()) cards_from_json(session, cards_file, kept);
    return session.cards;
} catch (const std::exception&) { return {}; }

void save_cards(const std::map<std::string, SavedCard>& cards) try {
    SessionState session;
    session.cards = cards;
    save_as_json(cards_file, cards_to_json(session));
} catch (const std::exception&) {}

}  // namespace neighborscope
