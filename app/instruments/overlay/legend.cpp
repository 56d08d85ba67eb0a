#include "app/instruments/imgui/panel_rows.hpp"
#include "app/instruments/imgui/text_helpers.hpp"
#include "app/instruments/overlay/instruments.hpp"
#include "app/instruments/overlay/probed_regions.hpp"
#include "app/instruments/overlay/walk.hpp"
#include "app/instruments/scene/class_layer.hpp"
#include "app/session/shown/true_ranks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <optional>
#include <utility>

namespace neighborscope {
namespace {

constexpr float mark_row = 22, bar_width = 12, legend_padding = 12;

/// Lower while a step is shown, to leave room for its marks.
float bar_height_for(const InstrumentFrame& frame) { return frame.steps() ? 100.0f : 132.0f; }

int list_length(const InstrumentFrame& frame) { return int(frame.view.neighbours.size()); }

/// Ranks labelled beside the bar: first, quarters, last.
std::vector<int> ranks_shown(int length) {
    std::vector<int> ranks;
    if (length == 0) return ranks;
    for (int quarter = 0; quarter <= 4; ++quarter) {
        const int rank = quarter == 0 ? 1 : std::max(1, length * quarter / 4);
        if (ranks.empty() || rank > ranks.back()) ranks.push_back(rank);
    }
    return ranks;
}

/// The distance of the neighbour with that rank; while a search is stepped through, at this step.
std::string distance_text(const InstrumentFrame& frame, int rank) {
    if (frame.view.answers_hidden) return "?";
    if (frame.steps()) {
        const std::vector<HeldNeighbour>& best = frame.view.stepping.best;
        return rank <= int(best.size()) ? frame.distance_text(best[std::size_t(rank - 1)].distance) : "–";
    }
    return frame.distance_text(frame.view.neighbours[std::size_t(rank - 1)].distance);
}

/// The true rank of the neighbour at a place of the list, from 1; while a search is stepped through, its rank at this step.
std::string rank_at(const InstrumentFrame& frame, int place) {
    const Exactness& exactness = frame.view.exactness;
    if (frame.view.shows_step_list() || exactness.missed.empty()) return text_of_count(place);
    return rank_text(ranks_of_listed(frame.view.neighbours, exactness.missed)[std::size_t(place - 1)], exactness.of);
}

std::string ranks_title(const InstrumentFrame& frame) {
    const std::string& unit = frame.view.data.distance_unit;
    const bool ranked = frame.view.true_ranks_known(frame.view.info_of(frame.session.method));
    return std::string(ranked ? "rank, " : "place, ") + (frame.session.metric == Metric::inner_product ? "product"
                                                            : unit.empty()                             ? "distance"
                                                                                                       : unit);
}

bool has_region_mark(const InstrumentFrame& frame) { return frame.view.classes.regions && !frame.three_d() && !frame.steps(); }

float marks_height(const InstrumentFrame& frame) {
    const float missed = frame.view.crossed().empty() ? 0.0f : 1.0f;
    const ListChanges* changes = frame.view.listed_changes();
    const float changed =
        changes && !frame.steps() ? float(!changes->entered.empty()) + float(marks_left(frame)) + float(changed_lines(frame)) : 0.0f;
    const float ringed = frame.view.classes.ringed.empty() || frame.steps() ? 0.0f : 1.0f;
    const float regions = has_region_mark(frame) ? 2.0f : 0.0f;
    const float faint = frame.point_colours.faint.empty() ? 0.0f : 1.0f;
    return faint * mark_row +
           mark_row * ((frame.has_ball() ? 3.0f : 2.0f) + (frame.steps() ? 2.0f : 0.0f) + missed + changed + ringed + regions);
}

float distances_width(const InstrumentFrame& frame) {
    float width = 0;
    for (int rank : ranks_shown(list_length(frame)))
        width = std::max(width, text_size(frame, FontRole::small, distance_text(frame, rank)).x);
    return width;
}

float ranks_width(const InstrumentFrame& frame) {
    const std::string longest = text_of_count(std::max(list_length(frame), frame.session.k));
    return text_size(frame, FontRole::body, (frame.view.exactness.missed.empty() ? "" : ">") + longest).x;
}

float neighbours_width(const InstrumentFrame& frame) {
    return std::max(
        bar_width + 8 + ranks_width(frame) + 10 + distances_width(frame), text_size(frame, FontRole::small, ranks_title(frame)).x);
}

// ---- Colours of points ----------------------------------------------------------------------------------------------------

constexpr float class_row = 18, widest_word = 132;

/// A second bar beside that of the ranks, for colours of points or heights.
struct BarScale {
    std::string title, subject;
    std::array<std::string, 3> numbers;  ///< at the lower end, the middle and the upper end
    std::function<render::Colour(float)> colour_at;
};

render::Colour blend(const render::Colour& from, const render::Colour& to, float share) {
    return {from.r + share * (to.r - from.r), from.g + share * (to.g - from.g), from.b + share * (to.b - from.b)};
}

BarScale scale_of_heights(const InstrumentFrame& frame) {
    BarScale scale{"Height", frame.axis_name(2), {}, {}};
    const double low = frame.origin(2) + frame.height_low, range = frame.height_high - frame.height_low;
    for (std::size_t i = 0; i < 3; ++i) scale.numbers[i] = text_of_coordinate(low + 0.5 * double(i) * range, 100 * std::max(range, 1e-30));
    const bool dark = frame.theme == render::Theme::dark;
    const render::Colour lower = render::hex(dark ? 0x56657A : 0x9AA4B2), upper = render::hex(dark ? 0xFFFFFF : 0x2B333F);
    scale.colour_at = [lower, upper](float share) { return blend(lower, upper, share); };
    return scale;
}

/// The ramp of numbers; it is constant beyond its ends.
BarScale scale_of_ramp(const InstrumentFrame& frame) {
    const PointColours& colours = frame.point_colours;
    const bool work = colours.way.of_work(), counts = work || colours.way.of_index();
    BarScale scale{elided(frame, FontRole::bold, colours.name, widest_word), work ? "of its query" : "of the points", {}, {}};
    const double range = colours.high - colours.low;
    for (std::size_t i = 0; i < 3; ++i) {
        const double value = colours.low + 0.5 * double(i) * range;
        scale.numbers[i] = counts ? text_of_count(std::lround(value))
                                  : text_of_coordinate(value, 100 * (range > 0 ? range : std::max(std::abs(value), 1e-30)));
    }
    if (colours.least < colours.low) scale.numbers[0] = "≤ " + scale.numbers[0];
    if (colours.most > colours.high) scale.numbers[2] = "≥ " + scale.numbers[2];
    scale.colour_at = [theme = frame.theme](float share) { return render::ramp_colour(theme, share); };
    return scale;
}

/// The ramp of density, mixed as in the shader; logarithmic, so that the middle is the geometric mean.
BarScale scale_of_density(const InstrumentFrame& frame) {
    const double most = frame.density.most;
    const bool sampled = frame.data && frame.data->every > 1;
    BarScale scale{"Density", sampled ? "rows read per pixel" : "points per pixel",
        {"1", text_of_count(std::lround(std::sqrt(most))), text_of_count(std::lround(most))}, {}};
    scale.colour_at = [low = frame.colours.sparse, high = frame.colours.dense](float share) { return blend(low, high, share); };
    return scale;
}

std::optional<BarScale> scale_beside(const InstrumentFrame& frame) {
    if (frame.point_colours.is_ramp()) return scale_of_ramp(frame);
    if (frame.density.shaded && frame.density.most > 1) return scale_of_density(frame);
    if (frame.three_d() && frame.data && frame.data->dimension >= 3 && frame.point_colours.rgba.empty()) return scale_of_heights(frame);
    return std::nullopt;
}

float scale_width(const InstrumentFrame& frame, const BarScale& scale) {
    float width = 0;
    for (const std::string& number : scale.numbers) width = std::max(width, text_size(frame, FontRole::small, number).x);
    return std::max(
        {bar_width + 8 + width, text_size(frame, FontRole::bold, scale.title).x, text_size(frame, FontRole::small, scale.subject).x});
}

/// The note below the bars: numbers beyond the ramp.
std::string ramp_note(const InstrumentFrame& frame) {
    const PointColours& colours = frame.point_colours;
    if (!colours.is_ramp()) return {};
    if (frame.density.shaded) return "stronger: more points per pixel";
    std::string note = colours.least < colours.low || colours.most > colours.high ? "1st – 99th percentile" : "";
    if (colours.missing > 0) note += (note.empty() ? "" : ", ") + text_of_count(colours.missing) + " missing";
    return note;
}

float classes_width(const InstrumentFrame& frame) {
    float words = text_size(frame, FontRole::bold, elided(frame, FontRole::bold, frame.point_colours.name, widest_word)).x, counts = 0;
    for (const PointColours::Class& one : frame.point_colours.classes) {
        words = std::max(words, std::min(widest_word, text_size(frame, FontRole::body, one.word).x));
        counts = std::max(counts, text_size(frame, FontRole::small, text_of_count(one.count)).x);
    }
    return 20 + words + 16 + counts;
}

float classes_height(int lines) { return lines > 0 ? 8 + 20 + class_row * float(lines) + 6 : 0; }

render::Colour unpacked_colour(std::uint32_t packed) {
    return {float(packed & 255) / 255, float(packed >> 8 & 255) / 255, float(packed >> 16 & 255) / 255, 1};
}

/// Draws a line for each class; without room for all, the last line has the number of the others.
void draw_classes(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at, float right, int lines) {
    const auto& classes = frame.point_colours.classes;
    draw_name(list, frame, FontRole::bold, at, frame.colours.text, elided(frame, FontRole::bold, frame.point_colours.name, right - at.x));
    float y = at.y + 20;
    const int shown = lines < int(classes.size()) ? lines - 1 : int(classes.size());
    for (int i = 0; i < shown; ++i, y += class_row) {
        const PointColours::Class& one = classes[std::size_t(i)];
        const std::string count = text_of_count(one.count);
        const float middle = y + 0.5f * class_row, room = right - at.x - 20 - text_size(frame, FontRole::small, count).x - 8;
        list.AddRectFilled({at.x, middle - 6}, {at.x + 12, middle + 6}, colour(unpacked_colour(one.colour)), 2);
        draw_text(list, frame, FontRole::body, {at.x + 20, middle}, frame.colours.text, elided(frame, FontRole::body, one.word, room),
            left_middle);
        draw_text(list, frame, FontRole::small, {right, middle}, frame.colours.second_text, count, right_middle);
    }
    int more = 0;
    for (std::size_t i = std::size_t(shown); i < classes.size(); ++i)  // "10 others" stands for ten classes
        more += classes[i].word.ends_with(" others") ? std::max(1, std::atoi(classes[i].word.c_str())) : 1;
    if (more > 0)
        draw_text(list, frame, FontRole::small, {at.x + 20, y + 2}, frame.colours.second_text, "and " + std::to_string(more) + " more");
}

/// `colour_at`: colour at a share of the height, from the top.
void draw_bar(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at, const std::function<render::Colour(float)>& colour_at) {
    constexpr int pieces = 33;
    const float high = bar_height_for(frame) / pieces;
    for (int i = 0; i < pieces; ++i)
        list.AddRectFilled(
            {at.x, at.y + high * float(i)}, {at.x + bar_width, at.y + high * float(i + 1)}, colour(colour_at(float(i) / (pieces - 1))));
}

void draw_rank_bar(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at) {
    const float bar_height = bar_height_for(frame);
    const int length = list_length(frame);  // colours are by the actual length of the list, as in picture and table
    draw_bar(list, frame, at,
        [&](float share) { return render::rank_colour(frame.theme, int(std::lround(double(share) * (length - 1))), length); });
    const float half = 0.5f * text_size(frame, FontRole::small, "0").y, rank_right = at.x + bar_width + 8 + ranks_width(frame);
    const float last_y = at.y + bar_height - 2 * half + 3;
    float free_from = at.y - 3;  // end of the previous text
    std::string before;          // several rows may be "> 10"
    for (int rank : ranks_shown(length)) {
        const float y = at.y + (length > 1 ? (bar_height - 1) * float(rank - 1) / float(length - 1) : 0);
        const float text_y = std::clamp(y - half, at.y - 3, last_y);
        if (rank < length && (text_y < free_from || text_y > last_y - 2 * half + 3)) continue;  // no room in a short bar
        free_from = text_y + 2 * half - 3;
        if (const std::string text = rank_at(frame, rank); text != std::exchange(before, text))
            draw_text(list, frame, FontRole::small, {rank_right, text_y}, frame.colours.text, text, {1, 0});
        draw_text(list, frame, FontRole::small, {rank_right + 10 + distances_width(frame), text_y}, frame.colours.second_text,
            distance_text(frame, rank), {1, 0});
    }
}

void draw_scale(ImDrawList& list, const InstrumentFrame& frame, const BarScale& scale, ImVec2 at) {
    const float bar_height = bar_height_for(frame), half = 0.5f * text_size(frame, FontRole::small, "0").y;
    draw_bar(list, frame, at, [&](float from_top) { return scale.colour_at(1 - from_top); });
    for (std::size_t i = 0; i < 3; ++i) {
        const float y = std::clamp(at.y + bar_height * (1 - 0.5f * float(i)), at.y - 3 + half, at.y + bar_height + 3 - half);
        draw_text(list, frame, FontRole::small, {at.x + bar_width + 8, y}, frame.colours.second_text, scale.numbers[i], left_middle);
    }
}

void draw_marks(ImDrawList& list, const InstrumentFrame& frame, ImVec2 at) {
    const render::Palette& colours = frame.colours;
    const float x = at.x + 8;
    const auto row = [&](int i) { return at.y + mark_row * (float(i) + 0.5f); };
    const auto label = [&](int i, const std::string& text) {
        draw_name(list, frame, FontRole::body, {at.x + 26, row(i)}, colours.text, text, left_middle);
    };
    list.AddCircleFilled({x, row(0)}, 5.5f, colour(colours.query), 24);
    list.AddCircle({x, row(0)}, 5.5f, colour(colours.query_ring), 24, 1.5f);
    label(0, "query");
    int next = 2;
    const auto draw_crossed = [&] {
        if (frame.view.crossed().empty()) return;
        draw_list_mark(list, frame.theme, panels::Mark::missed, {x, row(next)}, 6);
        label(next++, "missed neighbour");
    };
    const auto draw_faint = [&] {
        if (frame.point_colours.faint.empty()) return;
        // On a piece of the picture's ground: on that of the legend the faint colour cannot be seen in a dark view.
        list.AddRectFilled({x - 7, row(next) - 7}, {x + 7, row(next) + 7}, colour(colours.view), 3);
        list.AddRect({x - 7, row(next) - 7}, {x + 7, row(next) + 7}, colour(colours.divider), 3);
        list.AddCircleFilled({x, row(next)}, 3.5f, colour(faint_colour(frame.theme, colours.point)), 12);
        label(next++, frame.point_colours.faint);
    };
    if (frame.steps()) {  // instead of the line for points
        const ImU32 ink = colour(colours.text);
        list.AddCircle({x, row(1)}, 5, ink, 20, 1.25f);
        label(1, "found later");
        list.AddCircle({x, row(2)}, 7.5f, ink, 24, 2);
        list.AddCircle({x, row(2)}, 4, ink, 20, 1.5f);
        label(2, "added");
        draw_left_mark(list, ink, {x, row(3)}, 6);
        label(3, "removed");
        next = 4;
        draw_faint();
        draw_crossed();
    } else {
        list.AddCircleFilled({x, row(1)}, 2.5f, colour(frame.three_d() ? colours.second_text : colours.point), 12);
        label(1, frame.point_colours.own ? "point, own colour" : "point");
        draw_faint();
        draw_crossed();
        const ListChanges* changes = frame.view.listed_changes();
        if (changes && !changes->entered.empty()) {
            draw_entered_mark(list, colour(colours.text), {x, row(next)}, 7);
            label(next++, "has entered");
        }
        if (changes && marks_left(frame)) {
            draw_left_mark(list, colour(colours.text), {x, row(next)}, 6);
            label(next++, "has left");
        }
        draw_changed_legend(list, frame, {at.x, at.y + mark_row * float(next)}, mark_row);
        next += changed_lines(frame);
        if (const Classifying& classes = frame.view.classes; !classes.ringed.empty()) {
            list.AddCircle({x, row(next)}, 5.5f, colour(colours.error), 20, 2);
            label(next++, classes.chosen ? "in the selected cell" : "misclassified");
        }
        if (has_region_mark(frame)) {  // paler for close votes
            const render::Colour of_class = render::category_colour(frame.theme, 0);
            const ImU32 sure = colour(of_class, 0.6f), divided = colour(of_class, 0.2f);
            const float y = row(next);
            list.AddRectFilledMultiColor({x - 7, y - 6}, {x + 7, y + 6}, sure, divided, divided, sure);
            label(next++, "class by votes");
            const float border = region_opacity(*frame.view.classes.regions, frame.theme).border;
            list.AddRectFilled({x - 7, row(next) - 6}, {x + 7, row(next) + 6}, colour(colours.text, border));
            label(next++, "border of classes");
        }
    }
    if (!frame.has_ball()) return;
    const ImVec2 middle{x, row(next)};
    const float r = 6.5f;
    if (frame.session.metric == Metric::euclidean) list.AddCircle(middle, r, colour(colours.radius), 24, 2);
    else if (frame.session.metric == Metric::chebyshev)
        list.AddRect({middle.x - 6, middle.y - 6}, {middle.x + 6, middle.y + 6}, colour(colours.radius), 0, 0, 2);
    else
        list.AddQuad({middle.x - r, middle.y}, {middle.x, middle.y - r}, {middle.x + r, middle.y}, {middle.x, middle.y + r},
            colour(colours.radius), 2);
    if (frame.steps()) {
        label(next, "bound");
        return;
    }
    if (!frame.view.exactness.missed.empty()) return label(next, "farthest found");
    const float text_y = row(next) - 0.5f * text_size(frame, FontRole::bold, "d").y;
    const float width =
        draw_kth(&list, frame, {at.x + 26, text_y}, colours.text, list_length(frame) > 0 ? list_length(frame) : frame.session.k, "");
    explain_drawn_text({at.x + 26, text_y}, {at.x + 26 + width, text_y + mark_row}, "k-th distance");
}

}  // namespace

/// Width of texts beside marks that are wider than the rest of the legend.
static float words_width(const InstrumentFrame& frame) {
    float width = 0;
    const auto words = [&](bool there, const char* text) {
        if (there) width = std::max(width, 26 + text_size(frame, FontRole::body, text).x);
    };
    words(frame.point_colours.own, "point, own colour");
    words(!frame.view.crossed().empty(), "missed neighbour");
    words(frame.view.classes.chosen.has_value(), "in the selected cell");
    words(frame.steps() && leaf_marks_height(frame) > 0, "visited for others");
    words(list_marks_height(frame) > 0, "list with missed");
    words(!frame.point_colours.faint.empty(), frame.point_colours.faint.c_str());
    return std::max(width, graph_marks_width(frame));
}

float legend_width(const InstrumentFrame& frame, float larger) {
    const std::optional<BarScale> beside = scale_beside(frame);
    const float inner = neighbours_width(frame) + (beside ? 20 + scale_width(frame, *beside) : 0);
    const float classes = legend_classes(frame) > 0 ? classes_width(frame) : 0,
                note = ramp_note(frame).empty() ? 0 : text_size(frame, FontRole::small, ramp_note(frame)).x;
    const float width =
        std::max(152.0f, std::round(std::max({inner, classes, note, cell_scale_width(frame), words_width(frame)}) + 2 * legend_padding));
    return std::ceil(larger * width);
}

static float bars_height(const InstrumentFrame& frame) {
    const float note = ramp_note(frame).empty() ? 0 : 22;
    return list_length(frame) > 0 || scale_beside(frame) ? 10 + 2 * 17 + 6 + bar_height_for(frame) + note : 0;
}

int legend_classes(const InstrumentFrame& frame) { return int(frame.point_colours.classes.size()); }

float legend_height(const InstrumentFrame& frame, bool folded, LegendParts parts) {
    if (folded) return title_height;
    return title_height +
           parts.larger * (6 + marks_height(frame) +
                              (parts.leaves ? leaf_marks_height(frame) + list_marks_height(frame) + graph_marks_height(frame) : 0) +
                              (parts.scale ? cell_scale_height(frame) : 0) + (parts.bars ? bars_height(frame) + 10 : 4) +
                              classes_height(parts.classes));
}

LegendParts legend_parts(const InstrumentFrame& frame, float top, float below, float larger) {
    LegendParts parts;
    parts.larger = larger;
    const auto fits = [&] { return top + legend_height(frame, false, parts) <= below; };
    if (!fits()) parts.bars = false;
    if (!fits()) parts.scale = false;
    if (!fits()) parts.leaves = false;
    const auto place_classes = [&] {
        for (parts.classes = legend_classes(frame); parts.classes > 0; --parts.classes)
            if (fits()) break;
        if (parts.classes < 3 && parts.classes < legend_classes(frame)) parts.classes = 0;  // one or two of many are not useful
    };
    place_classes();
    if (parts.classes == 0 && parts.bars && legend_classes(frame) > 0) {  // the table names the colours of ranks, but nothing else these
        const LegendParts with_bars = parts;
        parts.bars = false;
        place_classes();
        if (parts.classes == 0) parts = with_bars;
    }
    return parts;
}

LegendParts presented_legend_parts(const InstrumentFrame& frame, float top, float below) {
    for (const bool with_bars : {true, false})
        for (const float larger : card_enlargements) {
            if (larger > 1 && legend_width(frame, larger) > 0.33 * frame.width) continue;
            const LegendParts parts = legend_parts(frame, top, below, larger);
            if ((parts.bars || !with_bars) && parts.leaves && parts.scale && parts.classes == legend_classes(frame)) return parts;
        }
    return legend_parts(frame, top, below);
}

bool needs_legend(const InstrumentFrame& frame) {
    return frame.data && (frame.steps() || frame.point_colours.own || has_region_mark(frame) || legend_classes(frame) > 0 ||
                             scale_beside(frame) || !frame.view.crossed().empty() || !frame.view.classes.ringed.empty() ||
                             list_marks_height(frame) > 0 || graph_marks_height(frame) > 0 || cell_scale_height(frame) > 0);
}

void draw_legend(const InstrumentFrame& frame, float top, bool folded, LegendParts parts) {
    if (!frame.data) return;
    const bool with_bars = parts.bars, listed = list_length(frame) > 0 && with_bars;
    const float width = legend_width(frame), bars = with_bars ? bars_height(frame) : 0;
    const float seen_width = legend_width(frame, parts.larger);
    open_card(frame, "legend", {float(frame.width) - edge_gap - seen_width, top}, {seen_width, legend_height(frame, folded, parts)});
    if (instrument_title(frame, "Legend", "", "", folded)) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 at = ImGui::GetWindowPos();
        const Enlarged enlarged({at.x, at.y + title_height}, parts.larger);
        const render::Palette& colours = frame.colours;
        draw_marks(list, frame, {at.x + legend_padding, at.y + title_height + 4});
        float x = at.x + legend_padding;
        float y = at.y + title_height + 4 + marks_height(frame);
        if (parts.leaves && leaf_marks_height(frame) > 0) {
            draw_leaf_marks(list, frame, {x, y});
            y += leaf_marks_height(frame);
        }
        if (parts.leaves && list_marks_height(frame) > 0) {
            draw_list_marks(list, frame, {x, y});
            y += list_marks_height(frame);
        }
        if (parts.leaves && graph_marks_height(frame) > 0) {
            draw_graph_marks(list, frame, {x, y});
            y += graph_marks_height(frame);
        }
        if (parts.scale && cell_scale_height(frame) > 0) {
            draw_divider(frame, y + 4);
            draw_cell_scale(list, frame, {x, y + 4}, width - 2 * legend_padding);
            y += cell_scale_height(frame);
        }
        const float titles = y + 6;
        if (bars > 0) draw_divider(frame, titles - 2);
        if (listed) {
            draw_name(list, frame, FontRole::bold, {x, titles + 2}, colours.text, "Neighbours");
            draw_name(list, frame, FontRole::small, {x, titles + 19}, colours.second_text, ranks_title(frame));
            draw_rank_bar(list, frame, {x, titles + 44});
            x += neighbours_width(frame) + 20;
        }
        if (const std::optional<BarScale> scale = scale_beside(frame); scale && with_bars) {
            draw_name(list, frame, FontRole::bold, {x, titles + 2}, colours.text, scale->title);
            draw_text(list, frame, FontRole::small, {x, titles + 19}, colours.second_text, scale->subject);
            draw_scale(list, frame, *scale, {x, titles + 44});
        }
        if (const std::string note = ramp_note(frame); with_bars && !note.empty())
            draw_text(list, frame, FontRole::small, {at.x + width - legend_padding, titles + 44 + bar_height_for(frame) + 10},
                colours.second_text, note, {1, 0});
        if (parts.classes > 0) {
            LegendParts above = parts;
            above.classes = 0, above.larger = 1;
            const float below = at.y + legend_height(frame, false, above);
            draw_divider(frame, below);
            draw_classes(list, frame, {at.x + legend_padding, below + 8}, at.x + width - legend_padding, parts.classes);
        }
    }
    end_instrument();
}

}  // namespace neighborscope
