#include "app/charts/curve_chart.hpp"

#include "app/charts/curve_words.hpp"
#include "app/measure/trend.hpp"
#include "app/session/shown/view_model.hpp"
#include "gpu/device/device.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace neighborscope::charts {
namespace {

using measure::Curve;
using measure::CurvePlace;
using measure::CurvePoint;

constexpr std::int64_t fewest_for_everywhere = 4;  // points needed to say "everywhere"
constexpr double same_lower_bound = 1.02;          // ratio of lower bounds that are drawn as one line

std::string axis_of(const std::string& along) {
    if (along == "n") return "n, points";
    if (along == "k") return "k, neighbours";
    if (along == "queries") return "|Q|, queries";
    if (along == "dimension") return "D, dimensions";
    return along;
}

CurvePlace place_without_interval(double x, double y) { return {x, y, y, y}; }

/// The shown value of a point with its interval; none: not measured.
std::optional<CurvePlace> shown_place(const std::optional<CurvePoint>& point, double x, CurveQuantity shows) {
    if (!point || !point->measured()) return std::nullopt;
    switch (shows) {
        case CurveQuantity::time: {
            const Interval time = point->time();
            return CurvePlace{x, time.value, time.low, time.high};
        }
        case CurveQuantity::distances:
            if (point->distances < 0) return std::nullopt;
            return place_without_interval(x, double(point->distances) / double(std::max<std::int64_t>(1, point->queries)));
        case CurveQuantity::recall: return place_without_interval(x, point->recall);
    }
    return std::nullopt;
}

std::vector<CurvePlace> shown_places(const Curve& curve, std::size_t line, CurveQuantity shows) {
    std::vector<CurvePlace> all;
    for (std::size_t at = 0; at < curve.places.size(); ++at)
        if (const auto place = shown_place(curve.points[line][at], curve.places[at], shows)) all.push_back(*place);
    return all;
}

std::vector<PlotPoint> lower_bound_points(const Curve& curve, std::size_t line) {
    std::vector<PlotPoint> points;
    for (std::size_t at = 0; at < curve.places.size(); ++at)
        if (const auto& point = curve.points[line][at]; point && point->measured() && point->floor_milliseconds > 0)
            points.push_back({curve.places[at], point->floor_milliseconds});
    return points;
}

bool same_line(const std::vector<PlotPoint>& a, const std::vector<PlotPoint>& b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](const PlotPoint& one, const PlotPoint& other) {
        return one.x == other.x && std::max(one.y, other.y) < same_lower_bound * std::min(one.y, other.y);
    });
}

/// "heap, ppk, at least" for methods with a common lower bound; "at least" if it is common to all.
std::string lower_bound_name(const std::vector<std::string>& methods, std::size_t all) {
    constexpr std::size_t max_named = 2;
    if (methods.size() == all && all > 1) return "at least";
    std::string text;
    for (std::size_t i = 0; i < methods.size() && (i < max_named - 1 || methods.size() <= max_named); ++i) text += methods[i] + ", ";
    if (methods.size() > max_named) text += "and " + text_of_count(std::int64_t(methods.size() - 1)) + " more, ";
    return text + "at least";
}

/// Lower bounds in the colour of their method; common ones in the text colour.
std::vector<ReferenceLine> lower_bound_lines(const Curve& curve, const std::vector<int>& series_colours) {
    std::vector<ReferenceLine> reference_lines;
    std::vector<std::vector<std::string>> methods;  // [guides]
    for (std::size_t line = 0; line < curve.points.size(); ++line) {
        ReferenceLine guide{lower_bound_points(curve, line), {}, true, series_colours[line], true};
        if (guide.points.size() < 2) continue;
        std::size_t at = 0;
        while (at < reference_lines.size() && !same_line(reference_lines[at].points, guide.points)) ++at;
        if (at == reference_lines.size()) reference_lines.push_back(std::move(guide)), methods.emplace_back();
        else reference_lines[at].series_colour = -1;
        methods[at].push_back(line_name(curve.asked.lines[line]));
    }
    for (std::size_t i = 0; i < reference_lines.size(); ++i) reference_lines[i].label = lower_bound_name(methods[i], curve.points.size());
    return reference_lines;
}

