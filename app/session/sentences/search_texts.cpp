#include "app/session/sentences/search_texts.hpp"

#include "app/data/classify/vote_counter.hpp"
#include "app/data/faces/query_picture.hpp"
#include "app/data/points/data_set.hpp"

#include "app/session/document/session.hpp"
#include "app/session/race/race_track.hpp"
#include "app/session/sentences/exactness_sentence.hpp"
#include "app/session/sentences/explain_search.hpp"
#include "app/session/shown/true_ranks.hpp"
#include "app/session/stepping/narrate.hpp"
#include "app/session/stepping/tree_steps.hpp"

#include <algorithm>
#include <filesystem>
#include <cctype>
#include <cmath>
#include <cstdio>

namespace neighborscope {
namespace {

std::string of_amount(std::int64_t all, const char* one, const char* several) { return " of " + text_of_amount(all, one, several); }

bool median_known(const ViewModel& view) { return view.timings.runs > 0 && !view.timings.previous; }

std::string found_text(const ViewModel& view) {
    if (!view.data.loaded) return "";
    if (view.neighbours.empty()) return view.busy ? "Searching…" : "There is no query yet.";
    const std::int64_t found = std::int64_t(view.neighbours.size());
    const std::string far = text_of_coordinate(view.kth_distance, 1000 * std::max({view.list_extent, std::abs(view.kth_distance), 1e-30}));
    const std::string points = view.data.filter.empty() ? text_of_amount(view.data.count, "point", "points")
                                                        : text_of_amount(view.data.allowed, "allowed point", "allowed points");
    if (view.products)
        return "The " + (found == 1 ? "" : ordinal(found) + " ") + "nearest of " + points + " has the inner product " + far +
               "; larger is nearer.";
    if (view.exactness.approximate)
        return text_of_amount(found, "neighbour", "neighbours") + " of " + points + "; the farthest is " + far + " away.";
    if (found == 1) return "The nearest of " + points + " is " + far + " away.";
    return "The " + ordinal(found) + " nearest of " + points + " is " + far + " away.";
}

/// The person that the query resembles; "" without votes.
std::string likeness_text(const ViewModel& view, const SessionState& session) {
    const Identification who = identify_person(view, session);
    if (who.votes.empty()) return {};
    const bool alike = who.voting == Voting::majority;
    return (who.unknown ? "Unknown, most like " : "Most like ") + who.name() + ": " + who.share_text(0) +
           (alike ? " nearest pictures." : " of the vote weight.");
}

/// The class that the neighbours vote for, with the query's own class if that is another; "" without votes.
std::string vote_text(const ViewModel& view, const SessionState& session) {
    const Classes* const classes = view.classes.classes.get();
    if (!classes || gallery_of(view)) return {};
    VoteCounter counter(session.vote);
    std::int64_t voters = 0;
    for (const NeighbourRow& one : view.neighbours) {
        if (one.file_row == view.query_row || one.row < 0 || one.row >= std::ssize(classes->of_training)) continue;
        counter.add(classes->of_training[std::size_t(one.row)], one.distance);
        ++voters;
    }
    if (voters == 0 || counter.winner() < 0 || counter.winner() >= std::ssize(classes->names)) return {};
    const std::string& name = classes->names[std::size_t(counter.winner())];
    std::string text = "The class is " + name;
    if (session.vote != Voting::majority) text += ", with " + text_of_percent(counter.share(), 0) + " of the vote weight";
    else text += ", by " + text_of_count(counter.class_votes().front().count) + " of " + text_of_amount(voters, "vote", "votes");
    const std::int32_t own = view.classes.of_query;
    if (own >= 0 && own != counter.winner() && own < std::ssize(classes->names))
        text += "; the true class is " + classes->names[std::size_t(own)];
    text += ".";
    const auto is_own = [&](const NeighbourRow& one) { return view.query_row >= 0 && one.file_row == view.query_row; };
    if (std::any_of(view.neighbours.begin(), view.neighbours.end(), is_own))
        text += " One of the " + text_of_count(std::ssize(view.neighbours)) + " neighbours is the query itself, which does not vote.";
    return text;
}

/// The neighbours that the search missed, with the cause and the setting that finds them; "": none.
std::string missed_text(const ViewModel& view) { return explain_missed(view).sentence; }

}  // namespace

StatusTexts status_texts(const ViewModel& view) {
    const StatusLine& status = view.status;
    const std::string none = "\u2013", message = view.sentence();
    const double rate = std::min(status.frames_per_second, 9999.0);  // 0 while nothing is drawn
    char frame[32];
    std::snprintf(frame, sizeof frame, "frame %.1f ms", status.frame_milliseconds);
    return {status.device, "buffer: " + (status.buffer_path.empty() ? none : status.buffer_path),
        "to host " + text_of_bytes(status.bytes_to_host), "search " + search_time_text(view), frame,
        (rate > 0 ? std::to_string(std::lround(rate)) : none) + " fps", message.empty() ? view.data.credit : message,
        view.error ? Tone::error : Tone::second};
}

std::string method_title(const MethodInfo& info) { return std::string(info.name) + " \u2013 " + std::string(info.title); }

std::string method_title(const MethodInfo& info, const ViewModel& view) {
    return std::string(info.name) + " \u2013 " + view.title_of(info);
}

std::vector<PresentedFact> presented_facts(const ViewModel& view, const SessionState& session) {
    const bool searches_file = find_method(session.method).info.supports.own_index && !view.data.name.empty();
    std::vector<PresentedFact> facts{{searches_file ? view.data.name : session.method, ""},
        {"k = " + text_of_count(session.k), session.metric == Metric::euclidean ? "" : ", " + std::string(name(session.metric))}};
    if (view.answers_hidden) return facts;
    const bool filtered = !view.data.filter.empty();
    const std::string points = text_of_count(filtered ? view.data.allowed : view.data.count),
                      words = filtered               ? " of " + text_of_amount(view.data.count, "point", "points") + " allowed"
                              : view.data.count == 1 ? " point"
                                                     : " points";
    if (view.list_has_leaf_visits()) {
        const TreeTotals totals = tree_totals(*view.stepping.record, view.stepping.position);
        facts.push_back({text_of_count(totals.leaves), of_amount(totals.of_leaves, "leaf", "leaves")});
        facts.push_back({text_of_count(totals.distances), of_amount(totals.of_distances, "distance", "distances")});
    } else if (view.tree) {
        facts.push_back({text_of_count(view.tree->leaves), view.tree->leaves == 1 ? " leaf" : " leaves"});
        facts.push_back({points, words});
    } else if (view.data.loaded) {
        facts.push_back({points, words + ", " + text_of_count(view.data.dimension) + "-D"});
    }
    if (!session.timings) return facts;
    const double milliseconds = median_known(view) ? view.timings.total_median : view.status.search_milliseconds;
    facts.push_back({view.neighbours.empty() ? "\u2013" : text_of_milliseconds(milliseconds), " ms", view.busy});
    return facts;
}

double least_milliseconds(const LowerBound& lower_bound, const Timings& at_most) {
    if (!lower_bound.is_complete() || !(at_most.read_bytes_per_second > 0)) return 0;
    const double memory = lower_bound.bytes / at_most.read_bytes_per_second;
    return 1e3 * (at_most.fp32_operations_per_second > 0 ? std::max(memory, lower_bound.operations / at_most.fp32_operations_per_second)
                                                         : memory);
}

bool beats_ceiling(double bytes, double milliseconds, double read_bytes_per_second) {
    constexpr double beyond_caches = 256e6, rounding = 1.05;
    return bytes > beyond_caches && milliseconds > 0 && bytes / milliseconds * 1e3 > rounding * read_bytes_per_second;
}

std::string busy_machine_warning(const Timings& timings) {
    if (!(timings.read_bytes_per_second > 0)) return {};
    for (const TimingRow& row : timings.phases)
        if (row.lower_bound.is_complete() && beats_ceiling(row.lower_bound.bytes, row.median, timings.read_bytes_per_second))
            return "\"" + row.phase + "\" reads faster than " + text_of_bytes(std::uint64_t(timings.read_bytes_per_second)) +
                   " a second, the highest bandwidth measured on this device. The device was busy during that measurement, so the least "
                   "times are too high.";
    if (timings.busy_ceilings)
        return "Other programs keep the machine busy: its memory is now read far more slowly than at its best. The least times are "
               "computed from the best.";
    return {};
}

bool is_only_divided(const TimingRow& row) { return row.inside && row.inside->share == 0 && row.median > 0; }

std::string explain_phase(const TimingRow& row, const Timings& at_most) {
    std::string text = "median " + text_of_milliseconds(row.median) + " ms, p5 – p95 " + text_of_milliseconds(row.p5) + " – " +
                       text_of_milliseconds(row.p95);
    const bool known = row.lower_bound.bytes > 0 && row.lower_bound.is_complete();
    if (known) text += "\nmoves at least " + text_of_bytes(std::uint64_t(row.lower_bound.bytes));
    if (known && row.lower_bound.operations > 0) text += ", " + text_of_count(std::int64_t(row.lower_bound.operations)) + " operations";
    if (known && at_most.read_bytes_per_second > 0) {
        const double least = least_milliseconds(row.lower_bound, at_most);
        text += ": " + text_of_duration(least) + " at " + text_of_bytes(std::uint64_t(at_most.read_bytes_per_second)) + "/s";
        if (row.lower_bound.operations > 0 && at_most.fp32_operations_per_second > 0)
            text += " and " + text_of_decimals(at_most.fp32_operations_per_second / 1e9, 1) + " operations per ns, whichever takes longer";
        if (row.median > 0) text += ", " + text_of_share(least / row.median) + " reached";
    }
    if (const std::string formula = explain_lower_bound(row.lower_bound); !formula.empty()) text += "\nformula: " + formula;
    if (const std::string symbols = explain_symbols(row.lower_bound.formula); !symbols.empty()) text += "\nwith " + symbols;
    if (is_only_divided(row))
        text += std::string("\nIts share of its kernel is ") + not_measured_here +
                ": the time of the kernel is divided equally among its phases.";
    else if (row.inside)
        text += "\n" + text_of_percent(row.inside->share, 0) + " of its kernel, slowest block " +
                text_of_decimals(row.inside->imbalance, 2) + " times the median";
    return text;
}

std::string explain_lower_bound(const LowerBound& lower_bound) {
    const std::string walk = lower_bound.is_complete() ? explain_traversal_cost(lower_bound) : without_traversal_cost;
    return lower_bound.formula + (lower_bound.formula.empty() || walk.empty() ? "" : "; ") + walk;
}

std::string explain_traversal_cost(const LowerBound& lower_bound) {
    std::string explanation;
    if (!lower_bound.is_complete()) return explanation;
    for (const TraversalCost& one : lower_bound.traversal) {
        std::string each = one.bytes > 0 ? text_of_amount(std::int64_t(one.bytes), "byte", "bytes") : "";
        if (one.operations > 0)
            each += (each.empty() ? "" : ", ") + text_of_amount(std::int64_t(one.operations), "operation", "operations");
        std::string what(one.counter);
        if (!one.less.empty()) what += ", without " + std::string(one.less);
        explanation += (explanation.empty() ? "" : "; ") + each + " for each of " + text_of_count(*one.times) + " " + what;
        if (one.bytes * double(*one.times) > one.most_bytes)
            explanation += ", " + text_of_bytes(std::uint64_t(one.most_bytes)) + " of memory, read once and then cached";
    }
    return explanation;
}

std::string explain_symbols(const std::string& formula) {
    constexpr std::pair<std::string_view, std::string_view> symbols[] = {{"n", "n points"}, {"D", "D dimensions"}, {"k", "k neighbours"},
        {"|Q|", "|Q| queries"}, {"m", "m points that fill the lists first"}, {"T", "T threads of a block"},
        {"W", "W warps that work on a query"}, {"B", "B blocks"}};
    const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '|' || c == '_'; };
    const auto stands_in = [&](const std::string& word) {
        for (std::size_t at = formula.find(word), end; at != std::string::npos; at = formula.find(word, at + 1))
            if (end = at + word.size(); (at == 0 || !in_word(formula[at - 1])) && (end == formula.size() || !in_word(formula[end])))
                return true;
        return false;
    };
    std::string explanation;
    for (const auto& [symbol, meaning] : symbols) {
        const std::string word(symbol);
        if (!stands_in(word) || stands_in(word + " =") || stands_in(word + " points") || stands_in(word + " blocks")) continue;
        explanation += (explanation.empty() ? "" : ", ") + std::string(meaning);
    }
    return explanation;
}

