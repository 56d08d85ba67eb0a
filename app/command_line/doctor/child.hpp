// A question that may crash, asked in a child process.
#pragma once
#include <functional>
#include <string>

namespace neighborscope::shell::doctor {

struct Answer {
    std::string text;     ///< what the function returned
    std::string trouble;  ///< why there is no text: an Error in one line, a crash, or no answer in time; "" when there is one
    std::string mend;     ///< the remedy of that Error
};

/// Runs `function` in a copy of this process and returns what it returned. Call it before this process has threads.
Answer ask_in_child(const std::function<std::string()>& function, int seconds = 20);

}  // namespace neighborscope::shell::doctor
