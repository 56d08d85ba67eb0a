#include "app/lessons/check_task.hpp"

namespace neighborscope::lessons {

void check_open(const Lesson& lesson, const Task& task, const Facts& at_first) {
    bool done = true;
    for (const Condition& condition : task.until) try {
            done = find_fact(at_first, condition.fact) && is_fulfilled(condition, at_first) && done;
        } catch (const Error& why) { throw error_at(lesson.file, condition.line, why.what(), why.remedy); }
    if (done)
        throw error_at(lesson.file, task.until.front().line, "this task is done before anything is changed",
            "ask for something that the page does not show yet");
}

void check_solved(const Lesson& lesson, const Task& task, const Facts& solved) {
    for (const Condition& condition : task.until) try {
            if (is_fulfilled(condition, solved)) continue;
            throw Error(Failure::input,
                "with the solution " + condition.fact + " is " + fact_named(solved, condition.fact).text + ", and the task wants " +
                    condition.relation + " " + condition.wanted,
                "correct the solution or the condition");
        } catch (const Error& why) { throw error_at(lesson.file, condition.line, why.what(), why.remedy); }
}

}  // namespace neighborscope::lessons
