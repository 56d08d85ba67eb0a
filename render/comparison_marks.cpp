#include "render/comparison_marks.hpp"

#include <epoxy/gl.h>

#include "render_shaders.hpp"

namespace neighborscope::render {
namespace {

constexpr int many = 2000, many_rings = 150;  // from so many marks on they are smaller
constexpr float right_size = 3.5f, wrong_size = 11, wrong_size_of_many = 7, ring_size = 13, ring_size_of_many = 8, dot_size = 3,
                dot_opacity = 0.6f;

}  // namespace

ComparisonMarks::ComparisonMarks(Programs& programs)
    : program_(programs.of({{GL_VERTEX_SHADER, "compared.vert", {shaders::frame_glsl, shaders::compared_vert}},
          {GL_FRAGMENT_SHADER, "compared.frag", {shaders::frame_glsl, shaders::compared_frag}}})) {}

void ComparisonMarks::bind(const Buffer& places, unsigned empty_array) const {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, places.name());
    glUseProgram(program_.name());
    glBindVertexArray(empty_array);
}

void ComparisonMarks::draw_marks(Shape shape, int first, int count, float size, const Colour& colour) const {
    if (count == 0) return;
    glUniform1i(0, int(shape));
    glUniform1f(1, size);
    glUniform4f(2, colour.r, colour.g, colour.b, colour.a);
    glDrawArrays(GL_POINTS, first, count);
}

void ComparisonMarks::draw(const Extras& extras, Theme theme, unsigned empty_array) {
    bind(*extras.compared, empty_array);
    draw_marks(Shape::disc, 0, extras.compared_right, right_size, compared_right_colour(theme));
    draw_marks(Shape::diamond, extras.compared_right, extras.compared_wrong, extras.compared_wrong > many ? wrong_size_of_many : wrong_size,
        palette(theme).error);
}

void ComparisonMarks::draw_rings(const Buffer& places, int count, Theme theme, unsigned empty_array) {
    bind(places, empty_array);
    Colour colour = palette(theme).error;
    if (count <= many) return draw_marks(Shape::ring, 0, count, count > many_rings ? ring_size_of_many : ring_size, colour);
    colour.a = dot_opacity;
    draw_marks(Shape::disc, 0, count, dot_size, colour);
}

}  // namespace neighborscope::render
