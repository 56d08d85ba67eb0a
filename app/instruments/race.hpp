// Several methods on one question: their names above their pictures, and their phases below, as lanes on one axis of milliseconds.
#pragma once
#include "app/session/presented.hpp"
#include "render/palette.hpp"

#include <span>

namespace neighborscope {

class ImGuiLayer;

struct Racer {
    std::string name;  ///< "heap", or "heap, threads = 64"
    Timings timings;
    std::string list;          ///< its list against that of the first: "16 of 16 exact; 2 entered, 2 left"
    Tone tone = Tone::normal;  ///< of that
};

/// Heights of both strips, logical pixels.
inline constexpr double race_names_height = 56;
double race_lanes_height(std::size_t racers);

/// Each draws all of a frame, which has begun; `width` in logical pixels.
void draw_race_names(const ImGuiLayer&, render::Theme, double width, std::span<const Racer>);
void draw_race_lanes(const ImGuiLayer&, render::Theme, double width, std::span<const Racer>);

}  // namespace neighborscope
