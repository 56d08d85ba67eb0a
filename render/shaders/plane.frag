layout(binding = 0) uniform sampler2D image;
in vec2 at;
layout(location = 0) out vec4 result;

void main() { result = texture(image, at); }
