// The document that a page shows, made from its lines by the table of session fields.
#pragma once
#include "app/lessons/lesson.hpp"
#include "app/session/document/session.hpp"
#include "app/session/shown/moving.hpp"
#include "app/session/shown/stepping.hpp"

#include <span>
#include <string>
#include <vector>

namespace neighborscope::lessons {

/// Changes the document by lines of a page. Keys are those of session files (session_fields.hpp), and
///   session: view.json      a saved session, which the other lines change
///   query: row 17           a row of the data; else coordinates
///   step: 40                also opens the stepping
///   show: regions, no links switches these fields on and off
///   set.NAME: value         an option of the method
/// `tick` is only checked here: tick_of.
/// Files are relative to the lesson. Input Error with file and line for unknown keys, values, methods and options.
void apply(SessionState&, std::span<const Setting>, const std::string& lesson_file);

/// The document of a page. Input Error also if it has no data.
SessionState session_of(const Page&, const std::string& lesson_file);

/// Switches off what a search has marked in the picture: for a page that waits for its prediction.
void leave_out_answers(SessionState&);
/// The tick of such a page: its own would tell what an index does there.
constexpr std::int64_t waiting_tick(std::int64_t tick) { return tick > 0 ? tick - 1 : 0; }

/// Input Error for the first line of a page, or of a task's solution, that no page can have.
void check_settings(const Lesson&);

/// How often the points of a page have moved: its line `tick`, else 0. A later line counts. The points move tick by tick, and each tick is
/// searched, since what an index does at a tick depends on the ticks before it.
std::int64_t tick_of(std::span<const Setting>);
/// Input Error if the points do not move, or if their ticks end before this one.
void check_tick(std::int64_t tick, const Moving&);

/// Input Error if the search has fewer steps than this position of a page.
void check_step(std::int64_t step, const Stepping&);

/// The line that sets this key, else that of the page.
std::size_t line_of(const Page&, std::string_view key);
/// The error of a page's run as the one who writes the lesson needs it: with the line of the page whose key or value the cause names, else
/// of its data; with the session's file and line where the data come from there.
Error error_of_run(const Page&, const std::string& lesson_file, const Error&);

/// The files beside the lesson that it reads: the sessions of its pages and solutions, and the pictures of its texts.
std::vector<std::string> files_of(const Lesson&);

}  // namespace neighborscope::lessons