/// The most that an index can find whatever its settings, in the colour of its method.
std::vector<ReferenceLine> ceiling_lines(const Curve& curve, const std::vector<int>& series_colours) {
    std::vector<ReferenceLine> lines;
    for (std::size_t line = 0; line < curve.points.size(); ++line) {
        if (!curve.asked.lines[line].method->info.supports.own_index) continue;
        ReferenceLine ceiling{{}, line_name(curve.asked.lines[line]) + ", ceiling", true, series_colours[line], true};
        for (std::size_t at = 0; at < curve.places.size(); ++at)
            if (const auto& point = curve.points[line][at]; point && point->measured())
                ceiling.points.push_back({curve.places[at], point->ceiling});
        if (ceiling.points.size() >= 2) lines.push_back(std::move(ceiling));
    }
    return lines;
}

std::string metric_text(Metric metric) { return metric == Metric::euclidean ? "" : ", " + metric_word(metric); }

/// "hotspots:n=4000,seed=1" without the parameter that grows: "hotspots:seed=1".
std::string source_without(const std::string& source, const std::string& parameter) {
    const std::size_t colon = source.find(':');
    std::string kept;
    for (std::size_t from = colon + 1; from < source.size();) {
        const std::size_t end = std::min(source.find(',', from), source.size());
        if (source.compare(from, parameter.size() + 1, parameter + "=") != 0)
            kept += (kept.empty() ? "" : ",") + source.substr(from, end - from);
        from = end + 1;
    }
    return source.substr(0, colon) + (kept.empty() ? "" : ":" + kept);
}

std::string subtitle_of(const Curve& curve) {
    const measure::CurveRequest& asked = curve.asked;
    const std::string& along = asked.along.what;
    const bool made = !asked.needs_data();  // new points are generated for each place
    std::string text = made ? source_without(asked.source, along == "n" ? "n" : "d") : asked.source;
    if (along != "k") text += ", k = " + text_of_count(asked.k);
    if (along != "queries")
        text += asked.queries == 0 ? ", every point is a query" : ", " + text_of_amount(asked.queries, "query", "queries");
    return text + metric_text(asked.metric) + ", " + (asked.device == DeviceKind::cuda ? "CUDA" : "host");
}

std::string note_of(const Curve& curve, CurveQuantity shows) {
    int least = 1 << 30, most = 0;
    for (const auto& line : curve.points)
        for (const auto& point : line)
            if (point && point->measured())
                least = std::min(least, int(point->milliseconds.size())), most = std::max(most, int(point->milliseconds.size()));
    std::string text;
    if (most > 0 && shows == CurveQuantity::time)
        text = "Median of " + (least == most ? std::to_string(most) : std::to_string(least) + " to " + std::to_string(most)) +
               (most == 1 ? " run." : " runs, with its 95 % interval (order statistics) where the mark does not hide it.") +
               " Dashed: the least time, which the bytes and operations of the phases take at the peak rates of this device, for the "
               "points and nodes that the search visited.";
    if (most > 0 && shows == CurveQuantity::distances) text = "Distances computed, divided by the number of queries.";
    if (most > 0 && shows == CurveQuantity::recall) text = "Recall: the share of the true neighbours that the method finds.";
    if (const auto& lines = curve.asked.lines;
        shows == CurveQuantity::recall &&
        std::any_of(lines.begin(), lines.end(), [](const measure::CurveLine& line) { return line.method->info.supports.own_index; }))
        text += (text.empty() ? "" : " ") + std::string("Dashed, the ceiling: the share that can be reached in the index at all.");
    const bool builds = std::any_of(curve.points.begin(), curve.points.end(), [](const auto& line) {
        return std::any_of(line.begin(), line.end(), [](const auto& point) { return point && point->build_milliseconds > 0; });
    });
    if (most > 0 && builds && shows == CurveQuantity::time) text += " Indexes are built once before; the time does not include this.";
    for (const std::string& remark : curve.remarks) text += (text.empty() ? "" : " ") + remark;
    return text;
}

