// How tests wait for what has to come: until(condition). No test has a loop of its own that sleeps.
#pragma once
#include <chrono>
#include <concepts>
#include <thread>

namespace neighborscope {

/// Only what never comes uses it up: other work may have the processors, so it is long.
inline constexpr std::chrono::minutes patience{5};
/// What may be lost on the way, as a key that a person presses, is tried again after it.
inline constexpr std::chrono::seconds one_try{60};
/// What must not come is looked for as long.
inline constexpr std::chrono::milliseconds a_while{200};

inline void nap() { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }

/// Looks again after each `rest` until `condition` holds. False: it did not within `limit`.
template <std::predicate Condition, std::invocable Rest = void (*)()>
bool until(Condition&& condition, std::chrono::milliseconds limit = patience, Rest&& rest = nap) {
    for (const auto end = std::chrono::steady_clock::now() + limit; !condition(); rest())
        if (std::chrono::steady_clock::now() > end) return false;
    return true;
}

/// The same with a workbench, which takes what its workers have found before each look.
template <class Workbench, std::predicate Condition, class... Further>
requires requires(Workbench& one) { one.poll(); }
bool until(Workbench& workbench, Condition&& condition, Further&&... further) {
    return until([&] { return workbench.poll(), bool(condition()); }, std::forward<Further>(further)...);
}

}  // namespace neighborscope
