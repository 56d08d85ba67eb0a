#include "app/data/load/hdf5/hdf5_file.hpp"

#include "app/data/load/hdf5/sandbox.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>

#include <hdf5.h>

namespace neighborscope::hdf5 {
namespace {

constexpr std::uint64_t most_expansion = 1032;  // of deflate
constexpr std::size_t most_objects = 10000;

/// Locks libhdf5, which is not thread-safe. Throws Cancelled when asked to stop while waiting.
std::unique_lock<std::timed_mutex> wait_for_library(const Progress& progress) {
    static std::timed_mutex mutex;
    std::unique_lock lock(mutex, std::defer_lock);
    while (!lock.try_lock_for(std::chrono::milliseconds(20))) progress.step(0, 0);
    return lock;
}

/// An identifier of the library, closed on destruction.
class Handle {
public:
    Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() {
        if (id_ >= 0) close_(id_);
    }
    operator hid_t() const { return id_; }
    bool ok() const { return id_ >= 0; }

private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

/// Returns the message of the library's innermost function.
std::string reason() {
    std::string text;
    const auto first = [](unsigned, const H5E_error2_t* error, void* out) -> herr_t {
        if (error->desc && static_cast<std::string*>(out)->empty())
            *static_cast<std::string*>(out) = std::string(error->desc).substr(0, 100);
        return 0;
    };
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, first, &text);
    return text.empty() ? "no reason is known" : text;
}

[[noreturn]] void refuse(const InputFile& file, const std::string& what) {
    throw Error(Failure::input, file.path() + ": " + what, "copy the file again; h5dump -H shows what is in it");
}

/// The mapped bytes as the library's file: nothing is copied or freed.
struct Image {
    static void* allocate(std::size_t, H5FD_file_image_op_t, void* image) { return static_cast<Image*>(image)->bytes; }
    static void* copy(void* to, const void* from, std::size_t, H5FD_file_image_op_t, void*) { return to == from ? to : nullptr; }
    static void* resize(void*, std::size_t, H5FD_file_image_op_t, void*) { return nullptr; }
    static herr_t free(void*, H5FD_file_image_op_t, void*) { return 0; }
    static void* copy_data(void* image) { return image; }
    static herr_t free_data(void*) { return 0; }
    void* bytes;
};

/// Whether the type is an enumeration of a byte with members 0 and 1, as h5py writes booleans.
bool is_boolean(hid_t type) {
    if (H5Tget_size(type) != 1 || H5Tget_nmembers(type) != 2) return false;
    unsigned char first = 2, second = 2;
    return H5Tget_member_value(type, 0, &first) >= 0 && H5Tget_member_value(type, 1, &second) >= 0 && first + second == 1 &&
           first * second == 0;
}

/// Converts the file's type to a supported number format, if there is one.
bool number_of(hid_t type, NumberFormat& number) {
    const H5T_class_t kind = H5Tget_class(type);
    if (kind == H5T_ENUM && is_boolean(type)) {
        number = {Scalar::boolean, false};
        return true;
    }
    const std::size_t bytes = H5Tget_size(type);
    if ((kind != H5T_INTEGER && kind != H5T_FLOAT) || H5Tget_offset(type) != 0 || H5Tget_precision(type) != 8 * bytes) return false;
    const H5T_order_t order = H5Tget_order(type);
    if (order != H5T_ORDER_LE && order != H5T_ORDER_BE) return false;
    const char letter = kind == H5T_FLOAT ? 'f' : H5Tget_sign(type) == H5T_SGN_2 ? 'i' : 'u';
    const std::optional<Scalar> known = scalar_named(letter + std::to_string(bytes));
    if (!known) return false;
    number = {*known, bytes > 1 && order == H5T_ORDER_BE};
    if (kind != H5T_FLOAT) return true;
    std::size_t sign = 0, exponent = 0, exponent_bits = 0, mantissa = 0, mantissa_bits = 0;
    if (H5Tget_fields(type, &sign, &exponent, &exponent_bits, &mantissa, &mantissa_bits) < 0) return false;
    const std::size_t of_ieee = bytes == 2 ? 5 : bytes == 4 ? 8 : 11;
    return exponent_bits == of_ieee && mantissa == 0 && sign == 8 * bytes - 1 && mantissa_bits + exponent_bits + 1 == 8 * bytes &&
           exponent == mantissa_bits && H5Tget_ebias(type) == (std::size_t(1) << (exponent_bits - 1)) - 1;
}

struct Listing {
    const InputFile& input;
    hid_t file;
    std::vector<NamedArray> arrays;
};

herr_t list_object(hid_t root, const char* name, const H5O_info_t* info, void* data) {
    Listing& listing = *static_cast<Listing*>(data);
    if (listing.arrays.size() == most_objects) return 1;
    if (info->type != H5O_TYPE_DATASET || std::string_view(name).size() > 1000) return 0;
    NamedArray array;
    const std::string path(name);
    array.path = path;
    array.name = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
    const auto add = [&](const std::string& why) {
        if (!why.empty()) array.why = listing.input.path() + ": /" + path + " " + why;
        listing.arrays.push_back(std::move(array));
        return 0;
    };
    const Handle set(H5Dopen2(root, name, H5P_DEFAULT), H5Dclose);
    if (!set.ok()) return add("cannot be opened: " + reason());
    const Handle space(H5Dget_space(set), H5Sclose), type(H5Dget_type(set), H5Tclose);
    if (!space.ok() || !type.ok()) return add("cannot be read: " + reason());
    const int dimensions = H5Sget_simple_extent_ndims(space);
    if (dimensions > 0 && dimensions <= H5S_MAX_RANK) {
        hsize_t shape[H5S_MAX_RANK] = {};
        H5Sget_simple_extent_dims(space, shape, nullptr);
        array.shape.assign(shape, shape + dimensions);
    }
    NumberFormat number;
    if (array.shape.empty()) return add("");
    if (!number_of(type, number)) return add("holds no plain numbers");
    if (array.shape.size() > 2) {
        std::string shape;
        for (const std::uint64_t length : array.shape) shape += (shape.empty() ? "" : " x ") + std::to_string(length);
        return add("has " + std::to_string(array.shape.size()) + " dimensions, shape " + shape);
    }
    array.kind = NamedArray::Kind::numbers;
    array.integers = is_integer(number.type);
    return add("");
}

/// Returns the filters of the values. An input Error for unsupported filters.
std::vector<int> filters_of(const InputFile& file, hid_t properties, const std::string& path) {
    std::vector<int> filters;
    const int count = H5Pget_nfilters(properties);
    for (int i = 0; i < count; ++i) {
        unsigned flags = 0, configuration = 0;
        std::size_t values = 0;
        char name[64] = {};
        const H5Z_filter_t filter = H5Pget_filter2(properties, unsigned(i), &flags, &values, nullptr, sizeof name, name, &configuration);
        const bool twice = filter == H5Z_FILTER_DEFLATE && std::count(filters.begin(), filters.end(), filter) > 0;
        if ((filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_FLETCHER32) || twice || count > 8)
            throw Error(Failure::input,
                file.path() + ": " + path + " is compressed with filter " + std::to_string(filter) + ", which this build does not read",
                "compress it differently: h5repack -f GZIP=4 from.hdf5 to.hdf5");
        filters.push_back(filter);
    }
    return filters;
}

void find_chunks(const InputFile& file, hid_t set, hid_t properties, int dimensions, StoredArray& values) {
    hsize_t shape[2] = {1, 1};
    if (H5Pget_chunk(properties, 2, shape) != dimensions || shape[0] == 0 || shape[1] == 0)
        refuse(file, values.path + " has impossible chunks: " + reason());
    values.chunked = true;
    values.chunk_rows = shape[0];
    values.chunk_columns = dimensions == 2 ? shape[1] : 1;
    const std::uint64_t down = (values.rows - 1) / values.chunk_rows + 1, across = (values.columns - 1) / values.chunk_columns + 1;
    std::uint64_t count = 0;
    if (__builtin_mul_overflow(down, across, &count) || count > file.size() / 8)
        refuse(file, values.path + " is said to have " + std::to_string(down) + " x " + std::to_string(across) +
                         " chunks, more than the file can hold");
    const double bytes = double(values.chunk_rows) * double(values.chunk_columns) * double(scalar_bytes(values.number.type));
    const bool packed = std::count(values.filters.begin(), values.filters.end(), int(H5Z_FILTER_DEFLATE)) > 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const hsize_t offset[2] = {i / across * values.chunk_rows, i % across * values.chunk_columns};
        Chunk chunk;
        haddr_t at = HADDR_UNDEF;
        hsize_t size = 0;
        if (H5Dget_chunk_info_by_coord(set, offset, &chunk.filters_left_out, &at, &size) < 0)
            refuse(file, values.path + ": chunk " + std::to_string(i) + " cannot be found: " + reason());
        if (at != HADDR_UNDEF && size > 0) {
            if (at > file.size() || size > file.size() - at)
                refuse(file,
                    values.path + ": chunk " + std::to_string(i) + " is said to lie at byte " + std::to_string(at) + ", beyond the file");
            if (bytes > double(size) * double(packed ? most_expansion : 1) + 64)
                refuse(file, values.path + ": chunk " + std::to_string(i) + " is said to hold " + std::to_string(std::uint64_t(bytes)) +
                                 " bytes in " + std::to_string(size) + ", which is impossible");
            chunk.at = at;
            chunk.bytes = size;
        }
        values.chunks.push_back(chunk);
    }
}

StoredArray find_values(const InputFile& file, hid_t from, const std::string& path, const NamedArray& array) {
    StoredArray values;
    values.path = path;
    const Handle set(H5Dopen2(from, path.c_str(), H5P_DEFAULT), H5Dclose);
    if (!set.ok()) refuse(file, path + " cannot be opened: " + reason());
    const Handle type(H5Dget_type(set), H5Tclose), properties(H5Dget_create_plist(set), H5Pclose);
    if (!type.ok() || !properties.ok() || !number_of(type, values.number)) refuse(file, path + " cannot be read: " + reason());
    values.rows = array.shape[0];
    values.columns = array.shape.size() == 2 ? array.shape[1] : 1;
    if (values.rows == 0 || values.columns == 0)
        throw Error(Failure::input, file.path() + ": " + path + " holds no points", "name a file with at least one point");
    values.filters = filters_of(file, properties, path);

    std::uint64_t needed = 0;
    const std::uint64_t stored = H5Dget_storage_size(set);
    const bool overflow = __builtin_mul_overflow(values.rows, values.columns, &needed) ||
                          __builtin_mul_overflow(needed, std::uint64_t(scalar_bytes(values.number.type)), &needed);
    const std::string shape = std::to_string(values.rows) + " x " + std::to_string(values.columns);
    const std::uint64_t most = std::min<std::uint64_t>(stored, file.size()) * (values.filters.empty() ? 1 : most_expansion);
    if (overflow || needed > most)
        refuse(file, path + ": " + shape + " values need " + (overflow ? "more than 2^64" : std::to_string(needed)) + " bytes, " +
                         std::to_string(stored) + " are stored");
    switch (H5Pget_layout(properties)) {
        case H5D_CONTIGUOUS: {
            const haddr_t at = H5Pget_external_count(properties) > 0 ? HADDR_UNDEF : H5Dget_offset(set);
            if (at == HADDR_UNDEF || at > file.size() || needed > file.size() - at)
                refuse(file, path + ": its values do not lie in the file");
            values.at = at;
            break;
        }
        case H5D_CHUNKED: find_chunks(file, set, properties, int(array.shape.size()), values); break;
        default:
            throw Error(Failure::input, file.path() + ": " + path + " has a layout that this build does not read",
                "rewrite it: h5repack -l CONTI from.hdf5 to.hdf5");
    }
    return values;
}

/// Opens the file in the library and calls `work` with it and with all data sets.
template <class Work>
void with_listing(const InputFile& file, const Work& work) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    H5PLset_loading_state(0);  // the file cannot make the library load plugins
    Image image{const_cast<char*>(file.begin())};
    H5FD_file_image_callbacks_t callbacks{
        Image::allocate, Image::copy, Image::resize, Image::free, Image::copy_data, Image::free_data, &image};
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    if (!access.ok() || H5Pset_fapl_core(access, 1 << 16, false) < 0 || H5Pset_file_image_callbacks(access, &callbacks) < 0 ||
        H5Pset_file_image(access, image.bytes, file.size()) < 0)
        refuse(file, "libhdf5 cannot open it: " + reason());
    const Handle opened(H5Fopen("points.hdf5", H5F_ACC_RDONLY, access), H5Fclose);
    if (!opened.ok()) refuse(file, "byte 0: the HDF5 file is damaged or was cut: " + reason());
    Listing listing{file, opened, {}};
    if (H5Ovisit2(opened, H5_INDEX_NAME, H5_ITER_INC, list_object, &listing, H5O_INFO_BASIC) < 0)
        refuse(file, "the HDF5 file's groups are damaged: " + reason());
    work(hid_t(opened), listing.arrays);
}

