#include "app/data/load/gzip_stream.hpp"

#include "app/data/load/inflation.hpp"
#include "gpu/error.hpp"

namespace neighborscope {

GzipStream::GzipStream(std::string path, std::string_view packed) : path_(std::move(path)), packed_(packed) { restart(); }

GzipStream::~GzipStream() = default;

void GzipStream::restart() { start_member(0); }

void GzipStream::start_member(std::size_t at) {
    member_at_ = at;
    member_ = std::make_unique<Inflation>(Inflation::Wrapper::gzip, packed_.substr(at));
}

std::size_t GzipStream::taken() const { return member_at_ + member_->taken(); }

std::size_t GzipStream::read(char* out, std::size_t room) {
    const auto refuse = [&](const char* what) {
        throw Error(Failure::input, path_ + ", byte " + std::to_string(taken()) + ": the gzip file " + what,
            "fetch or copy it again; gzip -t tests a file");
    };
    std::size_t written = 0;
    while (true) {
        written += member_->read(out + written, room - written);
        switch (member_->state()) {
            case Inflation::State::going: return written;
            case Inflation::State::damaged: refuse("is damaged"); break;
            case Inflation::State::cut: refuse("ends too early"); break;
            case Inflation::State::ended: break;
        }
        // Tapes and some writers pad with zeros: what follows them is not data.
        if (written == room || taken() == packed_.size() || packed_[taken()] == 0) return written;
        if (!packed_.substr(taken()).starts_with("\x1f\x8b"))
            throw Error(Failure::input, path_ + ", byte " + std::to_string(taken()) + ": what follows the end of the gzip data is none",
                "unpack it with gunzip, which leaves that away, and name the unpacked file");
        start_member(taken());
    }
}

}  // namespace neighborscope
