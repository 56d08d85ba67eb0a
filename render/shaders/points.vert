layout(location = 0) in vec3 position;
layout(location = 1) in vec4 its_colour;
flat out vec3 colour;
flat out float diameter;  // device pixels
flat out int row;

void main() {
    gl_Position = to_clip(position);
    float w = max(gl_Position.w, 1e-6);
    colour = coloured == 1 ? own_colour(its_colour.rgb, w) : context_colour(position.z, w);
    diameter = context_size(w) * scale;
    row = gl_VertexID;
    gl_PointSize = diameter + 1.0;  // half a pixel on each side for the soft edge
}
