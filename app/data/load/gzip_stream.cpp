#include "app/data/load/gzip_stream.hpp"

#include "app/data/load/inflation.hpp"
#include "app/data/load/input_file.hpp"
#include "gpu/error.hpp"

namespace neighborscope {
namespace {

constexpr std::size_t memory_kept = 1 << 20;  // of packed bytes that were read

}  // namespace

GzipStream::GzipStream(const InputFile& file) : file_(file), packed_(file.packed()) { restart(); }

GzipStream::~GzipStream() = default;

void GzipStream::restart() {
    given_back_ = 0;
    start_member(0);
}

void GzipStream::start_member(std::size_t at) {
    member_at_ = at;
    member_ = std::make_unique<Inflation>(Inflation::Wrapper::gzip, packed_.substr(at));
}

std::size_t GzipStream::taken() const { return member_at_ + member_->taken(); }

std::size_t GzipStream::read(char* out, std::size_t room) {
    const auto refuse = [&](const char* what) {
        throw Error(Failure::input, file_.on_disk() + ", byte " + std::to_string(taken()) + ": the gzip file " + what,
            "fetch or copy it again; gzip -t tests a file");
    };
    std::size_t written = 0;
    while (true) {
        written += member_->read(out + written, room - written);
        if (const std::size_t now = taken(); now - given_back_ >= memory_kept) {
            file_.give_back(packed_.data() + given_back_, packed_.data() + now);
            given_back_ = now / memory_kept * memory_kept;
        }
        switch (member_->state()) {
            case Inflation::State::going: return written;
            case Inflation::State::damaged: refuse("is damaged"); break;
            case Inflation::State::cut: refuse("ends too early"); break;
            case Inflation::State::ended: break;
        }
        // Tapes and some writers pad with zeros: what follows them is not data.
        if (written == room || taken() == packed_.size() || packed_[taken()] == 0) return written;
        if (!packed_.substr(taken()).starts_with("\x1f\x8b"))
            throw Error(Failure::input,
                file_.on_disk() + ": after the end of the compressed data at byte " + std::to_string(taken()) + " come " +
                    std::to_string(packed_.size() - taken()) + " bytes that are not gzip",
                "cut them off: head -c " + std::to_string(taken()) + " FILE > NEW.gz");
        start_member(taken());
    }
}

}  // namespace neighborscope
