// The card of a window that was opened without data: what to try, or the session of last time.
#pragma once
#include <string>
#include <vector>

namespace neighborscope {

struct StartCard {
    struct Thing {
        std::string command;  ///< app/commands
        std::string label, help;
    };
    std::string title, text;
    std::vector<Thing> things;

    /// For who does not see it.
    std::string in_words() const {
        std::string words = title + ". " + text;
        for (const Thing& thing : things) words += " " + thing.label + ".";
        return words;
    }
};

}  // namespace neighborscope
