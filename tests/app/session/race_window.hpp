// A workbench with compared methods, for tests.
#pragma once
#include "app/session/race/race_track.hpp"
#include "app/session/workbench/race_controls.hpp"
#include "small_window.hpp"

#include <algorithm>

namespace neighborscope {

struct RaceWindow : Window {
    explicit RaceWindow(
        const std::vector<std::string>& compared, const std::string& method = "heap", const std::string& data = "hotspots:n=400", int k = 8)
        : Window([&] {
              SessionState state = host_session(data, method, k);
              state.compared = compared;
              return state;
          }()) {}
    const Racing& race() const { return workbench.view().race; }
    const Racing::Entry& one(std::size_t contender) const { return race().contenders.at(contender); }
    const ShownSearch& other_contender(std::size_t contender) { return *workbench.race().other_contenders().at(contender - 1); }
    /// Whether all contenders have answered the present request or are refused.
    bool answered() {
        return until([this] {
            if (workbench.busy() || race().contenders.size() != workbench.session().compared.size() + 1) return false;
            for (const ShownSearch* other : workbench.race().other_contenders())
                if (!other->view().error && (other->view().neighbours.empty() || other->view().query != workbench.view().query))
                    return false;
            return !workbench.view().neighbours.empty() || workbench.view().error;
        });
    }
    /// Whether all are measured as a whole and in phases. An interval of their ratio would need more runs than a busy machine has time for.
    bool measured() {
        return answered() && until([this] {
            if (workbench.view().timings.phases.empty() || workbench.view().timings.previous) return false;
            for (std::size_t i = 1; i < race().contenders.size(); ++i)
                if (one(i).refusal.empty() && (!one(i).ratio || one(i).previous || other_contender(i).view().timings.phases.empty()))
                    return false;
            return true;
        });
    }
    bool ready() {
        return until([this] { return race().ready && !workbench.busy(); });
    }
    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const Racing::Entry& one : race().contenders) names.push_back(one.name);
        return names;
    }
};

}  // namespace neighborscope
