// What is wrong with a task that only runs find: for `--check`, and for the window in which a lesson is written.
#pragma once
#include "app/lessons/lesson.hpp"

namespace neighborscope::lessons {

/// Input Error with file and line if the task is done before anything is changed, or cannot be judged. `at_first`: the facts of its page.
void check_open(const Lesson&, const Task&, const Facts& at_first);
/// The same if the solution does not fulfil the task. `solved`: the facts of the page with the solution.
void check_solved(const Lesson&, const Task&, const Facts& solved);

}  // namespace neighborscope::lessons
