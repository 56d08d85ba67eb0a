#include "made_up.hpp"

#include <gtest/gtest.h>

namespace neighborscope::experiments {

Verdict verdict_on(const Experiment& experiment, const std::string& words, const Findings& findings) {
    for (const Claim& claim : experiment.claims)
        if (claim.paper.find(words) != std::string::npos) return verdict_of(claim, findings);
    ADD_FAILURE() << "no claim says '" << words << "'";
    return {};
}

std::vector<Findings> all_cases(const Suite& suite, const std::function<double(const Case&)>& of) {
    std::vector<Findings> all;
    for (const Experiment& experiment : suite.experiments) {
        Findings findings;
        findings.read_bytes_per_second = 1e12;
        findings.fp32_operations_per_second = 1e13;
        for (const Case& asked : experiment.cases(Scale::quick)) {
            const double time = of(asked);
            MeasuredCase one = took(asked, {time * 0.999, time, time * 1.001});
            if (asked.phases) {
                const double selection = 0.1 * time;
                one.phases = {phase("scan", time - selection, 4e6, 3e6), phase("k-selection", selection, 1e3, 1e3)};
            }
            findings.measured.push_back(std::move(one));
        }
        all.push_back(std::move(findings));
    }
    return all;
}

SuiteRun made_up_run(const Suite& suite, const std::function<double(const Case&)>& of) {
    SuiteRun run;
    run.suite = &suite;
    run.scale = Scale::quick;
    run.machine.device = {DeviceKind::cuda, "Imaginary 9000", 1u << 30, 1u << 31, 64, "sm_00"};
    run.machine.driver = "1.2.3";
    run.machine.processor = "Nobody's CPU";
    run.machine.cores = 4;
    run.machine.date = "2026-01-02 03:04:05 UTC";
    run.machine.version = "0.1.0";
    run.machine.commit = "abc";
    run.machine.most = {1e12, 1e13, "streaming read of nothing", "multiply-adds"};
    run.findings = all_cases(suite, of);
    run.pictures.assign(run.findings.size(), {"a-picture.png"});
    return run;
}

}  // namespace neighborscope::experiments
