#include "tests/bench/vector_files.hpp"

#include "app/data/files/parallel.hpp"
#include "app/data/make/stream.hpp"
#include "tests/app/data/zip_file.hpp"

#include <hdf5.h>
#include <zlib.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>

namespace neighborscope::bench {
namespace {

constexpr std::uint64_t dimension = 128;

/// Like descriptors of pictures: integers below 256, most of them small.
std::uint8_t component(std::uint64_t element) {
    const float u = random_uniform_float(6, element);
    return std::uint8_t(256 * u * u * u);
}

template <class Value>
void vector_after_dimension(std::string& out, std::uint64_t row) {
    put(out, std::int32_t(dimension));
    for (std::uint64_t i = 0; i < dimension; ++i) put(out, Value(component(row * dimension + i)));
}

template <class Value>
void write_vectors(const std::string& path, double bytes) {
    write_records(path, bytes, "", vector_after_dimension<Value>);
}

std::string floats(std::uint64_t rows) {
    std::string values;
    values.reserve(rows * dimension * 4);
    for (std::uint64_t i = 0; i < rows * dimension; ++i) put(values, float(component(i)));
    return values;
}

void write_npz(const std::string& path, double bytes, bool deflated) {
    const auto rows = std::uint64_t(bytes / 4 / dimension);
    std::ofstream(path, std::ios::binary) << test::zip_file(
        {{"points.npy", npy_header("<f4", false, rows, int(dimension)) + floats(rows), deflated}});
}

constexpr std::size_t npz_stream = 30 + 10;  // after the local header and the name "points.npy"

/// Twenty of twenty features, or ten of five hundred.
void libsvm_row(std::string& out, std::uint64_t row, bool dense) {
    char text[48];
    out.append(row % 3 ? "+1" : "-1");
    for (std::uint64_t i = 0; i < (dense ? 20 : 10); ++i) {
        const std::uint64_t element = row * 20 + i;
        const auto index = dense ? i + 1 : 50 * i + 1 + counter_hash(7, element) % 50;
        out.append(
            text, std::size_t(std::snprintf(text, sizeof text, " %u:%.6f", unsigned(index), double(random_uniform_float(8, element)))));
    }
    out += '\n';
}

void write_arff(const std::string& path, double bytes) {
    std::string header = "@relation points\n";
    for (const char* name : {"length", "width", "height", "weight"}) header += std::string("@attribute ") + name + " numeric\n";
    header += "@attribute class {setosa,versicolor,virginica}\n@data\n";
    write_records(path, bytes, header, [](std::string& out, std::uint64_t row) {
        constexpr const char* classes[] = {"setosa", "versicolor", "virginica"};
        char text[32];
        for (std::uint64_t i = 0; i < 4; ++i)
            out.append(text, std::size_t(std::snprintf(text, sizeof text, "%.4f,", double(random_uniform_float(9, 4 * row + i)) * 100)));
        out += classes[row % 3];
        out += '\n';
    });
}

void write_pictures(const std::string& path, double bytes) {
    constexpr std::uint64_t side = 28;
    const auto pictures = std::uint32_t(bytes / double(side * side));
    std::string header("\0\0\x08\x03", 4);
    for (const std::uint32_t size : {pictures, std::uint32_t(side), std::uint32_t(side)}) put(header, __builtin_bswap32(size));
    write_records(path, double(pictures) * double(side * side), header, [](std::string& out, std::uint64_t picture) {
        for (std::uint64_t i = 0; i < side * side; ++i) out += char(component(picture * side * side + i));
    });
}

/// Chunks of `chunk_rows` rows, each deflated; 0: contiguous.
void write_hdf5(const std::string& path, double bytes, hsize_t chunk_rows) {
    const hsize_t shape[2] = {hsize_t(bytes / 4 / dimension), dimension}, chunk[2] = {std::min(chunk_rows, shape[0]), dimension};
    const std::string values = floats(shape[0]);
    const hid_t out = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), space = H5Screate_simple(2, shape, nullptr),
                layout = H5Pcreate(H5P_DATASET_CREATE);
    if (chunk_rows) H5Pset_chunk(layout, 2, chunk), H5Pset_deflate(layout, 4);
    const hid_t set = H5Dcreate2(out, "train", H5T_IEEE_F32LE, space, H5P_DEFAULT, layout, H5P_DEFAULT);
    if (H5Dwrite(set, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) std::abort();
    H5Dclose(set), H5Pclose(layout), H5Sclose(space), H5Fclose(out);
}

/// Inflates every chunk, on as many threads as the reader has.
std::function<void()> chunks_alone(const std::string& path) {
    struct Chunk {
        haddr_t at = 0;
        hsize_t bytes = 0;
    };
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), set = H5Dopen2(file, "train", H5P_DEFAULT),
                space = H5Dget_space(set), layout = H5Dget_create_plist(set);
    hsize_t count = 0, shape[2] = {}, offset[2] = {};
    H5Pget_chunk(layout, 2, shape);
    H5Dget_num_chunks(set, space, &count);
    std::vector<Chunk> chunks(count);
    for (hsize_t i = 0; i < count; ++i) {
        unsigned left_out = 0;
        if (H5Dget_chunk_info(set, space, i, offset, &left_out, &chunks[i].at, &chunks[i].bytes) < 0) std::abort();
    }
    H5Pclose(layout), H5Sclose(space), H5Dclose(set), H5Fclose(file);
    const auto content = std::make_shared<const std::string>(content_of(path));
    const std::size_t room = shape[0] * shape[1] * 4;
    return [=] {
        parallel_pieces(chunks.size(), 0, {}, [&](std::size_t i) {
            thread_local std::vector<Bytef> out;
            out.resize(room);
            uLongf size = room;
            if (uncompress(out.data(), &size, reinterpret_cast<const Bytef*>(content->data() + chunks[i].at), chunks[i].bytes) != Z_OK)
                std::abort();
        });
    };
}

void write_packed_table(const std::string& path, double bytes) {
    const gzFile out = gzopen(path.c_str(), "wb6");
    std::string block = "x,y\n";
    char text[48];
    std::uint64_t row = 0;
    for (double written = 0; written < bytes; written += double(block.size()), block.clear()) {
        while (block.size() < (1 << 20)) {
            const double x = double(random_uniform_float(3, 2 * row)) * 360 - 180,
                         y = double(random_uniform_float(3, 2 * row + 1)) * 360 - 180;
            block.append(text, std::size_t(std::snprintf(text, sizeof text, "%.6f,%.6f\n", x, y)));
            ++row;
        }
        if (gzwrite(out, block.data(), unsigned(block.size())) <= 0) std::abort();
    }
    gzclose(out);
}

/// The file that `write` makes, in gzip.
void write_packed(const std::string& path, double bytes, const std::function<void(const std::string&, double)>& write) {
    write(path, bytes);
    const std::string plain = content_of(path);
    const gzFile out = gzopen(path.c_str(), "wb6");
    for (std::size_t at = 0; at < plain.size(); at += 1 << 20)
        if (gzwrite(out, plain.data() + at, unsigned(std::min<std::size_t>(1 << 20, plain.size() - at))) <= 0) std::abort();
    gzclose(out);
}

void write_matrix(const std::string& path, double bytes) {
    const auto rows = std::uint64_t(bytes / 4 / dimension);
    std::ofstream(path, std::ios::binary) << npy_header("<f4", false, rows, int(dimension)) << floats(rows);
}

std::function<void()> gzip_alone(const std::string& path) { return inflate_alone(path, 0, 15 + 16); }

}  // namespace

