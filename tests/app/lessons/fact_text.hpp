// The text of a fact, for tests.
#pragma once
#include "app/lessons/facts.hpp"

namespace neighborscope::lessons {

/// "" if there is no such fact.
inline std::string text_of(const Facts& facts, const char* name) {
    const Fact* fact = find_fact(facts, name);
    return fact ? fact->text : "";
}

}  // namespace neighborscope::lessons
