// What is found of a question after its answer.
#pragma once
#include "app/session/shown/cards.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace neighborscope {

template <class What>
struct LateResult {
    std::uint64_t number = 0;    ///< of the question
    std::shared_ptr<What> what;  ///< null: it is not known, see `error`; without one it was cancelled
    std::optional<ErrorCard> error;
};

}  // namespace neighborscope
