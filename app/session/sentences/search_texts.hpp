// Texts of windows, panels and a projector about the search shown: facts, times, the query, the person. Only what is known.
#pragma once
#include "app/session/shown/view_model.hpp"
#include "app/session/text/tone.hpp"

#include <string>
#include <vector>

namespace neighborscope {

struct GreyPicture;  // app/data/points/row_picture.hpp
struct SessionState;

/// The name of a method if there is room: "ppk \u2013 One point per kernel". Elsewhere its name stands alone.
std::string method_title(const MethodInfo&);

/// A number (or name) in large type, and its unit or noun.
struct PresentedFact {
    std::string number, of;
    bool old = false;  ///< of the previous search
};
/// Method, k, leaves visited of all, distances computed of all, milliseconds. As long as no record says which leaves are visited, how many
/// leaves and points there are; of methods without a tree how many points.
std::vector<PresentedFact> presented_facts(const ViewModel&, const SessionState&);

/// The gallery of faces that the data are, or null.
const faces::Gallery* gallery_of(const ViewModel&);
/// Whether they are one that a picture can be asked of.
bool accepts_query_pictures(const ViewModel&);
/// The picture of a file or a camera that is the query; null when it is none.
const faces::QueryPicture* external_query_picture(const ViewModel&);
/// The steps before a search, not part of its total: "build", "decode", "project"; only those that occurred.
struct PreparationTime {
    std::string name;
    double milliseconds = 0;
    std::string explanation = {};  ///< of a build: explain_build
};
std::vector<PreparationTime> preparation_times(const ViewModel&);
/// How the time of a build was measured: "warm build; the first took 48.2 ms", "first build, measured once".
std::string explain_build(const BuildTimes&);
/// The people of the neighbours, most votes first.
struct Vote {
    std::string who;
    int count = 0;
    double weight = 0;
    std::string name() const;  ///< "unknown person" of those that the gallery does not name
};
/// By the label of each neighbour but the query's own row.
std::vector<Vote> votes_of(const ViewModel&, const Quantity& label, Voting);

/// Distance to face space of the query's picture; none before it is known, and of data that are no gallery with eigenfaces.
std::optional<double> face_space_of_query(const ViewModel&);
/// Beyond which the document has a picture count as unknown: what it says, else where 99 of 100 pictures of the gallery are nearer.
double unknown_limit(const faces::Gallery&, const SessionState&);
/// Whom the query shows, as panels, projector and visitors are told: by the votes as the document has them, and by its limit.
struct Identification {
    std::vector<Vote> votes;  ///< per person; empty: there are no votes
    bool unknown = false;     ///< the picture is farther from face space than the limit
    int voters = 0;
    std::string name() const;                        ///< of the first
    std::string text() const;                        ///< "bob", "Unknown, most like bob"
    std::string share_text(std::size_t vote) const;  ///< "2 of 3" of votes that count alike, else the part of all weight: "62 %"
    double part(std::size_t vote) const;             ///< of all weight
    Voting voting = Voting::majority;
};
Identification identify_person(const ViewModel&, const SessionState&);

/// The settings of the search, as text: "heap, k = 16, threads = 128, 1 707 points, host".
std::string search_settings_text(const SessionState&, const ViewModel&);

/// The query as a picture: of a file, of its row, or what a gallery's eigenfaces make of it; null where rows have none.
std::shared_ptr<const GreyPicture> query_picture(const ViewModel&);
/// What it is called: a file's name, or "person 7", else ""; and where it is: "row 12".
std::string query_name(const ViewModel&);
std::string query_place(const ViewModel&);

/// Microseconds under 0.1 ms, with one precision for all numbers shown together.
struct TimeUnit {
    const char* name;
    double factor;  ///< of milliseconds
    int decimals;
    std::string text(double milliseconds) const;
    static TimeUnit of(double milliseconds);
};
/// How long a search takes: the median of its runs as over the timings, or of the newest run alone until others are measured.
/// "0.166 ms, median", "0.412 ms, one run", "\u2013".
std::string search_time_text(const ViewModel&);

/// "components 1, 2: 31 % of the variance".
std::string projection_text(const PrincipalPlane&, int axes);

/// Median and spread of a phase, the least bytes it must move and, with the peak rates, the share of the least time: one line each, and
/// the symbols of the formula.
std::string explain_phase(const TimingRow&, const Timings& ceilings);
/// Least time of a phase in milliseconds, at these peak rates: the larger of memory and (if known) arithmetic. 0: not known.
double least_milliseconds(const LowerBound&, const Timings& ceilings);
/// A warning about least times: the machine was busy when its peak rates were measured, or is busy now; "": none.
std::string busy_machine_warning(const Timings&);
/// Whether so many bytes, more than caches hold, came faster than memory can be read: then its ceiling was measured on a busy machine.
bool beats_ceiling(double bytes, double milliseconds, double read_bytes_per_second);
/// The formula of the least bytes and operations, with the walk through an index in words and numbers, or without_traversal_cost.
std::string explain_lower_bound(const LowerBound&);
/// The latter alone; "" where there is none, or it is not counted.
std::string explain_traversal_cost(const LowerBound&);
inline constexpr const char* without_traversal_cost = "without the index walk";  ///< it is not counted yet
/// The meaning of the symbols of a formula: "n points, D dimensions, |Q| queries".
std::string explain_symbols(const std::string& formula);
/// How total and phases are measured, and why they differ.
std::string explain_total(const Timings&);
std::string text_of_runs(const Timings&);  ///< "9 runs"; while the query moves "9 runs of 4 queries"
std::string explain_rest(const Timings&);

/// "9 of 16 neighbours found", by the present step; "" when no search is stepped through.
std::string found_by_now(const ViewModel&);
/// What happened at the present step, or why there is nothing to tell.
std::string step_sentence(const Stepping&);

std::string tick_text(const Moving&);  ///< "tick 12 of 30", "tick 12": from 1, as people count

/// The present step's sentence, at the end of a search through a tree why nothing else is nearer; not stepped through, what was found.
std::string presented_sentence(const ViewModel&, const SessionState&);

/// The parts of the status line of a window, from the left.
struct StatusTexts {
    std::string device;  ///< with the reason why a CUDA device is not used
    std::string buffer, to_host, search, frame, rate;
    std::string message;  ///< what happened last, else whose data these are
    Tone tone = Tone::second;
};
StatusTexts status_texts(const ViewModel&);

}  // namespace neighborscope
