#include "app/data/load/mapped_file.hpp"

#include "gpu/error.hpp"

#include <cerrno>
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

}  // namespace

MappedFile::MappedFile(std::string path) : path_(std::move(path)) {
    struct stat status {};
    // Looked at before opening: opening a pipe nobody writes to would wait for ever.
    if (stat(path_.c_str(), &status) != 0)
        throw Error(Failure::input, path_ + ": " + std::strerror(errno), errno == ENOENT ? "check the spelling and the folder" : "");
    if (S_ISDIR(status.st_mode))
        throw Error(Failure::input, path_ + " is a folder", "name one file of points; folders of pictures are not read by this build");
    if (!S_ISREG(status.st_mode))
        throw Error(Failure::input, path_ + " is a pipe or a device", "write the data to a file first and name that file");
    const Descriptor file{open(path_.c_str(), O_RDONLY | O_CLOEXEC)};
    if (file.number < 0 || fstat(file.number, &status) != 0)
        throw Error(Failure::input, path_ + ": " + std::strerror(errno), errno == EACCES ? "ask for the permission to read it" : "");
    if (status.st_size == 0) throw Error(Failure::input, path_ + " is empty", "name a file that holds points");
    size_ = std::size_t(status.st_size);
    void* memory = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.number, 0);
    if (memory == MAP_FAILED) throw Error(Failure::input, path_ + " cannot be mapped: " + std::strerror(errno), "copy it to a local disk");
    madvise(memory, size_, MADV_WILLNEED);
    begin_ = static_cast<const char*>(memory);
}

MappedFile::~MappedFile() { munmap(const_cast<char*>(begin_), size_); }

}  // namespace neighborscope
