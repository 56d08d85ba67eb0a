// Formats that are not read: the error names the format and says what to do.
#include "tests/app/data/test_file.hpp"
#include "tests/app/data/zip_file.hpp"

namespace neighborscope::test {
namespace {

template <class... Values>
std::string bytes(Values... values) {
    std::string all;
    (all.append(reinterpret_cast<const char*>(&values), sizeof values), ...);
    return all;
}
using U4 = std::uint32_t;
using U8 = std::uint64_t;

void refused(const std::string& content, const std::vector<std::string>& texts, const std::string& name = "points.bin") {
    expect_refused(content, texts, "", name);
}

TEST(UnsupportedFormats, FilesOfOtherPrograms) {
    refused("PAR1....", {"a Parquet file", ".csv or .npy"}, "a.parquet");
    refused(std::string("ARROW1\0\0....", 12), {"an Arrow file (Feather)", "pandas.read_feather"}, "a.feather");
    refused("FEA1....", {"a Feather file"}, "a.feather");
    refused(bytes(~U4(0), U4(240), U4(16), U4(0), U4(0)), {"an Arrow stream"}, "a.arrows");
    refused("ASTM-E57....", {"an E57 file", "pdal translate"}, "a.e57");
    refused("<?xml version=\"1.0\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\">", {"a KML file", "ogr2ogr", "AS_XY"}, "a.kml");
    refused("<?xml version=\"1.0\"?>\n<gpx version=\"1.1\">", {"a GPX file", "waypoints"}, "a.gpx");
    refused("<gpx version=\"1.1\">", {"a GPX file"}, "a.gpx");
    refused("<?xml version=\"1.0\"?>\n<COLLADA>", {"an XML file (COLLADA", "MeshLab"}, "a.dae");
    refused(zip_file({{"doc.kml", "<kml/>"}}), {"a KMZ file", "ogr2ogr"}, "a.kmz");
    refused(zip_file({{"model/data.pkl", "x"}}), {"a file of PyTorch", "numpy.save"}, "a.pt");
    refused(bytes(U8(60)) + "{\"weight\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]}}", {"a safetensors file", ".npy"},
        "a.safetensors");
    refused(std::string("\0\0\x27\x0a\0\0\0\0", 8), {"a shapefile", "ogr2ogr"}, "a.shp");
    refused(std::string("\x80\4\x95\1\0\0\0", 7), {"a pickle of Python"}, "a.pkl");
    refused("MATLAB 5.0 MAT-file, Platform: GLNXA64", {"a file of MATLAB", "scipy.io.loadmat"}, "a.mat");
}

TEST(UnsupportedFormats, ASinglePicture) {
    refused("\x89PNG\r\n\x1a\n....", {"a single picture", "name the folder", "faces DIR --query"}, "a.png");
    refused("\xff\xd8\xff\xe0....", {"a single picture"}, "a.jpg");
    refused("P2 2 1 255 7 8", {"a single picture"}, "a.pgm");
    refused("GIF89a", {"a GIF picture"}, "a.gif");
    refused("RIFF....WEBPVP8 ", {"a single picture"}, "a.webp");
    EXPECT_EQ(load_text("P1 P2\n1 2\n3 4\n", "", "a.txt").count(), 2);  // names of columns
}

TEST(UnsupportedFormats, IndexesOfOtherLibraries) {
    const std::string remedy = "give the file of the points from which it was built";
    // Readers of indexes say what is wrong with theirs.
    const std::string filler = bytes(U8(1 << 20), U8(1 << 20));
    for (const char* kind : {"IxF2", "IwFl", "IHNf", "IxMp", "IxPq", "IwSq"})
        refused(kind + bytes(U4(16), U8(2000)) + filler + std::string(100, '\1'), {"the file was cut or is damaged"}, "a.faiss");
    refused("IBxF" + bytes(U4(64), U4(8), U8(500)) + std::string(100, '\1'), {"byte 0: IBxF, an index of bits"}, "a.index");
    const std::string hnswlib =
        bytes(U8(0), U8(2100), U8(2000), U8(124), U8(116), U8(52), U4(6), U4(509), U8(6), U8(12), U8(6), 0.558, U8(40));
    refused(hnswlib + std::string(1000, '\1'), {"the elements of level 0: 2000 x 124 bytes are needed, and 1000 are left"});
    refused(bytes(U4(3), U4(8)) + std::string(24, 'v') + "usearch\2....", {"an index of usearch over 3 vectors", remedy}, "a.usearch");
    refused("usearch\2....", {"an index of usearch, without its vectors"}, "a.usearch");
    refused(bytes(U8(32), U4(12), U4(1), U8(0), U4(0), U4(0)), {"ann holds no vectors", "the index with --index"}, "ann");
    refused(bytes(U4(9), U4(1), U8(2000), U8(16), U8(7), U8(120), U8(34), U8(0), U8(0), U8(0), U8(4096)) + std::string(4096 - 80, '\0'),
        {"an index of DiskANN, on disk, over 2000 vectors of 16 dimensions"}, "a_disk.index");
    refused("VOYA\1...", {"an index of Voyager"}, "a.voy");
    refused(std::string("\1\0\0\0\2\0\0\0\x3f\x80", 10), {"an index of Annoy, as its name says"}, "a.ann");
}

}  // namespace
}  // namespace neighborscope::test
