// Notes about missed neighbours in the bound chart. Only for app/instruments/timeline.
#pragma once
#include "app/instruments/timeline/bound_plot.hpp"
#include "app/session/stepping/bound_chart.hpp"

#include <string>
#include <vector>

namespace neighborscope {

/// A note, and where it is written.
struct PlacedNote {
    const MissedNote* note;
    std::string text;
    ImVec2 at, size;
    float line = 0;  ///< height of the nearest line that it is about
    bool in_title = false;
};

/// Places the notes beside the lines that they are about: each in as many words as there is room for without covering a line or a note.
/// The first one without room goes to the title, `title_room` pixels wide from `title_at`. Others without room are read at their lines.
std::vector<PlacedNote> placed_notes(
    const InstrumentFrame&, const BoundPlot&, const std::vector<MissedNote>&, ImVec2 title_at, float title_room);
void draw_notes(const InstrumentFrame&, const std::vector<PlacedNote>&);
const PlacedNote* note_at(const std::vector<PlacedNote>&, ImVec2 mouse);  ///< null: none
/// The whole note, row by row.
std::string text_of_note(const InstrumentFrame&, const MissedNote&);

}  // namespace neighborscope