Contents list_contents(const InputFile& file, const ArrayChooser& choose) {
    Contents contents;
    with_listing(file, [&](hid_t opened, const std::vector<NamedArray>& arrays) {
        contents.choice = choose(arrays);
        contents.choice.colours = -1;
        for (const NamedArray& array : arrays) contents.names.push_back(array.name);
        const auto find = [&](int i) { return find_values(file, opened, "/" + arrays[std::size_t(i)].path, arrays[std::size_t(i)]); };
        for (const int i : contents.choice.points) contents.points.push_back(find(i));
        for (const int i : contents.choice.quantities) contents.quantities.push_back(find(i));
    });
    return contents;
}

/// libhdf5 1.10 reads invalid memory for some damaged files: a file on which the child process crashes is an error.
template <class Work>
auto with_library(const InputFile& file, const Progress& progress, const Work& work) {
    const auto library = wait_for_library({{}, progress.stop});
    if (const std::optional<SandboxFailure> sandbox_failure = run_in_sandbox([&] { work(); }, progress.stop)) {
        if (sandbox_failure->error) throw Error(*sandbox_failure->error);
        if (sandbox_failure->late) refuse(file, "libhdf5 does not finish reading it");
        refuse(file, "byte 0: the HDF5 file is damaged: libhdf5 crashes on it");
    }
    return work();
}

}  // namespace

Contents read_contents(const InputFile& file, const ArrayChooser& choose, const Progress& progress) {
    return with_library(file, progress, [&] { return list_contents(file, choose); });
}

std::vector<NamedArray> list_arrays(const InputFile& file, const Progress& progress) {
    return with_library(file, progress, [&] {
        std::vector<NamedArray> all;
        with_listing(file, [&](hid_t, const std::vector<NamedArray>& arrays) { all = arrays; });
        return all;
    });
}

}  // namespace neighborscope::hdf5
