// The result of `faces` as text, as JSON and as a table.
#pragma once
#include "app/command_line/json_parts.hpp"
#include "app/data/faces/evaluate.hpp"

#include <optional>

namespace neighborscope::shell {

/// The people whom a picture resembles.
struct FacesAnswer {
    struct Near {
        std::int64_t picture = 0;
        double distance = 0;
    };
    std::vector<Near> nearest;  ///< ascending
    std::int32_t person = -1;   ///< the person of most of them
    std::int64_t votes = 0;
    double face_space = 0;  ///< distance to face space
};

struct FacesReport {
    std::string source;
    faces::Gallery gallery;
    std::optional<FacesAnswer> answer;
    std::optional<faces::Evaluation> evaluation;
    bool without_tested = false, whitened = false;
};

std::string text_of(const FacesReport&, const std::string& query);
Json json_of(const FacesReport&);

}  // namespace neighborscope::shell
