#include "app/data/load/input_file.hpp"

#include "app/data/load/reader.hpp"
#include "app/data/memory.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zlib.h>

namespace neighborscope {
namespace {

struct Descriptor {
    int number;
    ~Descriptor() {
        if (number >= 0) close(number);
    }
};

std::string remedy_for(int error) {
    if (error == EACCES || error == EPERM) return "ask for the permission to read it";
    return error == EIO ? "copy it again, or to another disk" : "check the spelling and the folder";
}

/// zlib's inflate over the members of a gzip file (RFC 1952).
class Inflater {
public:
    explicit Inflater(std::string_view packed) {
        if (inflateInit2(&stream_, 15 + 16) != Z_OK) throw std::bad_alloc();
        rest_ = packed;
    }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    ~Inflater() { inflateEnd(&stream_); }

    enum class State { more, ended, damaged, cut_short };
    /// Fills `room` bytes at `out` as far as the file goes; `written` says how far.
    State fill(char* out, std::size_t room, std::size_t& written) {
        written = 0;
        while (written < room) {
            if (stream_.avail_in == 0) {
                const std::size_t next = std::min<std::size_t>(rest_.size(), 1 << 30);
                stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));
                stream_.avail_in = uInt(next);
                rest_.remove_prefix(next);
            }
            if (stream_.avail_in == 0) return between_members_ ? State::ended : State::cut_short;
            if (between_members_) {
                // Tapes and some writers pad with zeros: what follows them is not data.
                if (*stream_.next_in == 0) return State::ended;
                if (inflateReset(&stream_) != Z_OK) return State::damaged;
                between_members_ = false;
            }
            const std::size_t step = std::min<std::size_t>(room - written, 1 << 30);
            stream_.next_out = reinterpret_cast<Bytef*>(out + written);
            stream_.avail_out = uInt(step);
            const int result = inflate(&stream_, Z_NO_FLUSH);
            written += step - stream_.avail_out;
            if (result == Z_STREAM_END) between_members_ = true;
            else if (result != Z_OK && result != Z_BUF_ERROR) return State::damaged;
        }
        return State::more;
    }
    std::size_t left() const { return rest_.size() + stream_.avail_in; }

private:
    z_stream stream_{};
    std::string_view rest_;
    bool between_members_ = false;
};

}  // namespace

void InputFile::Free::operator()(char* memory) const { std::free(memory); }

std::string_view without_gz(std::string_view file_name) {
    const std::string extension = extension_of(file_name);
    return extension == ".gz" || extension == ".gzip" ? file_name.substr(0, file_name.size() - extension.size()) : file_name;
}

InputFile::InputFile(std::string path, const Progress& progress) : path_(std::move(path)), name_(path_) {
    struct stat status {};
    // Looked at before opening: opening a pipe nobody writes to would wait for ever.
    if (stat(path_.c_str(), &status) != 0) throw Error(Failure::input, path_ + ": " + std::strerror(errno), remedy_for(errno));
    if (S_ISDIR(status.st_mode))
        throw Error(Failure::input, path_ + " is a folder", "name one file of points; folders of pictures are not read by this build");
    if (!S_ISREG(status.st_mode))
        throw Error(Failure::input, path_ + " is a pipe or a device", "write the data to a file first and name that file");
    const Descriptor file{open(path_.c_str(), O_RDONLY | O_CLOEXEC)};
    if (file.number < 0 || fstat(file.number, &status) != 0)
        throw Error(Failure::input, path_ + ": " + std::strerror(errno), remedy_for(errno));
    if (status.st_size == 0) throw Error(Failure::input, path_ + " is empty", "name a file that holds points");
    const std::size_t size = std::size_t(status.st_size);
    void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number, 0);
    if (memory == MAP_FAILED) throw Error(Failure::input, path_ + " cannot be mapped: " + std::strerror(errno), "copy it to a local disk");
    madvise(memory, size, MADV_WILLNEED);
    bytes_ = mapped_ = {static_cast<const char*>(memory), size};
    if (!bytes_.starts_with("\x1f\x8b")) {
        name_ = without_gz(path_);  // unpacked on its way, as browsers do
        return;
    }
    try {
        unpack(progress);
    } catch (...) {
        munmap(memory, size);
        throw;
    }
}

InputFile::InputFile(std::string path, std::string bytes) : path_(std::move(path)), name_(path_), owned_(std::move(bytes)) {
    bytes_ = owned_;
}

InputFile::~InputFile() {
    if (!mapped_.empty()) munmap(const_cast<char*>(mapped_.data()), mapped_.size());
}

void InputFile::unpack(const Progress& progress) {
    // The size in a gzip file's last bytes is modulo 2^32 and may be anything: memory grows with what comes out instead. Large
    // blocks grow by moving pages, not bytes.
    constexpr std::size_t tile = 1 << 20;
    std::size_t capacity = 0, size = 0;
    Inflater inflater(mapped_);
    Inflater::State state = Inflater::State::more;
    while (state == Inflater::State::more) {
        if (size == capacity) {
            const std::size_t larger = std::max(capacity + capacity / 2, 4 * tile);
            if (larger > 256 * tile)
                require_memory(double(larger - capacity), "unpacking " + path_, "unpack a part of it with gunzip and name that part");
            char* grown = static_cast<char*>(std::realloc(unpacked_.get(), larger));
            if (!grown) throw std::bad_alloc();
            static_cast<void>(unpacked_.release());
            unpacked_.reset(grown);
            capacity = larger;
        }
        std::size_t written = 0;
        state = inflater.fill(unpacked_.get() + size, std::min(tile, capacity - size), written);
        size += written;
        progress.step(double(mapped_.size() - inflater.left()), double(mapped_.size()));
    }
    const std::string at = path_ + ", byte " + std::to_string(mapped_.size() - inflater.left());
    if (state == Inflater::State::cut_short)
        throw Error(Failure::input, at + ": the gzip file ends too early", "fetch or copy it again; gzip -t tests a file");
    if (state == Inflater::State::damaged)
        throw Error(Failure::input, at + ": the gzip file is damaged", "fetch or copy it again; gzip -t tests a file");
    if (size == 0) throw Error(Failure::input, path_ + " is empty once unpacked", "name a file that holds points");
    bytes_ = {unpacked_.get(), size};
    name_ = without_gz(path_);
    path_ += " (unpacked)";
}

}  // namespace neighborscope
