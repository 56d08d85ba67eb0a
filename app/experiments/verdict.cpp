// Computes verdicts on claims, and their texts.
#include "app/experiments/experiments.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace neighborscope::experiments {

std::span<const Suite> suites() {
    static const std::vector<Suite> all = {
        kuang_zhao(), mohammadi(), barrientos(), cordeiro_zola(), lettich_s1(), lettich_s2(), lettich_s3(), regimes()};
    return all;
}

const Suite* find_suite(std::string_view name) {
    for (const Suite& suite : suites())
        if (suite.name == name) return &suite;
    return nullptr;
}

std::string Verdict::text() const {
    switch (outcome) {
        case Outcome::reproduced: return "reproduced";
        case Outcome::not_reproduced: return "not, because " + ours;
        case Outcome::not_clear: return "not clear: " + unclear + "; " + ours;
        case Outcome::not_measured: break;
    }
    return "not measured: " + ours;
}

std::vector<ClaimVerdict> verdicts_of(const Experiment& experiment, const Findings& findings) {
    std::vector<ClaimVerdict> judged;
    for (const Claim& claim : experiment.claims) judged.push_back({&claim, verdict_of(claim, findings)});
    return judged;
}

Verdict reproduced_if(bool is, std::string ours) { return {is ? Outcome::reproduced : Outcome::not_reproduced, std::move(ours)}; }

std::optional<Verdict> missing(const Findings& findings, std::initializer_list<std::string_view> methods) {
    const std::vector<std::string> there = findings.methods();
    std::string why;
    for (const std::string_view method : methods)
        if (std::find(there.begin(), there.end(), method) == there.end()) why += (why.empty() ? "" : "; ") + findings.why_missing(method);
    if (why.empty()) return std::nullopt;
    return Verdict{Outcome::not_measured, why};
}

TableOfText table_of_times(const Findings& findings, const std::string& title) {
    TableOfText table{title, {"data", "k", "queries"}, {}};
    const std::vector<std::string> methods = findings.methods();
    for (const std::string& method : methods) table.headers.push_back(legend_of(findings, method) + ", ms");
    std::vector<const MeasuredCase*> questions;
    const auto same = [](const Case& a, const Case& b) { return a.data == b.data && a.k == b.k && a.queries == b.queries; };
    for (const MeasuredCase& one : findings.measured) {
        if (std::any_of(questions.begin(), questions.end(), [&](const MeasuredCase* other) { return same(other->asked, one.asked); }))
            continue;
        questions.push_back(&one);
    }
    for (const MeasuredCase* question : questions) {
        std::vector<std::string> row = {question->asked.data, std::to_string(question->asked.k), std::to_string(question->asked.asked())};
        for (const std::string& method : methods) {
            std::string cell = "-";
            for (const MeasuredCase& one : findings.measured)
                if (one.asked.method == method && same(one.asked, question->asked)) { cell = with_interval(one.total()); }
            row.push_back(cell);
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace neighborscope::experiments
