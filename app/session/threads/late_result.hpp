// A result that arrives after the answer to its request.
#pragma once
#include "app/session/shown/cards.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace neighborscope {

template <class What>
struct LateResult {
    std::uint64_t number = 0;    ///< of the request
    std::shared_ptr<What> what;  ///< null: failed, see `error`; without an error: cancelled
    std::optional<ErrorCard> error;
};

}  // namespace neighborscope
