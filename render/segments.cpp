#include "render/segments.hpp"

#include <epoxy/gl.h>

#include <cmath>

#include "render_shaders.hpp"

namespace neighborscope::render {
namespace {

constexpr float faded_by = 0.6f;  // per step of age of an earlier ball

}  // namespace

Segments::Segments(Programs& programs)
    : program_(programs.of(
          {{GL_VERTEX_SHADER, "segments.vert", {shaders::frame_glsl, shaders::results_glsl, shaders::tree_glsl, shaders::segments_vert}},
              {GL_FRAGMENT_SHADER, "segments.frag", {"#version 450 core\n", shaders::segments_frag}}})) {}

void Segments::draw(Kind kind, int pieces, unsigned empty_array, int of_one_curve) const {
    glUseProgram(program_.name());
    glUniform1i(0, int(kind));
    glUniform1i(1, of_one_curve);
    const float turn = 6.283185307f / float(of_one_curve);
    glUniform2f(2, std::cos(turn), std::sin(turn));
    glBindVertexArray(empty_array);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, pieces);
}

void Segments::choose_leaves(int first, int stride) const { glProgramUniform2i(program_.name(), 6, first, stride); }

void Segments::set_graph_colours(float opacity, const Colour& leaving, float leaving_opacity) const {
    glProgramUniform1f(program_.name(), 7, opacity);
    glProgramUniform4f(program_.name(), 8, leaving.r, leaving.g, leaving.b, leaving_opacity);
}

void Segments::set_ball(float radius, int age) const {
    glProgramUniform1f(program_.name(), 3, radius);
    glProgramUniform1i(program_.name(), 4, age > 0 ? 1 : 0);
    glProgramUniform1f(program_.name(), 5, std::pow(faded_by, float(age - 1)));
}

}  // namespace neighborscope::render