std::string what_text(CurveQuantity shows) {
    return shows == CurveQuantity::time ? "Time" : shows == CurveQuantity::distances ? "Distances" : "Recall";
}

/// Marks at crossings of two lines.
Series crossing_marks(const Curve& curve, CurveQuantity shows) {
    Series series{"", {}, 6, false, true};
    for (std::size_t a = 0; a < curve.points.size(); ++a)
        for (std::size_t b = a + 1; b < curve.points.size(); ++b) {
            const std::vector<CurvePlace> first = shown_places(curve, a, shows), second = shown_places(curve, b, shows);
            for (const measure::Crossing& crossing : measure::crossings(first, second)) {
                if (!crossing.significant) continue;
                const auto after = std::find_if(first.begin(), first.end(), [&](const CurvePlace& place) { return place.x >= crossing.x; });
                if (after == first.begin() || after == first.end()) continue;
                const CurvePlace &low = *(after - 1), &high = *after;
                const double share = std::log(crossing.x / low.x) / std::log(high.x / low.x);
                series.points.push_back({crossing.x, low.y * std::pow(high.y / low.y, share), 0, 0, number_text(crossing.x, 2)});
            }
        }
    return series;
}

std::string power_law_text(const Curve& curve, const measure::PowerLaw& law, std::size_t places) {
    const std::string symbol = symbol_of(curve.asked.along.what);
    const std::string range = law.from > curve.places.front() ? " from " + at_text(curve, law.from) + " on" : "";
    if (law.low <= 0 && law.high >= 0 && std::abs(law.exponent) < 0.1) return "does not change with " + symbol + range;
    return "grows like " + symbol + "^" + text_of_decimals(law.exponent, 2) + range + " (95 % interval " + text_of_decimals(law.low, 2) +
           " to " + text_of_decimals(law.high, 2) + ", of " + text_of_amount(std::int64_t(places), "value", "values") + ")";
}

/// ": the points lie up to 38 % off n^0.92".
std::string no_power_law_reason(const std::string& symbol, const std::vector<CurvePlace>& places) {
    const auto nearest = measure::nearest_power(places);
    if (!nearest) return ": some values are 0";
    const double range = places.back().x / places.front().x;
    if (range < measure::least_range_of_power) return ": the values span only a factor of " + number_text(range, 2);
    const std::string off =
        nearest->off < 2 ? number_text(100 * (nearest->off - 1), 2) + " %" : "a factor of " + number_text(nearest->off, 2);
    return ": the measurements lie up to " + off + " off " + symbol + "^" + text_of_decimals(nearest->exponent, 2);
}

/// "heap and serial cross near n = 2 500: heap is faster below, serial above." `several`: they cross more than once between the same places.
std::string crossing_text(const std::string& symbol, const measure::Crossing& crossing, const std::string& first, const std::string& second,
    const std::string& less, bool several) {
    const std::string &below = crossing.first_below ? first : second, &above = crossing.first_below ? second : first;
    const std::string begin = first + " and " + second + " cross ", end = ": " + below + less + " below, " + above + " above";
    if (crossing.neighbouring_places && crossing.significant)
        return begin + "near " + symbol + " = " + number_text(crossing.x, 2) + end + ".";
    const std::string range = "between " + symbol + " = " + place_text(crossing.from) + " and " + place_text(crossing.to);
    if (!crossing.significant) return begin + range + end + "; this is not certain, because the intervals overlap.";
    if (several) return begin + range + ", where the intervals overlap" + end + ".";
    return begin + "near " + symbol + " = " + number_text(crossing.x, 2) + " (" + range + " the intervals overlap)" + end + ".";
}

/// Where the slopes of two lines would meet, and the range that holds this place with room for the error of the estimate; without a range
/// if it cannot be measured.
struct SlopesMeet {
    double x = 0;
    std::optional<measure::Along> along;
    std::string why_not;  ///< "more than the 1 707 points of the data"
};