const std::vector<GeneratedFile>& vector_files() {
    static const std::vector<GeneratedFile> files{
        {"fvecs, 128 dimensions", "points.fvecs", write_vectors<float>},
        {"bvecs, 128 dimensions", "points.bvecs", write_vectors<std::uint8_t>},
        {"ivecs, 128 dimensions", "points.ivecs", write_vectors<std::int32_t>},
        {"NPZ, stored, 128 dimensions", "points.npz", [](const std::string& path, double bytes) { write_npz(path, bytes, false); }},
        {"NPZ, deflated, 128 dimensions", "points.npz", [](const std::string& path, double bytes) { write_npz(path, bytes / 4, true); },
            [](const std::string& path) { return inflate_alone(path, npz_stream, -15); }},
        {"HDF5, contiguous, 128 dimensions", "points.hdf5", [](const std::string& path, double bytes) { write_hdf5(path, bytes, 0); }},
        {"HDF5, chunks, deflated, 128 dim.", "points.hdf5",
            [](const std::string& path, double bytes) { write_hdf5(path, bytes / 2, 1000); }, chunks_alone},
        {"IDX, pictures of 28 x 28", "points-idx3-ubyte", write_pictures},
        {"LIBSVM, 20 of 20 features", "points.libsvm",
            [](const std::string& path, double bytes) {
                write_records(path, bytes, "", [](std::string& out, std::uint64_t row) { libsvm_row(out, row, true); });
            }},
        {"LIBSVM, 10 of 500 features", "points.libsvm",
            [](const std::string& path, double bytes) {
                write_records(path, bytes, "", [](std::string& out, std::uint64_t row) { libsvm_row(out, row, false); });
            }},
        {"ARFF, 4-D, a class", "points.arff", write_arff},
        {"CSV, 2-D, gzip", "points.csv.gz", write_packed_table, gzip_alone},
        {"NPY, <f4, 128 dimensions, gzip", "points.npy.gz",
            [](const std::string& path, double bytes) { write_packed(path, bytes, write_matrix); }, gzip_alone},
        {"fvecs, 128 dimensions, gzip", "points.fvecs.gz",
            [](const std::string& path, double bytes) { write_packed(path, bytes, write_vectors<float>); }, gzip_alone},
        {"IDX, pictures of 28 x 28, gzip", "points-idx3-ubyte.gz",
            [](const std::string& path, double bytes) { write_packed(path, bytes, write_pictures); }, gzip_alone},
    };
    return files;
}

}  // namespace neighborscope::bench
