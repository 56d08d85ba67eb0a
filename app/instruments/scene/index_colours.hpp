// Colours of points by what the index that they are of says about each row, and by the device that holds it. Only for app/instruments.
#pragma once
#include "app/instruments/scene/point_colours.hpp"

namespace neighborscope {

/// For a way with ColourWay::of_index(). `graph`: of the index; null if it has none.
PointColours colour_by_index(const DataSet&, const inspect::GraphRows* graph, const ColourWay&, render::Theme);
/// For device_colour_way().
PointColours colour_by_device(const DevicesOfRows&, render::Theme);

}  // namespace neighborscope