/// Moves a place outwards to one significant digit.
double rounded_place(double x, bool up) {
    const double unit = std::pow(10.0, std::floor(std::log10(x)));
    return (up ? std::ceil(x / unit - 1e-9) : std::floor(x / unit + 1e-9)) * unit;
}

std::optional<SlopesMeet> slopes_meet(const Curve& curve, const std::vector<CurvePlace>& a, const std::vector<CurvePlace>& b) {
    constexpr double beyond = 4, overlap = 2, widest = 64;
    const measure::Along& asked = curve.asked.along;
    if (asked.is_option()) return std::nullopt;                                          // its domain is that of the methods
    const auto meeting = measure::meeting(a, b, asked.what == "n" ? curve.asked.k : 1);  // below, every point is a neighbour
    if (!meeting) return std::nullopt;
    SlopesMeet found{meeting->x, asked, {}};
    measure::Along& along = *found.along;
    along.logarithmic = true;
    if (meeting->above()) along.from = std::max(meeting->end / overlap, meeting->x / widest), along.to = meeting->x * beyond;
    else along.from = meeting->x / beyond, along.to = std::min(meeting->end * overlap, meeting->x * widest);
    along.from = std::max(1.0, rounded_place(std::max(1.0, along.from), false)), along.to = rounded_place(along.to, true);
    double most = asked.what == "dimension" ? 4096 : 2e9;
    if (const auto& data = curve.asked.data; data && curve.asked.needs_data()) {
        if (asked.what == "n" || asked.what == "k") {
            most = double(data->count());
            found.why_not = "more than the " + text_of_amount(data->count(), "point", "points") + " of the data";
        } else if (asked.what == "dimension") {
            most = double(data->dimension);
            found.why_not = "more than the " + text_of_amount(data->dimension, "dimension", "dimensions") + " of the data";
        }
    }
    along.to = std::min(along.to, most);
    if (meeting->x > most) {
        if (found.why_not.empty()) return std::nullopt;
        found.along.reset();
    } else if (meeting->x < 1 || !(along.to > along.from)) {
        return std::nullopt;
    } else {
        found.why_not.clear();
    }
    return found;
}

}  // namespace

std::string line_name(const measure::CurveLine& line) {
    std::string text(line.method->info.name);
    for (const auto& [option, value] : line.options) text += ", " + option + " = " + value;
    return text + (line.metric ? metric_text(*line.metric) : "");
}

Chart curve_chart(const Curve& curve, CurveQuantity shows) {
    const measure::Along& along = curve.asked.along;
    std::vector<std::string_view> methods;
    for (const measure::CurveLine& line : curve.asked.lines) methods.push_back(line.method->info.name);
    const std::vector<int> chosen = distinct_colours(methods);
    Panel panel{.x = {.label = axis_of(along.what), .logarithmic = along.logarithmic},
        .y = {.label = shows == CurveQuantity::time        ? "time, ms"
                       : shows == CurveQuantity::distances ? "distances per query"
                                                           : "recall",
            .logarithmic = shows != CurveQuantity::recall,
            .from_zero = shows == CurveQuantity::recall}};
    for (std::size_t line = 0; line < curve.points.size(); ++line) {
        Series series{line_name(curve.asked.lines[line]), {}, chosen[line]};
        const std::vector<CurvePlace> places = shown_places(curve, line, shows);
        if (const auto law = measure::power_law(places); law && shows != CurveQuantity::recall && law->exponent >= 0.1)
            series.name += " ~ " + symbol_of(along.what) + "^" + text_of_decimals(law->exponent, 2);
        for (const CurvePlace& place : places) {
            PlotPoint point{place.x, place.y};
            if (place.low < place.high) point.low = place.low, point.high = place.high;
            series.points.push_back(std::move(point));
        }
        panel.series.push_back(std::move(series));
    }
    if (shows == CurveQuantity::time) panel.reference_lines = lower_bound_lines(curve, chosen);
    if (shows == CurveQuantity::recall) panel.reference_lines = ceiling_lines(curve, chosen);
    if (Series marks = crossing_marks(curve, shows); !marks.points.empty()) panel.series.push_back(std::move(marks));
    std::string note;  // where two lines cross, unless there are too many pairs
    constexpr std::size_t most_told = 3;
    if (shows != CurveQuantity::recall && curve.points.size() <= most_told)
        for (std::size_t a = 0; a < curve.points.size(); ++a)
            for (std::size_t b = a + 1; b < curve.points.size(); ++b)
                for (const std::string& sentence : crossing_sentences(curve, shows, a, b)) note += sentence + " ";
    if (!curve.places.empty()) panel.x.range = {curve.places.front(), curve.places.back()};
    return {what_text(shows) + " along " + symbol_of(along.what), subtitle_of(curve), note + note_of(curve, shows), {std::move(panel)}};
}

