// The picture of the points over the layers below; in space with depths.
layout(binding = 0) uniform sampler2D picture;
layout(binding = 1) uniform sampler2D depths;
layout(location = 0) out vec4 result;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    result = texelFetch(picture, at, 0);
    if (result.a == 0.0) discard;
    gl_FragDepth = texelFetch(depths, at, 0).r;
}
