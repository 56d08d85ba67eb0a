// Describes panels from made-up view models, without a window.
#pragma once
#include "app/panels/panel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope::panels {

struct Described : ::testing::Test {
    static SessionState host_session() {
        SessionState state;
        state.data = "hotspots:n=300";
        state.device = "host";
        return state;
    }
    Described() : workbench(host_session(), [] {}), session(host_session()) { add_standard_commands(commands, workbench, {}); }

    Panel panel(const std::string& id, bool wide = false) {
        for (const PanelInfo& info : all_panels())
            if (info.id == id) return info.describe({workbench, commands, state, view, session, wide});
        ADD_FAILURE() << "no panel " << id;
        return {};
    }
    template <class What>
    static const What* row(const Panel& panel, const std::string& id) {
        for (const Row& one : panel.rows)
            if (one.id == id) return std::get_if<What>(&one.what);
        return nullptr;
    }
    template <class What>
    What only(const std::string& panel_id, const std::string& id) {
        const Panel described = panel(panel_id);
        const What* found = row<What>(described, id);
        EXPECT_TRUE(found) << id;
        return found ? *found : What{};
    }
    static std::string cell(const Table& table, std::int64_t row, int column) { return table.cell(row, column).text; }

    Workbench workbench;
    Commands commands;
    PanelState state;
    ViewModel view;        ///< made up: used instead of the workbench's
    SessionState session;  ///< the same
};

inline std::vector<NeighbourRow> rows_of(const std::vector<std::pair<int, double>>& index_and_distance) {
    std::vector<NeighbourRow> rows;
    for (const auto& [index, distance] : index_and_distance) {
        NeighbourRow row;
        row.rank = int(rows.size()) + 1;
        row.row = row.file_row = index;
        row.distance = distance;
        rows.push_back(row);
    }
    return rows;
}

}  // namespace neighborscope::panels
