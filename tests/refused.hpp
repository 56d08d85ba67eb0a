// What is refused, and with which words.
#pragma once
#include "gpu/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace neighborscope::test {

/// The one line of the Error of that kind which `work` must throw.
template <class Work>
std::string refused(Failure kind, Work work) {
    try {
        work();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, kind) << error.one_line();
        return error.one_line();
    }
    ADD_FAILURE() << "accepted";
    return {};
}

/// The Error that `work` must throw.
template <class Work>
Error error_of(Work work) {
    try {
        work();
    } catch (const Error& error) { return error; }
    ADD_FAILURE() << "accepted";
    return {Failure::usage, "accepted"};
}

}  // namespace neighborscope::test
