layout(location = 0) in vec3 position;
layout(location = 0) uniform vec4 window;  // of clip coordinates: scale xy, then offset zw
flat out int row;

void main() {
    vec4 clip = to_clip(position);
    gl_Position = vec4(clip.xy * window.xy + window.zw * clip.w, clip.zw);
    row = gl_VertexID;
    gl_PointSize = 1.0;
}
