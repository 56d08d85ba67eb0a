// A mark of fixed screen size at each of many positions.
layout(location = 1) uniform float size;  // logical pixels
layout(std430, binding = 3) readonly buffer Compared { float places[]; };
flat out float diameter;  // device pixels

void main() {
    int at = 3 * gl_VertexID;
    gl_Position = to_clip(vec3(places[at], places[at + 1], three_d == 1 ? places[at + 2] : 0.0));
    diameter = size * scale;
    gl_PointSize = diameter + 3.0;  // the halo, and half a pixel for the soft edge
}