TimeUnit TimeUnit::of(double milliseconds) {
    if (milliseconds < 0.1) return {"\u00b5s", 1000, 1};
    return {"ms", 1, milliseconds < 10 ? 3 : milliseconds < 100 ? 2 : 1};
}

std::string TimeUnit::text(double milliseconds) const { return text_of_decimals(milliseconds * factor, decimals); }

std::string window_title(const ViewModel& view, const SessionState& session) {
    const std::string title = !session.title.empty() ? session.title : view.data.loaded ? view.data.name : std::string();
    return title.empty() ? "Neighborscope" : title + " \u2013 Neighborscope";
}

std::string search_time_text(const ViewModel& view) {
    if (view.neighbours.empty() || view.answers_hidden) return "\u2013";
    const double milliseconds = median_known(view) ? view.timings.total_median : view.status.search_milliseconds;
    const TimeUnit unit = TimeUnit::of(milliseconds);
    return unit.text(milliseconds) + "\u202f" + unit.name + (median_known(view) ? ", median" : ", one run");
}

std::string text_of_runs(const Timings& timings) {
    const std::string runs = text_of_amount(timings.runs, "run", "runs");
    return timings.queries > 1 ? runs + " of " + text_of_count(timings.queries) + " queries" : runs;
}

std::string explain_total(const Timings& timings) {
    return "Median of " + text_of_runs(timings) +
           (timings.queries > 1 ? " while the query moves; where it stops it is measured again" : "") +
           ". These runs record only their start and end. Phases are measured in separate runs, " + text_of_count(timings.phase_runs) +
           " so far, which record every phase.";
}

