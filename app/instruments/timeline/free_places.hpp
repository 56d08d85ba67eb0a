// Finds room for texts in a chart, between its lines and dots. Only for app/instruments.
#pragma once
#include <imgui.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace neighborscope {

/// The area is divided into cells of 4 x 2 pixels. Usage: block() and avoid() all that is drawn, then place() texts.
class FreePlaces {
public:
    FreePlaces(ImVec2 from, ImVec2 to);

    void block(ImVec2 from, ImVec2 to);  ///< a line: no text covers it
    void avoid(ImVec2 from, ImVec2 to);  ///< a dot: a text covers as few as possible

    struct Place {
        ImVec2 at;     ///< top left corner
        int dots = 0;  ///< cells of dots that the text covers
    };
    /// The best place for a text of this size: it covers few dots, and is near to the height `y`. None: there is no free place.
    std::optional<Place> place(ImVec2 size, float y);
    /// The same for a text that is already placed.
    void take(ImVec2 at, ImVec2 size) { block({at.x - 6, at.y}, {at.x + size.x + 6, at.y + size.y}); }

private:
    void mark(std::vector<std::int32_t>& cells, ImVec2 from, ImVec2 to);
    void add_up();  ///< sums up the cells left of and above each corner

    ImVec2 from_, to_;
    int columns_, rows_;
    std::vector<std::int32_t> blocked_, dots_;          // [rows][columns]
    std::vector<std::int32_t> blocked_sum_, dots_sum_;  // [rows + 1][columns + 1]
    bool summed_ = false;
};

}  // namespace neighborscope
