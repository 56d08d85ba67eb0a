flat in vec3 colour;
flat in float diameter;
flat in int row;
layout(location = 0) out vec4 result;

void main() {
    float from_edge = 0.5 * diameter + 0.5 - length(gl_PointCoord - 0.5) * (diameter + 1.0);
    if (from_edge <= 0.0) discard;
    result = vec4(colour, point_alpha * min(from_edge, 1.0));
}
