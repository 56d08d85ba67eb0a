#include "app/data/index_files/index_reader.hpp"

namespace neighborscope::index_files {
namespace {

const IndexReader* const all_readers[] = {
#define INDEX_READER(format) &format##_index_reader,
#include "app/data/index_files/index_readers.inc"
#undef INDEX_READER
};

}  // namespace

std::span<const IndexReader* const> index_readers() { return all_readers; }

const IndexReader* index_reader_named(std::string_view name) {
    for (const IndexReader* reader : all_readers)
        if (reader->name == name) return reader;
    return nullptr;
}

const IndexReader* index_reader_for(const InputFile& file) {
    for (const IndexReader* reader : all_readers)
        if (reader->recognises(file)) return reader;
    return nullptr;
}

}  // namespace neighborscope::index_files
