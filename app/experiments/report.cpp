// The report as Markdown, as JSON, and as a summary for the terminal.
#include "app/experiments/report.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace neighborscope::experiments {
namespace {

using Json = nlohmann::ordered_json;

std::string cell(std::string text) {
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.replace(at, 1, "\\|");
    return text.empty() ? " " : text;
}

std::string markdown_row(const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const std::string& one : cells) text += " " + cell(one) + " |";
    return text + "\n";
}

std::string markdown_table(const std::vector<std::string>& headers, const std::vector<std::vector<std::string>>& rows) {
    std::string text = markdown_row(headers);
    text += "|";
    for (std::size_t i = 0; i < headers.size(); ++i) text += i == 0 ? "---|" : "--:|";
    text += "\n";
    for (const auto& row : rows) text += markdown_row(row);
    return text + "\n";
}

/// A table of claims with all columns left-aligned.
std::string claims_table(const std::vector<ClaimVerdict>& judged) {
    std::string text = "| the paper says | its numbers | here |\n|---|---|---|\n";
    for (const ClaimVerdict& one : judged) {
        std::string verdict = one.verdict.text();
        if (one.verdict.outcome == Outcome::reproduced) verdict = "**reproduced**: " + one.verdict.ours;
        if (one.verdict.outcome == Outcome::not_reproduced) verdict = "**not**, because " + one.verdict.ours;
        if (one.verdict.outcome == Outcome::not_clear) verdict = "**not clear**: " + one.verdict.unclear + "; " + one.verdict.ours;
        text += markdown_row({one.claim->paper + " (" + one.claim->where + "). *Reproduced when: " + one.claim->rule + ".*",
            one.claim->paper_numbers.empty() ? "none in the text" : one.claim->paper_numbers, verdict});
    }
    return text + "\n";
}

std::string scale_in_words(Scale scale) {
    switch (scale) {
        case Scale::quick: return "quick: everything in seconds, with sizes far below those of the paper";
        case Scale::laptop:
            return "laptop: sizes below those of the paper where these would take too long on a CPU (`--full` uses the sizes of the paper)";
        case Scale::full: return "full: the sizes of the paper";
    }
    return {};
}

const char* word(Outcome outcome) {
    switch (outcome) {
        case Outcome::reproduced: return "reproduced";
        case Outcome::not_reproduced: return "not reproduced";
        case Outcome::not_clear: return "not clear";
        case Outcome::not_measured: break;
    }
    return "not measured";
}

std::string left_out_text(const std::vector<UnmeasuredCase>& left_out) {
    std::string text;
    for (const UnmeasuredCase& one : left_out) text += (text.empty() ? "" : "; ") + one.what + " " + one.why;
    return text;
}

Json measured_json(const MeasuredCase& one) {
    const Mean time = one.total();
    Json json = {{"method", one.asked.method}, {"options", options_text(one.asked)}, {"device", std::string(name(one.device))},
        {"data", one.asked.data}, {"n", one.asked.n}, {"dimension", one.asked.dimension}, {"k", one.asked.k},
        {"queries", one.asked.asked()}, {"milliseconds", {{"mean", time.mean}, {"interval_95", time.interval}, {"runs", time.runs}}},
        {"lists_unlike_the_first_method", one.other_lists < 0 ? Json() : Json(one.other_lists)},
        {"recall", one.recall < 0 ? Json() : Json(one.recall)}};
    if (!one.asked.test.empty()) json["test"] = one.asked.test, json["correct"] = one.correct;
    if (one.phases.empty()) return json;
    Json phases = Json::array();
    for (const MeasuredPhase& phase : one.phases) {
        const Mean mean = mean_of(phase.milliseconds);
        phases.push_back(
            {{"name", phase.name}, {"milliseconds", {{"mean", mean.mean}, {"interval_95", mean.interval}, {"runs", mean.runs}}},
                {"minimum_bytes", phase.lower_bound.bytes}, {"minimum_operations", phase.lower_bound.operations},
                {"formula", phase.lower_bound.formula}});
    }
    json["phases"] = std::move(phases);
    return json;
}

}  // namespace

