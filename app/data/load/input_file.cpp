#include "app/data/load/input_file.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/load/inflate_stream.hpp"
#include "app/data/load/reader.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace neighborscope {
namespace {

struct Descriptor {
    int number;
    ~Descriptor() {
        if (number >= 0) close(number);
    }
};

std::string remedy_for(int error) {
    if (error == EACCES || error == EPERM) return "get permission to read it";
    return error == EIO ? "copy it again, or to another disk" : "check the spelling and the folder";
}

}  // namespace

void InputFile::Free::operator()(char* memory) const { std::free(memory); }

std::string_view without_gz(std::string_view file_name) {
    const std::string extension = extension_of(file_name);
    return extension == ".gz" || extension == ".gzip" ? file_name.substr(0, file_name.size() - extension.size()) : file_name;
}

InputFile::InputFile(std::string path, const Progress& progress, std::size_t most_unpacked)
    : path_(std::move(path)), name_(path_), on_disk_(path_) {
    struct stat status {};
    // Checked before opening: opening a pipe without a writer would block for ever.
    if (stat(path_.c_str(), &status) != 0) throw Error(Failure::input, path_ + ": " + std::strerror(errno), remedy_for(errno));
    if (S_ISDIR(status.st_mode))
        throw Error(Failure::input, path_ + " is a folder", "give a file of points; only DATA may be a folder of pictures");
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
        skip_byte_order_mark();
        name_ = without_gz(path_);  // some browsers unpack on download
        return;
    }
    try {
        unpack(progress, most_unpacked);
    } catch (...) {
        munmap(memory, size);
        throw;
    }
}

InputFile::InputFile(std::string path, std::string bytes) : path_(std::move(path)), name_(path_), owned_(std::move(bytes)) {
    bytes_ = owned_;
    skip_byte_order_mark();
}

InputFile::~InputFile() {
    if (!mapped_.empty()) munmap(const_cast<char*>(mapped_.data()), mapped_.size());
}

void InputFile::release_pages(const char* from, const char* until) const {
    constexpr std::size_t page = 64 << 10;  // the largest page size, or a multiple
    const char *const first = mapped_.data(), *const last = first + mapped_.size();
    if (mapped_.empty() || from < first || until > last) return;
    const std::size_t begin = (std::size_t(from - first) + page - 1) / page * page, end = std::size_t(until - first) / page * page;
    if (begin < end) madvise(const_cast<char*>(first) + begin, end - begin, MADV_DONTNEED);
}

/// Skips UTF-8's byte order mark, which some editors write before text; no binary format of ours begins with these bytes.
void InputFile::skip_byte_order_mark() {
    byte_order_mark_bytes_ = bytes_.starts_with("\xef\xbb\xbf") ? 3 : 0;
    bytes_.remove_prefix(byte_order_mark_bytes_);
}

void InputFile::unpack(const Progress& progress, std::size_t most) {
    // The size at the end of a gzip file is modulo 2^32 and may be wrong: memory grows with the unpacked bytes instead. Large blocks grow
    // by moving pages, not bytes.
    constexpr std::size_t tile = 1 << 20;
    std::size_t capacity = 0, size = 0;
    GzipStream stream(*this);
    for (bool more = true; more && size < most;) {
        if (size == capacity) {
            const std::size_t larger = std::max(capacity + capacity / 2, std::min(most, 4 * tile));
            if (larger > 256 * tile)
                require_memory(double(larger - capacity), "unpacking " + path_, "unpack a part of it with gunzip and name that part");
            char* grown = static_cast<char*>(std::realloc(memory_.get(), larger));
            if (!grown) throw std::bad_alloc();
            static_cast<void>(memory_.release());
            memory_.reset(grown);
            capacity = larger;
        }
        const std::size_t room = std::min(tile, capacity - size), written = stream.read(memory_.get() + size, room);
        size += written;
        more = written == room;
        progress.step(double(stream.taken()), double(mapped_.size()));
    }
    if (size == 0) throw Error(Failure::input, path_ + " is empty once unpacked", "name a file that holds points");
    is_partial_ = size >= most;
    packed_bytes_read_ = stream.taken();
    bytes_ = {memory_.get(), size};
    skip_byte_order_mark();
    name_ = without_gz(path_);
    path_ += " (unpacked)";
}

}  // namespace neighborscope
