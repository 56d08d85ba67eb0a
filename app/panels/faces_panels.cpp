// A gallery of faces: the query's picture and its distance to face space, the person, and the eigenfaces.
#include "app/data/faces/query_picture.hpp"
#include "app/data/points/data_set.hpp"
#include "app/panels/panel.hpp"
#include "app/session/workbench/face_controls.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace neighborscope::panels {
namespace {

using faces::Gallery;

double share_of(const Gallery& gallery, int components) {
    double share = 0;
    for (int i = 0; i < std::min(components, gallery.basis.count()); ++i) share += gallery.basis.explained(i);
    return share;
}

int max_components(const Gallery& gallery) {
    return int(std::min<std::int64_t>(std::max<std::int64_t>(1, gallery.count() - 1), std::int64_t(gallery.pixels())));
}

Number components_row(const Context& context, const Gallery& gallery) {
    Number number;
    const int most = max_components(gallery);
    number.value = text_of_count(gallery.basis.count());
    number.scale = SliderScale(1, most, true);
    number.step = [](double value, int steps) { return std::max(1.0, std::round(value) + steps); };
    number.change = [&workbench = context.workbench, most](const std::string& typed, bool merge) -> std::string {
        const double value = parse_number(typed);
        if (std::isnan(value) || value != std::floor(value)) return "the number of components must be whole";
        if (value < 1 || value > most) return "this gallery has 1 to " + text_of_count(most) + " components";
        workbench.change([&](SessionState& state) { state.columns = "1-" + number_as_typed(value); }, merge);
        return {};
    };
    return number;
}

Chart histogram(const Gallery& gallery, std::optional<double> value, double limit) {
    constexpr std::size_t parts = 24;
    Chart chart;
    const double most = gallery.face_space.empty() ? 1 : double(*std::max_element(gallery.face_space.begin(), gallery.face_space.end()));
    chart.to = 1.05 * std::max({most, limit, value.value_or(0), 1e-6});
    chart.bars.assign(parts, 0);
    for (const float distance : gallery.face_space)
        ++chart.bars[std::min(parts - 1, std::size_t(double(parts) * double(distance) / chart.to))];
    chart.high = std::max(1.0, *std::max_element(chart.bars.begin(), chart.bars.end()));
    chart.name_round_numbers();
    chart.value = value;
    chart.limit = limit;
    return chart;
}

CropEditor cropping(const Context& context, const Gallery& gallery, const faces::QueryPicture& asked) {
    CropEditor row;
    row.whole = asked.whole;
    row.scale = double(asked.size.width) / asked.whole->width;
    row.crop = context.session.query_crop.value_or(faces::largest_crop(asked.size, gallery.size));
    row.aspect = double(gallery.size.height) / gallery.size.width;
    row.change = [&workbench = context.workbench](
                     const faces::Crop& crop) { workbench.faces().ask_picture(workbench.session().query_picture, crop, true); };
    row.eyes = [&workbench = context.workbench, size = gallery.size, places = asked.eyes](
                   std::array<double, 2> one, std::array<double, 2> other) {
        run_file_work(workbench, "The face was not cut out",
            [&] { workbench.faces().ask_picture(workbench.session().query_picture, faces::crop_of_eyes(one, other, size, places)); });
    };
    return row;
}

void enrol_rows(const Context& context, std::vector<Row>& rows) {
    Number name;
    name.value = context.state.enrol_name;
    name.words = true;
    name.change = [&state = context.state](const std::string& typed, bool) {
        state.enrol_name = typed;
        return std::string();
    };
    rows.push_back({"face_space.enrol_as", "name", "The name of the person in the picture", std::move(name)});
    Button enrol{"face_space.enrol", "Enrol", "Add this picture to the gallery under that name", "", {}, {}, {}};
    if (context.state.enrol_name.empty()) enrol.refusal = "type the name of the person first";
    enrol.run = [&workbench = context.workbench, &state = context.state] {
        workbench.faces().enrol(state.enrol_name);
        state.enrol_name.clear();
    };
    rows.push_back({"face_space.enrol.button", {}, {}, Buttons{{std::move(enrol)}}});
    rows.push_back({"face_space.enrol.note", {}, {},
        Text{"The picture is not stored. A saved session stores only the names of its file and of the person.", Tone::second}});
}

}  // namespace

std::array<std::array<double, 2>, 4> CropEditor::corners() const {
    const double turn = crop.angle * std::numbers::pi / 180, cosine = std::cos(turn), sine = std::sin(turn);
    std::array<std::array<double, 2>, 4> all{};
    for (std::size_t i = 0; i < 4; ++i) {
        const double x = (i == 1 || i == 2 ? 0.5 : -0.5) * crop.width, y = (i > 1 ? 0.5 : -0.5) * crop.width * aspect;
        all[i] = {crop.x + x * cosine - y * sine, crop.y + x * sine + y * cosine};
    }
    return all;
}

