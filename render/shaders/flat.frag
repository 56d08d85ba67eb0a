// The background with two pictures over it, in one draw: for 2-D, where there are no depths.
layout(binding = 0) uniform sampler2D below;
layout(binding = 1) uniform sampler2D above;
layout(location = 0) uniform vec3 background;
layout(location = 1) uniform ivec2 shown;  // which of the two
layout(location = 0) out vec4 result;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 lower = shown.x == 1 ? texelFetch(below, at, 0) : vec4(0.0), upper = shown.y == 1 ? texelFetch(above, at, 0) : vec4(0.0);
    vec3 colour = lower.rgb + (1.0 - lower.a) * background;
    result = vec4(upper.rgb + (1.0 - upper.a) * colour, 1.0);
}
