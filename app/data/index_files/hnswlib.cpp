// hnswlib's index in one file: header, elements of level 0, links of the levels above. There is no signature, and no metric.
#include "app/data/index_files/hnswlib_parts.hpp"

namespace neighborscope::index_files {
namespace hnswlib {
namespace {

bool recognises(const InputFile& file) {
    if (file.size() < header_bytes) return false;
    ByteReader reader(file);
    return read_header(reader).is_possible();
}

stored::StoredIndex read(const SharedFile& file) {
    ByteReader elements(*file);
    const Header header = read_header(elements);
    check_header(elements, 0, header);
    ByteReader upper(*file, elements.at());
    upper.take(header.rows, header.element_bytes, "the elements of level 0");
    stored::StoredIndex index = make_index(header, elements, upper, {file});
    upper.expect_end("the index");
    return index;
}

}  // namespace
}  // namespace hnswlib

const IndexReader hnswlib_index_reader{
    "hnswlib", "the .bin of hnswlib's save_index, float32 or uint8, of any version", hnswlib::recognises, hnswlib::read};

}  // namespace neighborscope::index_files
