// The four corners of an image in the plane.
layout(location = 0) uniform vec4 place;  // x and y of the lowest corner, width, height; relative to the data's origin
out vec2 at;

void main() {
    at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = to_clip(vec3(place.xy + at * place.zw, 0.0));
}
