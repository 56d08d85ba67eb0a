// Texts about the search shown, for windows, panels and the presentation mode: facts, times, the query, the person.
#pragma once
#include "app/session/shown/view_model.hpp"
#include "app/session/text/tone.hpp"

#include <string>
#include <vector>

namespace neighborscope {

struct GreyPicture;  // app/data/points/row_picture.hpp
struct SessionState;

/// The long title of a method, where there is room: "ppk \u2013 One point per kernel".
std::string method_title(const MethodInfo&);
std::string method_title(const MethodInfo&, const ViewModel&);  ///< with the name of the index that `own` searches

/// A number (or name) that is shown large, and its unit or noun.
struct PresentedFact {
    std::string number, of;
    bool old = false;  ///< it is of the previous search
};
/// Method, k, leaves visited of all, distances computed of all, milliseconds. Without a recording, the numbers of leaves and points
/// instead; without a tree, only the number of points.
std::vector<PresentedFact> presented_facts(const ViewModel&, const SessionState&);

/// The gallery of faces, if the data are one; else null.
const faces::Gallery* gallery_of(const ViewModel&);
/// Whether the data are a gallery that accepts a picture as query.
bool accepts_query_pictures(const ViewModel&);
/// The picture from a file or a camera that is the query; null: the query is no such picture.
const faces::QueryPicture* external_query_picture(const ViewModel&);
/// A step before a search that is not part of its total: "build", "decode", "project". Only those that occurred.
struct PreparationTime {
    std::string name;
    double milliseconds = 0;
    std::string explanation = {};  ///< of a build: explain_build
};
std::vector<PreparationTime> preparation_times(const ViewModel&);
/// Says how the time of a build was measured: "warm build; the first took 48.2 ms", "first build, measured once".
std::string explain_build(const BuildTimes&);
/// The votes of the neighbours for one person.
struct Vote {
    std::string who;
    int count = 0;
    double weight = 0;
    std::string name() const;  ///< "unknown person" if the gallery has no name
};
/// Counts votes by the label of each neighbour except the query's own row; most votes first.
std::vector<Vote> votes_of(const ViewModel&, const Quantity& label, Voting);

/// Distance of the query's picture to face space; none if it is not known yet, or the data are no gallery with eigenfaces.
std::optional<double> face_space_of_query(const ViewModel&);
/// The limit of that distance for unknown faces: the document's, else the 99th percentile of the gallery's own pictures.
double unknown_limit(const faces::Gallery&, const SessionState&);
/// The person on the query's picture, by the votes and the document's limit for unknown faces.
struct Identification {
    std::vector<Vote> votes;  ///< per person; empty: there are no votes
    bool unknown = false;     ///< the picture is farther from face space than the limit
    int voters = 0;
    std::string name() const;                        ///< of the first vote
    std::string text() const;                        ///< "bob", "Unknown, most like bob"
    std::string share_text(std::size_t vote) const;  ///< "2 of 3" if votes have equal weights, else the share of all weight: "62 %"
    double part(std::size_t vote) const;             ///< share of all weight
    Voting voting = Voting::majority;
};
Identification identify_person(const ViewModel&, const SessionState&);

/// The settings of the search, as text: "heap, k = 16, threads = 128, 1 707 points, host".
std::string search_settings_text(const SessionState&, const ViewModel&);

/// The picture of the query: of a file, of its row, or its reconstruction from eigenfaces; null if rows have no pictures.
std::shared_ptr<const GreyPicture> query_picture(const ViewModel&);
/// The name of the query: of a file, or "person 7", else "". Its place: "row 12".
std::string query_name(const ViewModel&);
std::string query_place(const ViewModel&);

/// The unit of a group of times that are shown together, with one precision: microseconds under 0.1 ms, else milliseconds.
struct TimeUnit {
    const char* name;
    double factor;  ///< times milliseconds
    int decimals;
    std::string text(double milliseconds) const;
    static TimeUnit of(double milliseconds);
};
/// Time of a search: the median of its runs, or of the newest run until others are measured: "0.166 ms, median", "0.412 ms, one run",
/// "\u2013".
/// The title of the window: that of the document, else the name of the data.
std::string window_title(const ViewModel&, const SessionState&);
std::string search_time_text(const ViewModel&);

/// "components 1, 2: 31 % of the variance".
std::string projection_text(const PrincipalPlane&, int axes);

/// Tooltip of a phase, a line each: median and percentiles, lower bound of bytes and, with peak rates, the share of the lower bound of its
/// time; and the symbols of the formula.
std::string explain_phase(const TimingRow&, const Timings& ceilings);
/// The phase is a part of a kernel whose blocks gave no time stamps: its time is an equal share of the kernel's, and no measurement.
bool is_only_divided(const TimingRow&);
inline constexpr const char* not_measured_here = "not measured on this device";
/// Lower bound of a phase's time in milliseconds, at these peak rates: the maximum for memory and (if known) arithmetic. 0: not known.
double least_milliseconds(const LowerBound&, const Timings& ceilings);
/// A warning that the machine was busy when its peak rates were measured, or is busy now; "": none.
std::string busy_machine_warning(const Timings&);
/// Whether more bytes than caches hold were read faster than the peak rate: it was then measured on a busy machine.
bool beats_ceiling(double bytes, double milliseconds, double read_bytes_per_second);
/// The formula of the lower bound of bytes and operations, with the cost of traversing the index, or without_traversal_cost.
std::string explain_lower_bound(const LowerBound&);
/// The cost of traversing the index; "" if there is no index, or it is not counted.
std::string explain_traversal_cost(const LowerBound&);
inline constexpr const char* without_traversal_cost = "without the index walk";  ///< not counted yet
/// The meaning of the symbols in a formula: "n points, D dimensions, |Q| queries".
std::string explain_symbols(const std::string& formula);
/// Explains how total and phases are measured, and why they differ.
std::string explain_total(const Timings&);
std::string text_of_runs(const Timings&);  ///< "9 runs"; while the query moves "9 runs of 4 queries"
std::string explain_rest(const Timings&);
/// Why phases and total do not add up, with both numbers; "": they do.
std::string phases_against_total(const Timings&);

/// "9 of 16 neighbours found" at the present step; "": no search is stepped through.
std::string found_by_now(const ViewModel&);
/// Describes the present step, or says why there is none.
std::string step_sentence(const Stepping&);

std::string tick_text(const Moving&);  ///< "tick 12 of 29", "tick 12": how often the points have moved, as for --tick

/// The sentence of the present step; at the end of a tree search, why no other point is nearer. Without stepping, the result.
std::string presented_sentence(const ViewModel&, const SessionState&);

/// The parts of a window's status line, from the left.
/// In place of results while ViewModel::answers_hidden.
inline constexpr const char* answer_first = "Answer the prediction first.";

struct StatusTexts {
    std::string device;  ///< with the reason if no CUDA device is used
    std::string buffer, to_host, search, frame, rate;
    std::string message;  ///< the last message, else the credit of the data
    Tone tone = Tone::second;
};
StatusTexts status_texts(const ViewModel&);

}  // namespace neighborscope