bool CropEditor::is_inside(double x, double y) const {
    const double turn = crop.angle * std::numbers::pi / 180, dx = x - crop.x, dy = y - crop.y;
    return std::abs(dx * std::cos(turn) + dy * std::sin(turn)) <= 0.5 * crop.width &&
           std::abs(dy * std::cos(turn) - dx * std::sin(turn)) <= 0.5 * crop.width * aspect;
}

faces::Crop CropEditor::moved(double dx, double dy) const {
    faces::Crop to = crop;
    to.x = std::clamp(crop.x + dx, 0.0, scale * whole->width);
    to.y = std::clamp(crop.y + dy, 0.0, scale * whole->height);
    return to;
}

faces::Crop CropEditor::sized(double factor) const {
    faces::Crop to = crop;
    to.width = std::clamp(crop.width * factor, 8.0, 2 * scale * std::max(whole->width, whole->height));
    return to;
}

Panel face_space_panel(const Context& context) {
    Panel panel{"face_space", "Query picture", {}, {}, {}};
    const ViewModel& view = context.view;
    const Gallery* gallery = gallery_of(view);
    panel.shown = gallery && gallery->projects();
    if (!panel.shown) return panel;
    panel.fact = "or drop one";
    auto& rows = panel.rows;
    const int count = gallery->basis.count();
    rows.push_back({"face_space.pictures", "The query picture and its reconstruction", {},
        Pictures{{{query_picture(view), "query", query_name(view), true, {}},
                     {picture_of(*view.pictures, view.query), text_of_amount(count, "component", "components"),
                         "The reconstruction: the mean face plus each eigenface times its coefficient", false, {}}},
            84}});
    // Shown even before the answer arrives, since the frame must stay under the mouse.
    if (const faces::QueryPicture* asked = context.session.query_picture.empty() ? nullptr : view.query_picture.get()) {
        rows.push_back({"face_space.crop", "Where the face is in the picture",
            "Drag the frame onto the face, then turn the wheel to change its size; or click one eye, then the other",
            cropping(context, *gallery, *asked)});
        Button whole{"face_space.whole", "Whole picture", "Use the whole picture, scaled to the gallery's size", "", {}, {}, {}};
        if (!context.session.query_crop) whole.refusal = "the whole picture is already in use";
        whole.run = [&workbench = context.workbench] { workbench.faces().ask_picture(workbench.session().query_picture); };
        Button next{"face_space.next", asked->faces.empty() ? "Find face" : "Next face",
            "Find a face in the picture and put the frame around it, as in the gallery's pictures", "", {}, {}, {}};
        if (!context.workbench.faces().has_finder()) next.refusal = "this build has no face detector: put the frame onto the face";
        else if (asked->searched && asked->faces.empty()) next.refusal = "no face was found: click one eye, then the other";
        else if (asked->faces.size() == 1 && context.session.query_crop) next.refusal = "the picture has only one face";
        next.run = [&workbench = context.workbench] { workbench.faces().cut_out_next(); };
        rows.push_back({"face_space.crops", {}, {}, Buttons{{std::move(next), std::move(whole)}}});
        if (asked->searched && asked->faces.empty())
            rows.push_back({"face_space.none", {}, {},
                Text{"No face was found. Drag the frame onto it, or click one eye, then the other.", Tone::warning}});
        enrol_rows(context, rows);
        rows.push_back({"face_space.facts", {}, {},
            Facts{{{"File", query_name(view)}, {"Size", text_of_count(asked->size.width) + " × " + text_of_count(asked->size.height)}}}});
    }
    rows.push_back({"face_space.components", "components", "How many coefficients describe a picture. Distances compare these coefficients",
        components_row(context, *gallery)});
    if (!view.answers_hidden)
        rows.push_back(
            {"face_space.share", {}, {}, Text{"keep " + text_of_percent(share_of(*gallery, count)) + " of the variance", Tone::second}});
    const Button whiten = button_of(context.commands, "data.whiten");
    rows.push_back({"face_space.whiten", "whitened (Mahalanobis)", whiten.help,
        Check{context.session.whiten, [&commands = context.commands](bool) { commands.run("data.whiten"); }}});
    rows.push_back({"face_space.open", {}, {},
        Buttons{{button_of(context.commands, "query.picture", "Open…", "open"), button_of(context.commands, "query.camera", "Camera")}}});
    if (view.answers_hidden) return panel;  // the rest would tell what a lesson asks
    const std::optional<double> value = face_space_of_query(view);
    const double limit = unknown_limit(*gallery, context.session);
    Number number;
    number.value = text_of_decimals(limit, 2);
    number.step = [](double from, int steps) { return std::max(0.0, from + 0.1 * steps); };
    const auto move = [&workbench = context.workbench](
                          double to, bool merge) { workbench.change([&](SessionState& state) { state.unknown_above = to; }, merge); };
    number.change = [move](const std::string& typed, bool merge) -> std::string {
        const double to = parse_number(typed);
        if (!std::isfinite(to) || to < 0) return "a distance must be a number, 0 or more";
        move(to, merge);
        return {};
    };
    rows.push_back({"face_space.distance", {}, "How much of the picture the eigenfaces cannot reproduce, in grey levels from 0 to 1",
        Facts{{{"Distance to face space", value ? text_of_decimals(*value, 2) : "–"}}}});
    rows.push_back({"face_space.limit", "limit",
        "Pictures farther from face space count as unknown. By default, 99 of 100 pictures of the gallery are nearer", std::move(number)});
    Chart chart = histogram(*gallery, value, limit);
    chart.move_limit = [move](double to) { move(std::max(0.0, to), true); };
    rows.push_back({"face_space.histogram", "Distances of the gallery's pictures to face space", "Drag the limit", std::move(chart)});
    if (value)
        rows.push_back({"face_space.verdict", {}, {},
            *value <= limit ? Text{"a face: below the limit", Tone::exact, Mark::right}
                            : Text{"unknown: above the limit", Tone::warning, Mark::wrong}});
    return panel;
}

