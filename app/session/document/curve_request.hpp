// What a document asks to be measured as curves, the command that measures the same, and the question of one point of a curve.
#pragma once
#include "app/measure/curve.hpp"
#include "app/session/document/session.hpp"

namespace neighborscope {

/// The range if the document gives none: for a generator from few points to many, for other data a part of the points to all.
std::string curve_range(const std::string& source, std::int64_t count);
/// What a document asks to be measured over its data, on a device. Usage Errors as measure::begin_curve and contender_in.
measure::CurveRequest curve_request(const SessionState&, std::shared_ptr<const DataSet>, DeviceKind);
/// The methods of the document's curves, as typed: its own as it stands, and those beside it, where none are named.
std::vector<std::string> curve_methods(const SessionState&);
/// "neighborscope curve sample:earthquakes --methods heap,serial --along n=100:1707": measures the same again.
std::vector<std::string> curve_command_arguments(const SessionState&, std::int64_t count, const std::string& out);
std::string curve_command_line(const SessionState&, std::int64_t count);

/// The document asks what a point of a curve does, as far as it can: how many random queries there were is none of its own questions, and of
/// data of a file all points stay.
void apply_curve_point(SessionState&, const measure::Curve&, std::size_t line, std::size_t place);

}  // namespace neighborscope
