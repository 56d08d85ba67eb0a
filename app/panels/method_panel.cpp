// The methods by group, with the reason for each refused one; facts about the chosen one; its options.
#include "app/panels/warp_writes_chart.hpp"
#include "app/session/sentences/explain_search.hpp"

#include <algorithm>
#include <iterator>

namespace neighborscope::panels {

Panel method_panel(const Context& context) {
    const SessionState& session = context.session;
    Panel panel{"method", "Method", session.method, {}, {}};
    Choice methods;
    methods.look = Choice::Look::list;
    const MethodEntry* chosen = nullptr;
    for (const MethodEntry& entry : context.view.methods) {
        const MethodInfo& info = entry.method->info;
        if (info.name == session.method) chosen = &entry, methods.chosen = int(methods.items.size());
        methods.items.push_back({std::string(info.name), method_title(info, context.view) + "\n" + std::string(info.help),
            std::string(info.group), entry.refusal});
    }
    methods.find = "Find a method";
    methods.change = [&workbench = context.workbench, items = methods.items](
                         int at) { workbench.change([&](SessionState& state) { state.method = items[std::size_t(at)].text; }); };
    auto& rows = panel.rows;
    rows.push_back({"method.list", "Methods", {}, std::move(methods)});
    if (!chosen) {
        if (!context.view.methods.empty())
            rows.push_back({"method.unknown", {}, {}, Text{"There is no method \"" + session.method + "\".", Tone::error}});
        return panel;
    }
    const MethodInfo& info = chosen->method->info;
    if (chosen->refusal) rows.push_back({"method.refusal", {}, {}, Text{*chosen->refusal, Tone::warning}});
    rows.push_back({"method.title", {}, std::string(info.help), Text{context.view.title_of(info)}});
    if (!context.view.timings.chosen.empty()) rows.push_back({"method.chosen", "Chosen", {}, Text{context.view.timings.chosen}});
    // Differences from similar methods follow the first options, so that both are visible without scrolling. Texts that depend on an answer
    // are at the end, since they must not move a slider during a drag.
    constexpr std::size_t options_before = 2;
    const MethodDifferences unlike = explain_method_differences(context.view, session);
    const auto add_sentences = [&rows](const std::string& id, const std::vector<std::string>& sentences) {
        for (std::size_t i = 0; i < sentences.size(); ++i) rows.push_back({id + std::to_string(i), {}, {}, Text{sentences[i]}});
    };
    static const std::map<std::string, std::string> none;
    const auto typed = session.options.find(session.method);
    std::vector<Row> options = option_rows(
        "method", context.view.options_of(info), typed == session.options.end() ? none : typed->second,
        [&workbench = context.workbench](const std::string& name, const std::string& text, bool merge) {
            workbench.change([&](SessionState& state) { state.options[state.method][name] = text; }, merge);
        },
        automatic_numbers(context.view, session.k));
    const auto middle = options.begin() + std::ptrdiff_t(std::min(options_before, options.size()));
    std::move(options.begin(), middle, std::back_inserter(rows));
    add_sentences("method.unlike.", unlike.always);
    if (session.method == "quadtree-cached" || session.method == "quadtree-coalesced") {
        rows.push_back(warp_writes_row(list_length(context.view, session)));
        std::ranges::move(measured_along_k(context), std::back_inserter(rows));
    }
    std::move(middle, options.end(), std::back_inserter(rows));
    add_sentences("method.unlike.measured.", unlike.measured);
    rows.push_back({"method.help", {}, {}, Text{std::string(info.help), Tone::second}});
    const DataFacts& data = context.view.data;
    const bool own = info.supports.own_index;
    if (const std::string citation = own ? data.own_citation : std::string(info.citation); !citation.empty())
        rows.push_back({"method.citation", {}, {}, Text{citation, Tone::second}});
    if (info.supports.approximate && !(own && data.own_compares_all))
        rows.push_back({"method.warning", {}, {}, Text{"Approximate: it may miss neighbours. Recall is under Exactness.", Tone::warning}});
    return panel;
}

}  // namespace neighborscope::panels