Panel votes_panel(const Context& context) {
    Panel panel{"votes", "Who is it?", {}, {}, {}};
    const ViewModel& view = context.view;
    const Identification who = identify_person(view, context.session);
    panel.shown = !who.votes.empty();
    if (!panel.shown) return panel;
    panel.fact = text_of_amount(who.voters, "vote", "votes");
    panel.rows.push_back(
        {"votes.who", "Who it is", {}, Text{who.text(), who.unknown ? Tone::warning : Tone::normal, Mark::none, {}, 1, true}});
    constexpr std::size_t most = 4;
    for (std::size_t i = 0; i < std::min(most, who.votes.size()); ++i)
        panel.rows.push_back({"votes." + std::to_string(i), who.votes[i].name(), {}, Share{who.share_text(i), who.part(i)}});
    if (who.votes.size() > most)
        panel.rows.push_back({"votes.others", {}, {},
            Text{text_of_amount(std::int64_t(who.votes.size() - most), "more person", "more people"), Tone::second}});
    panel.rows.push_back(vote_row(context, "votes"));
    return panel;
}

Panel eigenfaces_panel(const Context& context) {
    Panel panel{"eigenfaces", "Eigenfaces", {}, {}, {}};
    const Gallery* gallery = gallery_of(context.view);
    panel.shown = gallery && gallery->projects() && !context.view.stepping.open && (context.wide || !context.view.evaluation);
    if (!panel.shown) return panel;
    constexpr int most = 24;
    const int count = gallery->basis.count(), shown = std::min(count, most);
    if (!context.view.answers_hidden)
        panel.fact = text_of_count(count) + " keep " + text_of_percent(share_of(*gallery, count)) + " of the variance";
    const auto look = [&](const float* values, bool signs) {
        const std::size_t pixels = gallery->pixels();
        float largest = 1e-9f;
        for (std::size_t i = 0; i < pixels && signs; ++i) largest = std::max(largest, std::fabs(values[i]));
        auto picture = std::make_shared<GreyPicture>(GreyPicture{gallery->size.height, gallery->size.width, {}});
        for (std::size_t i = 0; i < pixels; ++i) {
            const float grey = signs ? 0.5f + 0.5f * values[i] / largest : values[i];
            picture->grey.push_back(std::uint8_t(std::lround(255 * std::clamp(grey, 0.0f, 1.0f))));
        }
        return picture;
    };
    Pictures all;
    all.pictures.push_back({look(gallery->basis.mean.data(), false), "mean", "The mean of all pictures", false, {}});
    for (int i = 0; i < shown; ++i)
        all.pictures.push_back({look(&gallery->basis.components[std::size_t(i) * gallery->pixels()], true),
            text_of_count(i + 1) + "  " + text_of_percent(gallery->basis.explained(i)),
            "Component " + text_of_count(i + 1) + ": grey is 0, white and black are its largest values", false, {}});
    panel.rows.push_back({"eigenfaces.pictures", "Eigenfaces", {}, std::move(all)});
    return panel;
}

}  // namespace neighborscope::panels