std::optional<CurveMark> mark_of(const Curve& curve, CurveQuantity shows, std::size_t series, std::size_t point) {
    if (series >= curve.points.size()) return std::nullopt;
    std::size_t number = 0;
    for (std::size_t at = 0; at < curve.places.size(); ++at)
        if (shown_place(curve.points[series][at], curve.places[at], shows) && number++ == point) return CurveMark{series, at};
    return std::nullopt;
}

std::string curve_point_text(const Curve& curve, CurveMark mark) {
    const std::optional<CurvePoint>& point = curve.points[mark.line][mark.place];
    std::string text = line_name(curve.asked.lines[mark.line]) + " at " + at_text(curve, curve.places[mark.place]) + ": ";
    if (!point) return text + "not measured yet";
    if (!point->measured()) return text + point->why_not;
    const Interval time = point->time();
    text += number_text(time.value) + " ms" +
            (time.low < time.high ? " (95 % interval " + number_text(time.low) + " to " + number_text(time.high) + ")" : "") +
            ", median of " + text_of_amount(std::int64_t(point->milliseconds.size()), "run", "runs");
    if (point->floor_milliseconds > 0)
        text += "\nat least " + number_text(point->floor_milliseconds) +
                " ms: " + number_text(100 * point->floor_milliseconds / time.value, 2) + " % reached";
    if (point->distances >= 0) text += "\n" + text_of_amount(point->distances, "distance", "distances") + " computed";
    if (curve.asked.lines[mark.line].method->info.supports.approximate) text += "\nrecall " + text_of_decimals(point->recall, 4);
    return text;
}

std::vector<std::string> curve_sentences(const Curve& curve, CurveQuantity shows) {
    std::vector<std::string> sentences;
    const std::string symbol = symbol_of(curve.asked.along.what);
    const std::string what = shows == CurveQuantity::time ? "time" : shows == CurveQuantity::distances ? "number of distances" : "recall";
    std::vector<std::vector<CurvePlace>> all;
    for (std::size_t line = 0; line < curve.points.size(); ++line) all.push_back(shown_places(curve, line, shows));
    for (std::size_t line = 0; line < all.size(); ++line) {
        const std::string called = line_name(curve.asked.lines[line]);
        if (shows != CurveQuantity::recall) {
            if (const auto law = measure::power_law(all[line])) {
                const auto used =
                    std::count_if(all[line].begin(), all[line].end(), [&](const CurvePlace& one) { return one.x >= law->from; });
                sentences.push_back(called + ": the " + what + " " + power_law_text(curve, *law, std::size_t(used)) + ".");
                if (const auto end = measure::steeper_end(all[line], *law);
                    end && shows == CurveQuantity::time && !curve.asked.along.is_option())
                    sentences.back() += " The fixed cost of a search still counts: between the last two values it grows like " + symbol +
                                        "^" + text_of_decimals(*end, 2) + ".";
            } else if (all[line].size() >= 4) {
                sentences.push_back(called + ": no power of " + symbol + " fits" + no_power_law_reason(symbol, all[line]) + ".");
            }
        }
        std::size_t refused = 0;
        std::string why;
        for (const auto& point : curve.points[line])
            if (point && !point->measured()) ++refused, why = point->why_not;
        if (refused > 0)
            sentences.push_back(
                called + " is not measured at " + text_of_amount(std::int64_t(refused), "value", "values") + ": " + why + ".");
    }
    if (shows == CurveQuantity::recall) return sentences;
    for (std::size_t a = 0; a < all.size(); ++a)
        for (std::size_t b = a + 1; b < all.size(); ++b)
            for (std::string& sentence : crossing_sentences(curve, shows, a, b)) sentences.push_back(std::move(sentence));
    return sentences;
}