std::string phases_against_total(const Timings& timings) {
    constexpr double alike = 0.02;
    const double phases = sum_of_phases(timings), total = timings.total_median;
    if (timings.previous || !(phases > 0) || !(total > 0) || std::abs(phases - total) <= alike * total) return {};
    return "The phases together take " + text_of_duration(phases) + ", the medians of " +
           text_of_amount(timings.phase_runs, "run that records", "runs that record") + " every phase; the whole search takes " +
           text_of_duration(total) + ", the median of " + text_of_runs(timings) + " without these records.";
}

std::string explain_rest(const Timings& timings) {
    if (timings.overrun())
        return "The machine was busy. Phases and total come from different runs, and the runs that measure phases took longer. Wait for "
               "more runs.";
    const double rest = timings.rest().value_or(0);
    if (timings.large_rest())
        return "The rest, " + text_of_duration(rest) + " or " + text_of_percent(rest / timings.total_median, 0) +
               " of the total, belongs to no phase: " +
               (timings.kernels ? "kernel launches and gaps between phases" : "what the library does between phases") +
               ", or the machine was busy in the runs that measure the total, which are not the runs that measure the phases.";
    return rest < 0 ? "The total minus the phases. Nothing remains, because recording every phase takes extra time in the runs that "
                      "measure phases."
                    : "The total minus the phases: kernel launches and gaps between phases.";
}

