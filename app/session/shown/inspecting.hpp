// The health of an index of another library, and rows selected by it, as windows show them.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace neighborscope {

namespace inspect {
struct Inspection;  // app/inspect/inspection.hpp
}

/// A group of rows of an index.
struct IndexRows {
    enum class Kind {
        none,
        unreachable,
        in_degree,   ///< `from` to `to` links lead to them
        out_degree,  ///< they have `from` to `to` links at level 0
        level,       ///< `from` is their greatest level or a lower one
        apart,       ///< outside of the largest component
        repeated,    ///< their vector is that of a row before
        deleted,
        list,    ///< of the inverted lists with `from` to `to` rows
        missed,  ///< true neighbours that the sampled queries missed, for the cause `from` (inspect::Cause)
        row      ///< the row `from`
    };
    Kind kind = Kind::none;
    std::int64_t from = 0, to = 0;
    bool operator==(const IndexRows&) const = default;
};

struct Inspecting {
    bool possible = false;  ///< the data are an index of another library
    bool open = false;      ///< its panels are shown
    bool running = false;
    bool automatic = false;                                 ///< nobody asked for what is running
    std::string progress;                                   ///< "Looking at links: 40 %"; "": nothing runs
    std::string why_no_recall;                              ///< why recall cannot be measured; "": it can
    std::string sampled;                                    ///< of which queries the recall is: "100 stored vectors"
    std::shared_ptr<const inspect::Inspection> inspection;  ///< null: not computed
    IndexRows selection;
    std::string selected_title;                                 ///< "rows that cannot be reached"
    std::shared_ptr<const std::vector<std::int64_t>> selected;  ///< ascending rows; null: none
    std::int64_t place = -1;                                    ///< of the query's row among them; -1: it is none of them
    std::uint64_t generation = 0;                               ///< grows when the selection changes
    static constexpr std::size_t most_ringed = 3000;            ///< of more rows, an even sample is ringed in the view
};

}  // namespace neighborscope
