// Converts between a document and curves: the request to measure them, the command that measures the same, and the settings of one point.
#pragma once
#include "app/measure/curve.hpp"
#include "app/session/document/session.hpp"

namespace neighborscope {

/// The range if the document has none: for a generator from few points to many, for other data from a part of the points to all.
std::string curve_range(const std::string& source, std::int64_t count);
/// The same for a document and its data, null before they are loaded: of an index that is searched by `own`, along its option.
std::string curve_range(const SessionState&, const DataSet*);
/// Makes the request for these data on a device. Usage Errors as measure::begin_curve and contender_in.
measure::CurveRequest curve_request(const SessionState&, std::shared_ptr<const DataSet>, DeviceKind);
/// The methods of the document's curves, as typed. If it names none: its own method and the compared methods.
std::vector<std::string> curve_methods(const SessionState&);
/// Its own method with its options, and the compared methods, as typed.
std::vector<std::string> contender_texts(const SessionState&);
/// The command that measures the same along this: "neighborscope curve sample:earthquakes --methods heap,serial --along n=100:1707".
std::vector<std::string> curve_command_arguments(const SessionState&, const std::string& along, const std::string& out);
std::string curve_command_line(const SessionState&, const std::string& along);

/// Applies the settings of one point of a curve to the document. The number of random queries is not applied, and neither is n to data of
/// a file.
void apply_curve_point(SessionState&, const measure::Curve&, std::size_t line, std::size_t place);

}  // namespace neighborscope