std::string tick_text(const Moving& moving) {
    return "tick " + (moving.ticks > 0 ? text_of_part(moving.tick, moving.ticks - 1) : text_of_count(moving.tick));
}

std::string found_by_now(const ViewModel& view) {
    if (!view.stepping.ready) return "";
    const std::vector<std::int64_t>& later = view.stepping.later;
    if (view.exactness.missed.empty()) {
        const auto all = std::int64_t(view.neighbours.size());
        const bool may_miss = view.stepping.may_miss() && !view.exactness.known;
        return text_of_part(std::max<std::int64_t>(0, all - std::int64_t(later.size())), all) +
               (may_miss ? " of the list found" : " neighbours found");
    }
    const std::vector<int> ranks = ranks_of_listed(view.neighbours, view.exactness.missed);
    std::int64_t found = 0;
    for (std::size_t place = 0; place < ranks.size(); ++place)
        found += ranks[place] > 0 && std::find(later.begin(), later.end(), view.neighbours[place].row) == later.end();
    return text_of_part(found, view.exactness.of) + " neighbours found";
}

std::string step_sentence(const Stepping& stepping) {
    return stepping.ready ? stepping.sentence : stepping.recording ? "Recording the search step by step…" : as_sentence(stepping.why_not);
}

std::string presented_sentence(const ViewModel& view, const SessionState& session) {
    const Stepping& stepping = view.stepping;
    if (!stepping.claim.empty() && stepping.ready) return stepping.claim;
    const bool at_end = stepping.ready && stepping.position == stepping.count;
    std::string missed = view.answers_hidden ? std::string() : missed_text(view);
    if (at_end && !missed.empty()) return missed;
    if (stepping.ready || (stepping.open && stepping.recording)) return step_sentence(stepping);
    if (view.answers_hidden) return answer_first;
    const Moving& moving = view.moving;
    if (!moving.playing && !moving.seeking && !moving.seen_rebuilds.empty() && moving.index.starts_with("rebuilt"))
        return explain_index_update(moving, session);
    std::string said = vote_text(view, session);
    const bool classes = !said.empty();
    if (!classes) said = likeness_text(view, session);
    if (!missed.empty() && !stepping.open) return said + (said.empty() ? "" : " ") + missed;
    if (said.empty())
        if (std::string rounding = rounding_text(view); !rounding.empty()) return rounding;
    return said.empty() ? found_text(view) : classes && !session.regions ? said + " " + found_text(view) : said;
}