std::string report_markdown(const SuiteRun& run) {
    const Suite& suite = *run.suite;
    std::string text = "# " + suite.name + ": " + suite.title + "\n\n" + suite.citation + ".\n\n";
    std::vector<std::vector<std::string>> lines = {{"scale", scale_in_words(run.scale)}};
    for (const auto& [label, value] : run.machine.lines()) lines.push_back({label, value});
    lines.push_back({"the paper's machine", suite.papers_machine});
    text += "| | |\n|---|---|\n";
    for (const auto& line : lines) text += markdown_row(line);
    text += "\n";
    for (const std::string& note : suite.notes) text += "- " + note + "\n";
    text +=
        "- Times are of whole searches between two events, data resident, after runs to warm up. ± is the 95 % confidence interval "
        "of the mean.\n";
    if (!run.no_pictures.empty()) text += "- No pictures: " + run.no_pictures + ".\n";
    text += "- Every repeat: [" + suite.name + ".csv](" + suite.name + ".csv).\n";
    for (std::size_t e = 0; e < suite.experiments.size(); ++e) {
        const Experiment& experiment = suite.experiments[e];
        const Findings& findings = run.findings[e];
        text += "\n## " + experiment.title + "\n\nMeasures " + experiment.measures + ".\n\n";
        text += "- The paper: " + experiment.papers_workload + ".\n- Here: " + experiment.workload(run.scale) + ".\n";
        if (!findings.left_out.empty()) text += "- Left out: " + left_out_text(findings.left_out) + ".\n";
        text += "\n";
        for (const std::string& picture : run.pictures[e]) text += "![" + experiment.title + "](" + picture + ")\n\n";
        text += claims_table(verdicts_of(experiment, findings));
        if (!findings.measured.empty())
            for (const TableOfText& table : experiment.tables(findings))
                text += table.title + ":\n\n" + markdown_table(table.headers, table.rows);
    }
    return text;
}

std::string report_json(const SuiteRun& run) {
    const Machine& machine = run.machine;
    Json experiments = Json::array();
    for (std::size_t e = 0; e < run.findings.size(); ++e) {
        const Experiment& experiment = run.suite->experiments[e];
        Json claims = Json::array(), left_out = Json::array(), measured = Json::array();
        for (const ClaimVerdict& one : verdicts_of(experiment, run.findings[e]))
            claims.push_back({{"where", one.claim->where}, {"paper", one.claim->paper}, {"paper_numbers", one.claim->paper_numbers},
                {"rule", one.claim->rule}, {"outcome", word(one.verdict.outcome)}, {"ours", one.verdict.ours},
                {"verdict", one.verdict.text()}});
        for (const UnmeasuredCase& one : run.findings[e].left_out) left_out.push_back({{"what", one.what}, {"why", one.why}});
        for (const MeasuredCase& one : run.findings[e].measured) measured.push_back(measured_json(one));
        experiments.push_back({{"id", experiment.id}, {"title", experiment.title}, {"measures", experiment.measures},
            {"papers_workload", experiment.papers_workload}, {"workload", experiment.workload(run.scale)}, {"pictures", run.pictures[e]},
            {"claims", claims}, {"left_out", left_out}, {"measured", measured}});
    }
    const Json json = {{"format", "neighborscope bench 1"}, {"suite", run.suite->name}, {"citation", run.suite->citation},
        {"scale", std::string(name(run.scale))},
        {"machine", {{"device", std::string(name(machine.device.kind))}, {"device_name", machine.device.name},
                        {"architecture", machine.device.architecture}, {"units", machine.device.units}, {"driver", machine.driver},
                        {"processor", machine.processor}, {"threads", machine.cores}, {"memory_bytes", machine.memory_bytes},
                        {"system", machine.system}, {"version", machine.version}, {"commit", machine.commit}, {"date", machine.date},
                        {"read_bytes_per_second", machine.most.read_bytes_per_second}, {"read_how", machine.most.read_how},
                        {"fp32_operations_per_second", machine.most.fp32_operations_per_second}, {"fp32_how", machine.most.fp32_how}}},
        {"papers_machine", run.suite->papers_machine}, {"notes", run.suite->notes}, {"experiments", experiments}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string summary_text(const SuiteRun& run) {
    std::string text;
    for (std::size_t e = 0; e < run.findings.size(); ++e) {
        const Experiment& experiment = run.suite->experiments[e];
        text += experiment.title + "\n";
        for (const ClaimVerdict& one : verdicts_of(experiment, run.findings[e])) {
            text += "  " + one.claim->paper + " (" + one.claim->where + ")\n    " + one.verdict.text() + "\n";
            if (one.verdict.outcome == Outcome::reproduced) text += "    " + one.verdict.ours + "\n";
        }
        if (!run.findings[e].left_out.empty()) text += "  left out: " + left_out_text(run.findings[e].left_out) + "\n";
        text += "\n";
    }
    return text;
}

}  // namespace neighborscope::experiments