std::string refuted_expectation(const Curve& curve) {
    const std::optional<measure::ExpectedCrossing>& expected = curve.asked.expected;
    if (!expected || !curve.complete() || std::max(expected->line, expected->other) >= curve.points.size()) return {};
    const auto crossings = measure::crossings(
        shown_places(curve, expected->line, CurveQuantity::time), shown_places(curve, expected->other, CurveQuantity::time));
    for (const measure::Crossing& crossing : crossings)
        if (crossing.x < 2 * expected->n && crossing.x > expected->n / 2) return {};
    return "expected " + expected->place + " by the phases of one run; measured: " +
           (!crossings.empty() ? "near n = " + number_text(crossings.front().x, 2)
                               : "nowhere from n = " + place_text(curve.places.front()) + " to " + place_text(curve.places.back()));
}

std::vector<std::string> crossing_sentences(const Curve& curve, CurveQuantity shows, std::size_t line, std::size_t other) {
    std::vector<std::string> sentences;
    const std::string refuted = shows == CurveQuantity::time ? refuted_expectation(curve) : "";
    if (!refuted.empty() && curve.asked.expected->line == line && curve.asked.expected->other == other)
        sentences.push_back(as_sentence("the same time was " + refuted));
    const std::vector<CurvePlace> a = shown_places(curve, line, shows), b = shown_places(curve, other, shows);
    const std::string symbol = symbol_of(curve.asked.along.what), first = line_name(curve.asked.lines[line]),
                      second = line_name(curve.asked.lines[other]);
    const std::string less = shows == CurveQuantity::time ? " is faster" : " computes fewer distances";
    const auto crossings = measure::crossings(a, b);
    const auto same_places = [&](std::size_t i, std::size_t j) {
        return j < crossings.size() && crossings[i].from == crossings[j].from && crossings[i].to == crossings[j].to;
    };
    for (std::size_t i = 0; i < crossings.size(); ++i)
        if (i == 0 || !same_places(i, i - 1))
            sentences.push_back(crossing_text(symbol, crossings[i], first, second, less, same_places(i, i + 1)));
    if (!crossings.empty()) return sentences;
    double low = INFINITY, high = 0;
    std::int64_t both = 0;
    for (const CurvePlace& one : a)
        for (const CurvePlace& two : b)
            if (one.x == two.x && one.y > 0) low = std::min(low, two.y / one.y), high = std::max(high, two.y / one.y), ++both;
    if (!(high > 0) || low == high || (low < 1 && high > 1)) return sentences;
    const bool first_less = low >= 1;
    if (!first_less) low = 1 / std::exchange(high, 1 / low);
    const std::string least = number_text(low, 2), most = number_text(high, 2);
    sentences.push_back((first_less ? first + less + " than " + second : second + less + " than " + first) +
                        (both < fewest_for_everywhere ? " at the " + text_of_count(both) + " values measured: " : " everywhere here: ") +
                        least + (most == least ? "" : " to " + most) + " times.");
    if (both < fewest_for_everywhere) return sentences;
    std::string& told = sentences.back();
    if (const auto meet = slopes_meet(curve, a, b)) {
        told += " Their slopes would meet near " + symbol + " = " + number_text(meet->x, 2);
        told += meet->along ? ": measure " + range_text(*meet->along) + " to see it." : ", " + meet->why_not + ".";
    } else if (!curve.asked.along.is_option()) {
        told += " Their slopes do not say where they would meet.";
    }
    return sentences;
}

std::string queries_text(const Curve& curve) {
    if (curve.asked.queries == 1) return "one random query";
    return curve.asked.queries == 0 ? "every point as a query" : text_of_amount(curve.asked.queries, "query", "queries");
}

