#include "app/data/load/gzip_stream.hpp"

#include "gpu/error.hpp"

#include <algorithm>
#include <new>

#include <zlib.h>

namespace neighborscope {

struct GzipStream::State {
    explicit State(std::string_view packed) : rest(packed) {
        if (inflateInit2(&stream, 15 + 16) != Z_OK) throw std::bad_alloc();
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() { inflateEnd(&stream); }

    z_stream stream{};
    std::string_view rest;
    bool between_members = false;
};

GzipStream::GzipStream(std::string path, std::string_view packed) : path_(std::move(path)), packed_(packed) { restart(); }

GzipStream::~GzipStream() = default;

void GzipStream::restart() { state_ = std::make_unique<State>(packed_); }

std::size_t GzipStream::taken() const { return packed_.size() - state_->rest.size() - state_->stream.avail_in; }

std::size_t GzipStream::read(char* out, std::size_t room) {
    constexpr std::size_t most = 1 << 30;  // that zlib can count
    z_stream& stream = state_->stream;
    const auto refuse = [&](const char* what) {
        throw Error(Failure::input, path_ + ", byte " + std::to_string(taken()) + ": the gzip file " + what,
            "fetch or copy it again; gzip -t tests a file");
    };
    std::size_t written = 0;
    while (written < room) {
        if (stream.avail_in == 0) {
            const std::size_t next = std::min(state_->rest.size(), most);
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(state_->rest.data()));
            stream.avail_in = uInt(next);
            state_->rest.remove_prefix(next);
        }
        if (stream.avail_in == 0) {
            if (state_->between_members) break;
            refuse("ends too early");
        }
        if (state_->between_members) {
            // Tapes and some writers pad with zeros: what follows them is not data.
            if (*stream.next_in == 0) break;
            if (inflateReset(&stream) != Z_OK) refuse("is damaged");
            state_->between_members = false;
        }
        const std::size_t step = std::min(room - written, most);
        stream.next_out = reinterpret_cast<Bytef*>(out + written);
        stream.avail_out = uInt(step);
        const int result = inflate(&stream, Z_NO_FLUSH);
        written += step - stream.avail_out;
        if (result == Z_STREAM_END) state_->between_members = true;
        else if (result != Z_OK && result != Z_BUF_ERROR) refuse("is damaged");
    }
    return written;
}

}  // namespace neighborscope
