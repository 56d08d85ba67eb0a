// neighborscope faces: makes a gallery from pictures of people, recognises the person in a picture, and evaluates recognition.
#include "app/command_line/arguments.hpp"
#include "app/command_line/console.hpp"
#include "app/command_line/faces_report.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/data/files/output_file.hpp"
#include "app/data/load/reader.hpp"
#include "app/modules/modules.hpp"
#include "gpu/oracle/oracle.hpp"

#include <filesystem>
#include <limits>

namespace neighborscope::shell {
namespace {

using namespace faces;

struct FacesArguments {
    std::string source, components, size, labels, query, crop, k, out, split, basis = "all";
    bool equalise = false, whiten = false, evaluate = false, json = false;
};

PictureSize picture_size_in(const std::string& text) {
    const std::size_t times = text.find('x');
    const auto side = [&](const std::string& part) { return int(integer_in(part.empty() ? "-" : part, "--size", 1, 1024, 64)); };
    if (times == std::string::npos)
        throw Error(Failure::usage, "--size '" + printable(text) + "' is not a width and height", "for example --size 64x64");
    return {side(text.substr(0, times)), side(text.substr(times + 1))};
}

Gallery opened(const FacesArguments& typed, int components) {
    const std::string path =
        typed.source.starts_with("sample:") ? samples_folder() + "/" + sample_named(typed.source.substr(7)).file : typed.source;
    ProgressBar bar("Reading " + typed.source);
    if (std::error_code error; std::filesystem::is_directory(path, error)) {
        GalleryOptions options;
        if (!typed.size.empty()) options.size = picture_size_in(typed.size);
        options.equalise = typed.equalise;
        options.labels = typed.labels;
        Gallery gallery = read_gallery_folder(path, options, bar.progress());
        fit(gallery, components, bar.progress());
        return gallery;
    }
    if (!typed.size.empty() || typed.equalise || !typed.labels.empty() || !typed.components.empty())
        throw Error(Failure::usage,
            "--size, --equalise, --labels and --components need a folder of pictures; " + printable(typed.source) + " is not one",
            "omit them, or give the folder");
    return read_gallery_file(path, bar.progress());
}

/// Returns the part of the picture that is the face: --crop face finds it, --crop X,Y,WIDTH[,ANGLE] gives it; none: the whole picture.
std::optional<Crop> crop_in(const FacesArguments& typed, const Gallery& gallery, const faces::GreyPicture& picture) {
    if (typed.crop.empty()) return std::nullopt;
    if (typed.crop == "face") {
        const FaceFinder find = modules::face_finder();
        if (!find)
            throw Error(Failure::device, "--crop face: this build has no face detector",
                "install libdlib-dev and build again, or give --crop X,Y,WIDTH");
        const std::vector<Face> found = find(picture);
        if (found.empty())
            throw Error(Failure::input, "no face was found in " + printable(typed.query), "give --crop X,Y,WIDTH, or leave --crop out");
        return crop_of_face(found.front(), picture.size, gallery.size, eye_places(gallery, find));
    }
    const std::vector<double> numbers = position_in(typed.crop, "--crop");
    if (numbers.size() < 3 || numbers.size() > 4 || !(numbers[2] > 0))
        throw Error(Failure::usage, "--crop '" + printable(typed.crop) + "' is not the middle, a width above 0 and an angle",
            "for example --crop 320,200,96, or --crop face");
    return Crop{numbers[0], numbers[1], numbers[2], numbers.size() > 3 ? numbers[3] : 0};
}

FacesAnswer answer(const Gallery& gallery, const FacesArguments& typed, int k) {
    const faces::GreyPicture whole = read_picture(InputFile(typed.query));
    const std::optional<Crop> crop = crop_in(typed, gallery, whole);
    const std::vector<float> picture = normalised_for_gallery(gallery, crop ? cropped(whole, *crop, gallery.size) : whole);
    std::vector<float> asked = project(gallery.basis, picture);
    FacesAnswer result;
    result.face_space = distances_to_face_space(gallery.basis, picture, asked).front();
    std::vector<float> vectors = gallery.vectors;
    if (typed.whiten) {
        asked = whitened(gallery.basis, std::move(asked));
        vectors = whitened(gallery.basis, std::move(vectors));
    }
    std::vector<std::int32_t> people;
    for (const TrueNeighbour& neighbour : exhaustive_search({vectors, gallery.basis.count()}, asked.data(), k, Metric::euclidean)) {
        result.nearest.push_back({neighbour.index, neighbour.distance});
        people.push_back(gallery.person[std::size_t(neighbour.index)]);
    }
    result.person = vote(people);
    result.votes = std::count(people.begin(), people.end(), result.person);
    return result;
}

int run_faces(const FacesArguments& typed) {
    if (typed.source.empty())
        throw Error(
            Failure::usage, "faces needs a folder of pictures, a gallery.npz or sample:faces", "for example neighborscope faces photos");
    const int components = typed.components.empty() ? usual_components : int(integer_in(typed.components, "--components", 1, 4096, 64));
    const int k = typed.k.empty() ? 8 : int(integer_in(typed.k, "-k", 1, 100000, 8));
    if (!typed.k.empty() && typed.query.empty())
        throw Error(Failure::usage, "-k is the number of pictures that --query returns, but there is no --query", "add --query photo.jpg");
    if (!typed.crop.empty() && typed.query.empty())
        throw Error(Failure::usage, "--crop gives the face in the picture of --query, but there is no --query", "add --query photo.jpg");
    if (typed.whiten && typed.query.empty())
        throw Error(
            Failure::usage, "--whiten needs --query; --evaluate measures plain and whitened distances anyway", "add --query photo.jpg");
    const std::size_t basis = choice_in(typed.basis, "--basis", {"all", "without-tested"});
    if (basis == 1 && !typed.evaluate) throw Error(Failure::usage, "--basis needs --evaluate", "add --evaluate");
    if (!typed.split.empty() && !typed.evaluate) throw Error(Failure::usage, "--split needs --evaluate", "add --evaluate");
    EvaluateOptions how{.without_tested = basis == 1};
    if (!typed.split.empty()) how.split = std::uint64_t(integer_in(typed.split, "--split", 0, std::numeric_limits<std::int64_t>::max(), 1));
    const NamedFile outputs[] = {{"--out", typed.out}};
    std::vector<NamedFile> inputs = files_of("DATA", typed.source);
    inputs.insert(inputs.end(), {{"--query", typed.query}, {"--labels", typed.labels}});
    check_outputs(outputs, inputs);
    const bool to_standard_output = is_standard_output(typed.out),
               csv = to_standard_output ? typed.evaluate : has_extension(typed.out, ".csv");
    if (!typed.out.empty() && csv != typed.evaluate)
        throw Error(Failure::usage,
            "--out '" + printable(typed.out) +
                "': " + (typed.evaluate ? "an evaluation can only be written as .csv" : "a gallery can only be written as .npz"),
            typed.evaluate ? "for example --out accuracy.csv" : "for example --out gallery.npz, or --evaluate for a table");
    if (!typed.out.empty() && !csv && !to_standard_output && !has_extension(typed.out, ".npz"))
        throw Error(Failure::usage, "--out '" + printable(typed.out) + "': a gallery is written as .npz", "for example --out gallery.npz");

    FacesReport report{typed.source, opened(typed, components), {}, {}, basis == 1, typed.whiten};
    if (!typed.query.empty()) report.answer = answer(report.gallery, typed, k);
    if (typed.evaluate) {
        ProgressBar bar(how.split ? "Searching for half of the pictures" : "Leaving one out");
        report.evaluation = evaluate(report.gallery, how, bar.progress());
    }
    if (!typed.out.empty()) {
        OutputFile file(typed.out);
        ProgressBar bar("Writing " + typed.out);
        if (csv) file.write(evaluation_csv(*report.evaluation, report.gallery.people));
        else write_gallery(file, report.gallery, bar.progress());
        file.commit();
    }
    if (typed.json) print(json_text(json_of(report)));
    else print(text_of(report, typed.query) + (typed.out.empty() ? "" : "wrote " + printable(typed.out) + "\n"));
    return 0;
}

}  // namespace

Subcommand add_faces(CLI::App& app) {
    auto typed = std::make_shared<FacesArguments>();
    app.add_option("DATA", typed->source, "a folder of pictures, a gallery.npz, or sample:faces")->type_name("")->group("Pictures");
    app.add_option("--size", typed->size, "width and height in pixels (default: the size of the pictures if all are equal, else 64x64)")
        ->type_name("WxH")
        ->group("Pictures");
    app.add_flag("--equalise", typed->equalise, "equalise the histogram of grey levels in each picture")->group("Pictures");
    app.add_option(
           "--labels", typed->labels, "a table file,person (default: labels.csv in the folder, else the names of folders and files)")
        ->type_name("FILE")
        ->group("Pictures");
    app.add_option("--components", typed->components, "how many eigenfaces (default 64)")->type_name("D")->group("Pictures");
    app.add_option("--query", typed->query, "a picture whose nearest pictures are searched for")->type_name("PICTURE")->group("Question");
    app.add_option("--crop", typed->crop,
           "the face in that picture: face (the program finds it), or its middle and width in pixels and its angle in degrees")
        ->type_name("face|X,Y,WIDTH[,ANGLE]")
        ->group("Question");
    app.add_option("-k", typed->k, "how many of the nearest pictures (default 8)")->type_name("K")->group("Question");
    app.add_flag("--whiten", typed->whiten, "divide each component by its standard deviation in the gallery (Mahalanobis distances)")
        ->group("Question");
    app.add_flag("--evaluate", typed->evaluate, "search for every picture among all others, and count how often the person is right")
        ->group("Evaluation");
    app.add_option("--basis", typed->basis,
           "eigenfaces of all pictures (all), or computed again without the people that are tested (without-tested)")
        ->type_name("all|without-tested")
        ->group("Evaluation");
    app.add_option("--split", typed->split,
           "search for half of each person's pictures (chosen with this seed) among the other half, instead of leave-one-out")
        ->type_name("SEED")
        ->group("Evaluation");
    app.add_option("--out", typed->out, "write gallery.npz, or with --evaluate a .csv table")->type_name("FILE")->group("Results");
    app.add_flag("--json", typed->json, "print JSON, for programs")->group("Results");
    Subcommand subcommand;
    subcommand.usage = "faces DATA [--components D] [--size WxH] [--equalise] [--query PICTURE] [--evaluate] [--out FILE]";
    subcommand.examples = {
        "neighborscope faces photos --out gallery.npz                  eigenfaces of a folder with one folder per person",
        "neighborscope faces gallery.npz --query photo.jpg --crop face the pictures most similar to the face in photo.jpg",
        "neighborscope faces sample:faces --evaluate --out faces.csv   how often the nearest picture shows the same person",
    };
    subcommand.notes =
        "The person of a picture is its folder, else the beginning of its file name: Ann_Lee_0001.jpg shows Ann_Lee,\n"
        "subject01.happy.png shows subject01. The report says where names were cut. Unreadable pictures are listed and left\n"
        "out; hidden and system folders and files are not read. The distance to face space is the part of a picture that the\n"
        "eigenfaces cannot reproduce. It is large for a picture that does not show a face.\n";
    subcommand.run = [typed] { return run_faces(*typed); };
    return subcommand;
}

}  // namespace neighborscope::shell