std::string search_settings_text(const SessionState& session, const ViewModel& view) {
    std::string text = session.method + ", k = " + text_of_count(session.k);
    if (const auto options = session.options.find(session.method); options != session.options.end())
        for (const auto& [option, value] : options->second) text += ", " + option + " = " + value;
    if (session.metric != Metric::euclidean) text += ", " + metric_word(session.metric);
    return text + ", " + text_of_amount(view.data.searched(), "point", "points") + (session.device.empty() ? "" : ", " + session.device);
}

std::string projection_text(const PrincipalPlane& plane, int axes) {
    double share = 0;
    for (int axis = 0; axis < axes; ++axis) share += plane.share[std::size_t(axis)];
    return std::string("components ") + (axes == 3 ? "1, 2, 3: " : "1, 2: ") + text_of_percent(share, 0) + " of the variance";
}

const faces::Gallery* gallery_of(const ViewModel& view) { return view.pictures ? view.pictures->gallery.get() : nullptr; }

bool accepts_query_pictures(const ViewModel& view) {
    const faces::Gallery* gallery = gallery_of(view);
    return gallery && gallery->projects();
}

std::vector<Vote> votes_of(const ViewModel& view, const Quantity& label, Voting voting) {
    VoteCounter vote_counter(voting);
    std::vector<std::string> met;
    for (const NeighbourRow& neighbour : view.neighbours) {
        if (neighbour.file_row == view.query_row) continue;  // the query's own row
        const std::string who = label.text(neighbour.row);
        const auto found = std::find(met.begin(), met.end(), who);
        const auto place = std::int32_t(found - met.begin());
        if (found == met.end()) met.push_back(who);
        vote_counter.add(place, neighbour.distance);
    }
    std::vector<Vote> votes;
    for (const VoteCounter::ClassVotes& one : vote_counter.class_votes())
        votes.push_back({met[std::size_t(one.of)], one.count, one.weight});
    return votes;
}

