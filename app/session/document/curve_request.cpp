#include "app/session/document/curve_request.hpp"

#include "app/data/make/parameters.hpp"
#include "app/session/document/contender.hpp"
#include "gpu/index/own_index.hpp"

#include <algorithm>

namespace neighborscope {

std::vector<std::string> curve_methods(const SessionState& session) {
    return session.curve_methods.empty() ? contender_texts(session) : session.curve_methods;
}

std::vector<std::string> contender_texts(const SessionState& session) {
    std::vector<std::string> all{session.method};
    if (const auto options = session.options.find(session.method); options != session.options.end())
        for (const auto& [name, value] : options->second) all.front() += ":" + name + "=" + value;
    all.insert(all.end(), session.compared.begin(), session.compared.end());
    return all;
}

std::string curve_range(const std::string& source, std::int64_t count) {
    if (const Generator* generator = generator_of(source)) {
        const bool wide = generator->preset_d > 3;
        return wide ? "n=100:10000" : "n=1000:100000";
    }
    return "n=" + std::to_string(std::max<std::int64_t>(1, count / 32)) + ":" + std::to_string(std::max<std::int64_t>(2, count));
}

std::string curve_range(const SessionState& session, const DataSet* set) {
    if (set && set->own_index && session.method == "own")
        if (const std::string option(stored::option_of(*set->own_index)); !option.empty())
            return option + (option == "ef" ? "=1:256" : "=1:64");
    return curve_range(session.data, set ? set->count() : 0);
}

measure::CurveRequest curve_request(const SessionState& session, std::shared_ptr<const DataSet> data, DeviceKind device) {
    measure::CurveRequest request;
    request.source = session.data;
    request.only = {session.where, session.mask};
    request.along = measure::along_in(session.curve_along.empty() ? curve_range(session, data.get()) : session.curve_along);
    request.k = session.k;
    request.metric = session.metric;
    request.queries = session.curve_queries;
    request.device = device;
    for (const std::string& text : curve_methods(session)) {
        const Contender one = contender_in(text, session.method);
        request.lines.push_back({text, &find_method(one.method), one.options, one.metric});
    }
    request.data = std::move(data);
    return request;
}

std::vector<std::string> curve_command_arguments(const SessionState& session, const std::string& along, const std::string& out) {
    std::vector<std::string> words{"curve", session.data};
    const auto add = [&](const char* option, const std::string& value) { words.insert(words.end(), {option, value}); };
    if (!session.columns.empty()) add("--columns", session.columns);
    if (!session.array.empty()) add("--array", session.array);
    if (!session.index.empty()) add("--index", session.index);
    if (session.strict) words.push_back("--strict");
    if (session.every > 0) add("--every", std::to_string(session.every));
    for (const std::string& condition : session.where) add("--where", condition);
    if (!session.mask.empty()) add("--mask", session.mask);
    if (session.metres) words.push_back("--metres");
    if (session.whiten) words.push_back("--whiten");
    std::string all;
    for (const std::string& text : curve_methods(session)) all += (all.empty() ? "" : ",") + text;
    add("--methods", all);
    add("--along", along);
    add("-k", std::to_string(session.k));
    if (session.curve_queries == 0) words.push_back("--self");
    else add("--random-queries", std::to_string(session.curve_queries));
    if (session.metric != Metric::euclidean) add("--metric", std::string(name(session.metric)));
    if (!session.device.empty()) add("--device", session.device);
    if (!out.empty()) add("--out", out);
    return words;
}

std::string curve_command_line(const SessionState& session, const std::string& along) {
    return joined_command_line(curve_command_arguments(session, along, "curve-here"));
}

void apply_curve_point(SessionState& state, const measure::Curve& curve, std::size_t line, std::size_t place) {
    const measure::CurveLine& asked = curve.asked.lines[line];
    apply_contender(state, {std::string(asked.method->info.name), asked.options, asked.metric});
    const double value = curve.places[place];
    const std::string& along = curve.asked.along.what;
    const std::string text = measure::number_text(value);
    if (along == "k") state.k = int(value);
    else if (along == "n" && generator_of(state.data)) state.data = with_parameter(state.data, "n", text);
    else if (along == "dimension" && !curve.asked.needs_data()) state.data = with_parameter(state.data, "d", text);
    else if (curve.asked.along.is_option()) state.options[state.method][along] = text;
}

}  // namespace neighborscope