std::string brief_crossings(const Curve& curve) {
    const std::string measured = curve.asked.queries == 1 ? "measured: " : "measured with " + queries_text(curve) + ": ";
    const std::string symbol = symbol_of(curve.asked.along.what);
    const auto letter = [](std::size_t line) { return std::string(1, char('A' + line)); };
    std::string text;
    double low = INFINITY, high = 0;
    for (std::size_t a = 0; a < curve.points.size(); ++a) {
        const std::vector<CurvePlace> first = shown_places(curve, a, CurveQuantity::time);
        for (const CurvePlace& one : first) low = std::min(low, one.x), high = std::max(high, one.x);
        for (std::size_t b = a + 1; b < curve.points.size(); ++b)
            for (const measure::Crossing& crossing : measure::crossings(first, shown_places(curve, b, CurveQuantity::time))) {
                if (!crossing.significant) continue;
                text += (text.empty() ? measured : "; ") + letter(a) + " and " + letter(b) + " take the same time ";
                text += crossing.neighbouring_places
                            ? "near " + symbol + " = " + number_text(crossing.x, 2)
                            : "between " + symbol + " = " + place_text(crossing.from) + " and " + place_text(crossing.to);
                break;
            }
    }
    if (!(high > low)) return text;
    const std::string range = "from " + symbol + " = " + place_text(low) + " to " + place_text(high);
    if (refuted_expectation(curve).empty()) return text.empty() ? measured + "they certainly cross nowhere " + range : text;
    return "expected " + curve.asked.expected->place + "; " + (text.empty() ? measured + "nowhere " + range : text);
}

std::string range_text(const measure::Along& along) {
    return symbol_of(along.what) + " = " + place_text(along.from) + " to " + place_text(along.to);
}

std::vector<measure::Along> meeting_ranges(const Curve& curve, CurveQuantity shows) {
    std::vector<measure::Along> ranges;
    if (shows == CurveQuantity::recall) return ranges;
    for (std::size_t a = 0; a < curve.points.size(); ++a)
        for (std::size_t b = a + 1; b < curve.points.size(); ++b) {
            const std::vector<CurvePlace> first = shown_places(curve, a, shows), second = shown_places(curve, b, shows);
            const auto meet = slopes_meet(curve, first, second);
            if (meet && meet->along && std::find(ranges.begin(), ranges.end(), *meet->along) == ranges.end())
                ranges.push_back(*meet->along);
        }
    return ranges;
}

std::string busy_machine_sentence(const Curve& curve) {
    constexpr std::size_t fewest_runs = 6;  // runs needed to judge a tenth of them
    constexpr double quiet = 1.5;           // times the median
    std::int64_t measured = 0, disturbed = 0;
    double worst = 0;
    std::string where;
    for (std::size_t line = 0; line < curve.points.size(); ++line)
        for (std::size_t at = 0; at < curve.places.size(); ++at) {
            const auto& point = curve.points[line][at];
            if (!point || point->milliseconds.size() < fewest_runs) continue;
            ++measured;
            std::vector<double> runs = point->milliseconds;
            const auto slow = runs.end() - std::ptrdiff_t((runs.size() + 9) / 10);
            std::nth_element(runs.begin(), slow, runs.end());
            const double times = *slow / point->time().value;
            disturbed += times > quiet;
            if (times > worst) worst = times, where = line_name(curve.asked.lines[line]) + ", " + at_text(curve, curve.places[at]);
        }
    std::string text;
    if (disturbed > 0)
        text = "The machine was busy: at " + text_of_count(disturbed) + " of " + text_of_amount(measured, "point", "points") +
               " a tenth of the runs took more than 1.5 times the median, " + number_text(worst, 2) + " times at " + where + ".";
    if (curve.busy_ceilings)
        text += (text.empty() ? "" : " ") +
                std::string("The peak rates behind the dashed lines are the best that were measured on a busy machine.");
    return text;
}

std::string curve_progress_text(const Curve& curve) {
    return text_of_count(std::int64_t(curve.done())) + " of " + text_of_amount(std::int64_t(curve.all()), "point", "points");
}

}  // namespace neighborscope::charts
