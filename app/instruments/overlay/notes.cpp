// Notes on the picture: a text in a box, an arrow to what it explains, and a ring around that.
#include "app/instruments/overlay/instruments.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr float note_padding = 8, widest_note = 280, ring_radius = 11, arrow_head = 9;

/// The pixel that a note explains; none if its row is not in the data, or behind the camera.
std::optional<ImVec2> subject_of(const InstrumentFrame& frame, const Note& note) {
    glm::dvec3 place;
    if (note.row) {
        const std::int64_t row = frame.data->row_of_file_row(*note.row);
        if (row < 0 || row >= frame.data->count()) return std::nullopt;
        place = position_of(*frame.data, frame.projection, row);
    } else {
        for (int axis = 0; axis < 3; ++axis)
            place[axis] = axis < 2 || frame.three_d() ? note.at[std::size_t(axis)] - frame.origin(axis) : 0;
    }
    const glm::dvec3 at = frame.camera.to_pixels(place);
    if (frame.three_d() && std::abs(at.z) > 1) return std::nullopt;
    return ImVec2{float(at.x), float(at.y)};
}

void draw_arrow_to(const InstrumentFrame& frame, ImVec2 subject, ImVec2 from, ImVec2 to, float clear, float larger) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImVec2 edge{std::clamp(subject.x, from.x, to.x), std::clamp(subject.y, from.y, to.y)};
    const float away = std::hypot(edge.x - subject.x, edge.y - subject.y);
    if (away <= clear + arrow_head * larger) return;
    const float x = (edge.x - subject.x) / away, y = (edge.y - subject.y) / away, size = arrow_head * larger;
    const ImVec2 tip{subject.x + clear * x, subject.y + clear * y}, base{tip.x + size * x, tip.y + size * y};
    const auto shaft = [&](const render::Colour& ink, float width) { list.AddLine(base, edge, colour(ink), width); };
    shaft(frame.colours.view, 5 * larger);
    shaft(frame.colours.accent, 2 * larger);
    list.AddTriangleFilled(tip, {base.x - 0.5f * size * y, base.y + 0.5f * size * x}, {base.x + 0.5f * size * y, base.y - 0.5f * size * x},
        colour(frame.colours.accent));
}

/// A note and its text box; no lines: there is none, since an empty box would say nothing.
struct NoteBox {
    std::size_t index;
    ImVec2 subject, from, to;
    std::vector<std::string> lines;
};

float enlargement(const InstrumentFrame& frame) { return frame.presenter ? 1.5f : 1.0f; }
FontRole role_of_notes(const InstrumentFrame& frame) { return frame.presenter ? FontRole::large : FontRole::body; }

std::vector<NoteBox> note_boxes(const InstrumentFrame& frame, const render::Rectangle& free) {
    const float larger = enlargement(frame);
    const FontRole role = role_of_notes(frame);
    const float line = text_size(frame, role, "A").y;
    std::vector<NoteBox> placed;
    for (std::size_t i = 0; frame.data && i < frame.session.notes.size(); ++i) {
        const Note& note = frame.session.notes[i];
        const std::optional<ImVec2> subject = subject_of(frame, note);
        if (!subject) continue;
        placed.push_back({i, *subject, *subject, *subject, {}});
        if (note.text.find_first_not_of(" \t\n") == std::string::npos) continue;
        NoteBox& box = placed.back();
        box.lines = wrapped(frame, role, note.text, widest_note * larger, 12);
        float width = 16;
        for (const std::string& one : box.lines) width = std::max(width, text_size(frame, role, one).x);
        const ImVec2 size{std::ceil(width) + 2 * note_padding, line * float(box.lines.size()) + 2 * note_padding};
        ImVec2 from{std::round(subject->x + larger * float(note.offset[0]) - 0.5f * size.x),
            std::round(subject->y + larger * float(note.offset[1]) - 0.5f * size.y)};
        // A text stays in view while what it explains is.
        const bool seen = subject->x >= 0 && subject->x <= float(frame.width) && subject->y >= 0 && subject->y <= float(frame.height);
        if (seen && float(free.width) > size.x && float(free.height) > size.y) {
            from.x = std::clamp(from.x, float(free.x), float(free.x + free.width) - size.x);
            from.y = std::clamp(from.y, float(free.y), float(free.y + free.height) - size.y);
        }
        box.from = from, box.to = {from.x + size.x, from.y + size.y};
    }
    return placed;
}

}  // namespace

void draw_note_arrows(const InstrumentFrame& frame, const render::Rectangle& free) {
    const float larger = enlargement(frame);
    for (const NoteBox& one : note_boxes(frame, free)) {
        const bool ring = frame.session.notes[one.index].ring;
        if (ring)
            for (const auto& [ink, thick] : {std::pair{frame.colours.view, 5.0f}, std::pair{frame.colours.accent, 2.0f}})
                ImGui::GetBackgroundDrawList()->AddCircle(one.subject, larger * ring_radius, colour(ink), 32, larger * thick);
        if (!one.lines.empty()) draw_arrow_to(frame, one.subject, one.from, one.to, larger * (ring ? ring_radius + 2 : 7), larger);
    }
}

void draw_notes(const InstrumentFrame& frame, const render::Rectangle& free) {
    const float larger = enlargement(frame);
    const FontRole role = role_of_notes(frame);
    const float line = text_size(frame, role, "A").y;
    for (const auto& [i, subject, from, to, lines] : note_boxes(frame, free)) {
        if (lines.empty()) continue;
        const ImVec2 size{to.x - from.x, to.y - from.y};
        ImGui::PushStyleColor(ImGuiCol_WindowBg, colour(frame.colours.dock));  // opaque: arrows of other notes are behind it
        begin_instrument(("note " + std::to_string(i)).c_str(), from, size);
        ImGui::PopStyleColor();
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.AddRect(from, to, colour(frame.colours.accent), 4, 0, 1.5f);
        for (std::size_t at = 0; at < lines.size(); ++at)
            draw_text(list, frame, role, {from.x + note_padding, from.y + note_padding + line * float(at)}, frame.colours.text, lines[at]);
        ImGui::SetCursorScreenPos(from);
        ImGui::InvisibleButton("drag", size);
        const ImVec2 moved = ImGui::GetIO().MouseDelta;
        if (ImGui::IsItemActive() && (moved.x != 0 || moved.y != 0)) {
            const std::array<double, 2>& offset = frame.session.notes[i].offset;
            frame.step_request.moved_note = {i, {offset[0] + double(moved.x / larger), offset[1] + double(moved.y / larger)}};
        }
        if (ImGui::IsItemDeactivated()) frame.step_request.note_dropped = true;
        end_instrument();
    }
}

}  // namespace neighborscope
