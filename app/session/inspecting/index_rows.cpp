#include "app/session/inspecting/index_rows.hpp"

#include "app/session/text/numbers.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

template <class Has>
std::vector<std::int64_t> rows_that(std::int64_t count, Has has) {
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < count; ++row)
        if (has(row)) rows.push_back(row);
    return rows;
}

std::vector<std::int64_t> rows_of_lists(const stored::StoredIndex& index, const IndexRows& wanted) {
    std::vector<std::int64_t> rows;
    const std::vector<stored::StoredList>& lists = index.lists->lists;
    for (std::size_t list = 0; list < lists.size(); ++list)
        if (lists[list].count >= wanted.from && lists[list].count <= wanted.to)
            for (std::int64_t entry = 0; entry < lists[list].count; ++entry) rows.push_back(index.lists->row_of(list, entry));
    std::sort(rows.begin(), rows.end());
    return rows;
}

std::string range_text(const IndexRows& rows) {
    return rows.from == rows.to ? text_of_count(rows.from) : text_of_count(rows.from) + " to " + text_of_count(rows.to);
}

}  // namespace

std::vector<std::int64_t> rows_of(const inspect::Inspection& inspection, const IndexRows& wanted) {
    using Kind = IndexRows::Kind;
    const stored::StoredIndex& index = *inspection.index;
    const auto widened = [](const std::vector<std::int32_t>& rows) { return std::vector<std::int64_t>(rows.begin(), rows.end()); };
    const auto within = [&](std::int64_t value) { return value >= wanted.from && value <= wanted.to; };
    switch (wanted.kind) {
        case Kind::none: return {};
        case Kind::row: return {wanted.from};
        case Kind::repeated: return widened(inspection.vectors.repeated_rows);
        case Kind::deleted: return rows_that(index.rows, [&](std::int64_t row) { return index.is_deleted(row); });
        case Kind::list: return index.lists ? rows_of_lists(index, wanted) : std::vector<std::int64_t>();
        case Kind::missed: {
            std::vector<std::int64_t> rows;
            if (inspection.ledger)
                for (const inspect::Loss& loss : inspection.ledger->losses)
                    if (std::int64_t(loss.cause) == wanted.from) rows.push_back(loss.row);
            std::sort(rows.begin(), rows.end());
            rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
            return rows;
        }
        default: break;
    }
    if (!inspection.graph) return {};
    const inspect::GraphHealth& graph = *inspection.graph;
    switch (wanted.kind) {
        case Kind::unreachable: return widened(graph.unreachable);
        case Kind::apart: return widened(graph.apart);
        case Kind::in_degree: return rows_that(index.rows, [&](std::int64_t row) { return within(graph.in_degree[std::size_t(row)]); });
        case Kind::out_degree: return rows_that(index.rows, [&](std::int64_t row) { return within(index.links->of(row, 0).count()); });
        case Kind::level: return rows_that(index.rows, [&](std::int64_t row) { return index.links->level(row) >= wanted.from; });
        default: return {};
    }
}

std::string title_of(const IndexRows& rows) {
    switch (rows.kind) {
        case IndexRows::Kind::none: return {};
        case IndexRows::Kind::unreachable: return "rows that cannot be reached";
        case IndexRows::Kind::in_degree:
            if (rows.from == 0 && rows.to == 0) return "rows that nothing links to";
            return "rows that " + range_text(rows) + (rows.to == 1 ? " link leads to" : " links lead to");
        case IndexRows::Kind::out_degree: return "rows with " + range_text(rows) + (rows.to == 1 ? " link" : " links");
        case IndexRows::Kind::level: return "rows at level " + text_of_count(rows.from);
        case IndexRows::Kind::apart: return "rows outside the largest component";
        case IndexRows::Kind::repeated: return "rows equal to a row before";
        case IndexRows::Kind::deleted: return "deleted rows";
        case IndexRows::Kind::list: return "rows in lists of " + range_text(rows);
        case IndexRows::Kind::missed: return "rows missed: " + std::string(inspect::name(inspect::Cause(rows.from)));
        case IndexRows::Kind::row: return "row " + text_of_count(rows.from);
    }
    return {};
}

}  // namespace neighborscope