std::optional<double> face_space_of_query(const ViewModel& view) {
    if (!accepts_query_pictures(view)) return std::nullopt;
    if (const faces::QueryPicture* asked = external_query_picture(view)) return asked->face_space;
    const std::vector<float>& all = gallery_of(view)->face_space;
    const std::int64_t row = view.query_row >= 0 ? view.pictures->row_of_file_row(view.query_row) : -1;
    if (row < 0 || row >= std::int64_t(all.size())) return std::nullopt;
    return double(all[std::size_t(row)]);
}

double unknown_limit(const faces::Gallery& gallery, const SessionState& session) {
    if (session.unknown_above) return *session.unknown_above;
    std::vector<float> sorted = gallery.face_space;
    if (sorted.empty()) return 0;
    const auto at = sorted.begin() + std::ptrdiff_t((sorted.size() - 1) * 99 / 100);
    std::nth_element(sorted.begin(), at, sorted.end());
    return double(*at);
}

Identification identify_person(const ViewModel& view, const SessionState& session) {
    Identification who;
    who.voting = session.vote;
    const faces::Gallery* const gallery = gallery_of(view);
    const Quantity* const people = gallery ? view.pictures->label() : nullptr;
    if (!people) return who;
    who.votes = votes_of(view, *people, session.vote);
    for (const Vote& vote : who.votes) who.voters += vote.count;
    const std::optional<double> distance = face_space_of_query(view);
    who.unknown = distance && *distance > unknown_limit(*gallery, session);
    return who;
}

std::string Vote::name() const { return who.empty() ? "unknown person" : who; }

std::string Identification::name() const { return votes.empty() ? "" : votes.front().name(); }

std::string Identification::text() const { return (unknown ? "Unknown, most like " : "") + name(); }

double Identification::part(std::size_t vote) const {
    double all = 0;
    for (const Vote& one : votes) all += one.weight;
    return all > 0 ? votes[vote].weight / all : 0;
}

std::string Identification::share_text(std::size_t vote) const {
    return voting == Voting::majority ? text_of_part(votes[vote].count, voters) : text_of_percent(part(vote), 0);
}

const faces::QueryPicture* external_query_picture(const ViewModel& view) {
    return view.query_picture && view.query_picture->vector == view.query ? view.query_picture.get() : nullptr;
}

std::vector<PreparationTime> preparation_times(const ViewModel& view) {
    std::vector<PreparationTime> times;
    if (const BuildTimes& build = view.timings.build; build.first > 0)
        times.push_back({"build", build.milliseconds(), explain_build(build)});
    if (const faces::QueryPicture* asked = external_query_picture(view)) {
        if (asked->decode_milliseconds > 0) times.push_back({"decode", asked->decode_milliseconds});
        times.push_back({"project", asked->project_milliseconds});
    }
    return times;
}

std::string explain_build(const BuildTimes& build) {
    return build.again.empty() ? "first build, measured once" : "warm build; the first took " + text_of_duration(build.first);
}

std::shared_ptr<const GreyPicture> query_picture(const ViewModel& view) {
    if (!view.pictures) return nullptr;
    if (const faces::QueryPicture* asked = external_query_picture(view)) return asked->picture;
    const std::int64_t row = view.query_row >= 0 ? view.pictures->row_of_file_row(view.query_row) : -1;
    return row >= 0 ? picture_of(*view.pictures, row) : picture_of(*view.pictures, view.query);
}

std::string query_name(const ViewModel& view) {
    if (const faces::QueryPicture* asked = external_query_picture(view)) return std::filesystem::path(asked->file).filename().string();
    const Quantity* names = view.pictures ? view.pictures->naming() : nullptr;
    const std::int64_t row = view.query_row >= 0 && names ? view.pictures->row_of_file_row(view.query_row) : -1;
    return row >= 0 ? names->card_text(row) : std::string();
}

std::string query_place(const ViewModel& view) {
    if (view.query_row >= 0) return "row " + text_of_count(view.query_row);
    return external_query_picture(view) ? "of a file" : "no row";
}

}  // namespace neighborscope
