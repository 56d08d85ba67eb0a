#include "render/offscreen.hpp"

#include "gpu/error.hpp"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <algorithm>
#include <string_view>

namespace neighborscope::render {
namespace {

int contexts_alive = 0;  // eglTerminate ends a display for the whole process, so only the last context may call it

bool has_extension(const char* list, std::string_view name) {
    for (std::string_view all = list ? list : ""; !all.empty();) {
        const auto end = std::min(all.find(' '), all.size());
        if (all.substr(0, end) == name) return true;
        all.remove_prefix(std::min(end + 1, all.size()));
    }
    return false;
}

std::vector<EGLDeviceEXT> egl_devices(const char* client) {
    if (!has_extension(client, "EGL_EXT_platform_device") ||
        !(has_extension(client, "EGL_EXT_device_enumeration") || has_extension(client, "EGL_EXT_device_base")))
        return {};
    EGLint count = 0;
    if (!eglQueryDevicesEXT(0, nullptr, &count) || count <= 0) return {};
    std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
    if (!eglQueryDevicesEXT(count, devices.data(), &count)) return {};
    devices.resize(static_cast<std::size_t>(count));
    return devices;
}

bool is_cuda_device_0(EGLDeviceEXT device) {
    if (!has_extension(eglQueryDeviceStringEXT(device, EGL_EXTENSIONS), "EGL_NV_device_cuda")) return false;
    EGLAttrib ordinal = -1;
    return eglQueryDeviceAttribEXT(device, EGL_CUDA_DEVICE_NV, &ordinal) && ordinal == 0;
}

/// The displays to try, in order.
std::vector<EGLDisplay> displays(bool cuda_device) {
    const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    std::vector<EGLDisplay> found;
    auto devices = egl_devices(client);
    const auto of_cuda =
        std::stable_partition(devices.begin(), devices.end(), [&](auto device) { return cuda_device && is_cuda_device_0(device); });
    const auto add_device = [&](EGLDeviceEXT device) {
        found.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr));
    };
    std::for_each(devices.begin(), of_cuda, add_device);
    if (has_extension(client, "EGL_MESA_platform_surfaceless"))
        found.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    std::for_each(of_cuda, devices.end(), add_device);
    return found;
}

}  // namespace

struct OffscreenContext::State {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
    EGLSurface surface = EGL_NO_SURFACE;

    bool try_display(EGLDisplay candidate) {
        EGLint major = 0, minor = 0;
        if (candidate == EGL_NO_DISPLAY || !eglInitialize(candidate, &major, &minor)) return false;
        if (try_context(candidate)) return true;
        if (contexts_alive == 0) eglTerminate(candidate);
        return false;
    }

    bool try_context(EGLDisplay candidate) {
        if (!eglBindAPI(EGL_OPENGL_API)) return false;
        const EGLint wanted_config[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RED_SIZE, 8, EGL_NONE};
        EGLConfig config = nullptr;
        EGLint configs = 0;
        if (!eglChooseConfig(candidate, wanted_config, &config, 1, &configs) || configs == 0) return false;
        const EGLint wanted_context[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5, EGL_CONTEXT_OPENGL_PROFILE_MASK,
            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
        context = eglCreateContext(candidate, config, EGL_NO_CONTEXT, wanted_context);
        if (context == EGL_NO_CONTEXT) return false;
        if (!has_extension(eglQueryString(candidate, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context")) {
            const EGLint size[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
            surface = eglCreatePbufferSurface(candidate, config, size);
        }
        if (!eglMakeCurrent(candidate, surface, surface, context)) {
            if (surface != EGL_NO_SURFACE) eglDestroySurface(candidate, surface);
            eglDestroyContext(candidate, context);
            surface = EGL_NO_SURFACE;
            context = EGL_NO_CONTEXT;
            return false;
        }
        display = candidate;
        return true;
    }
};

OffscreenContext::OffscreenContext(bool cuda_device) : state_(std::make_unique<State>()) {
    for (EGLDisplay display : displays(cuda_device))
        if (state_->try_display(display)) {
            ++contexts_alive;
            return;
        }
    throw Error(Failure::device, "no EGL display gives an OpenGL 4.5 core context",
        "install a driver with EGL, for software rendering libegl-mesa0 and libgl1-mesa-dri");
}

OffscreenContext::~OffscreenContext() {
    eglMakeCurrent(state_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (state_->surface != EGL_NO_SURFACE) eglDestroySurface(state_->display, state_->surface);
    eglDestroyContext(state_->display, state_->context);
    if (--contexts_alive == 0) eglTerminate(state_->display);
}

struct Framebuffer::State {
    int width, height;
    unsigned framebuffer = 0, renderbuffers[2] = {0, 0};
};

Framebuffer::Framebuffer(int width, int height) : state_(std::make_unique<State>(State{width, height})) {
    glCreateFramebuffers(1, &state_->framebuffer);
    glCreateRenderbuffers(2, state_->renderbuffers);
    glNamedRenderbufferStorage(state_->renderbuffers[0], GL_RGBA8, width, height);
    glNamedRenderbufferStorage(state_->renderbuffers[1], GL_DEPTH_COMPONENT24, width, height);
    glNamedFramebufferRenderbuffer(state_->framebuffer, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, state_->renderbuffers[0]);
    glNamedFramebufferRenderbuffer(state_->framebuffer, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, state_->renderbuffers[1]);
    if (glCheckNamedFramebufferStatus(state_->framebuffer, GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        throw Error(Failure::device, "OpenGL refuses a picture of " + std::to_string(width) + " x " + std::to_string(height) + " pixels",
            "ask for a smaller one");
}

Framebuffer::~Framebuffer() {
    glDeleteFramebuffers(1, &state_->framebuffer);
    glDeleteRenderbuffers(2, state_->renderbuffers);
}

void Framebuffer::bind() { glBindFramebuffer(GL_FRAMEBUFFER, state_->framebuffer); }

void Framebuffer::copy_to(unsigned target, int x, int y) const {
    glDisable(GL_SCISSOR_TEST);
    glBlitNamedFramebuffer(state_->framebuffer, target, 0, 0, state_->width, state_->height, x, y, x + state_->width, y + state_->height,
        GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, target);
}

int Framebuffer::width() const { return state_->width; }
int Framebuffer::height() const { return state_->height; }

Image Framebuffer::read() {
    Image image{state_->width, state_->height, {}};
    const std::size_t row = std::size_t(state_->width) * 3;
    image.rgb.resize(row * std::size_t(state_->height));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, state_->framebuffer);
    glReadBuffer(GL_COLOR_ATTACHMENT0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, state_->width, state_->height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
    for (int top = 0, bottom = state_->height - 1; top < bottom; ++top, --bottom)  // OpenGL's first row is the lowest
        std::swap_ranges(image.rgb.begin() + std::ptrdiff_t(row) * top, image.rgb.begin() + std::ptrdiff_t(row) * (top + 1),
            image.rgb.begin() + std::ptrdiff_t(row) * bottom);
    return image;
}

unsigned bound_framebuffer() {
    GLint name = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &name);
    return unsigned(name);
}

}  // namespace neighborscope::render
