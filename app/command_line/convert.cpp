// neighborscope convert: converts points from any format to one that other programs read.
#include "app/command_line/arguments.hpp"
#include "app/command_line/console.hpp"
#include "app/command_line/report.hpp"
#include "app/command_line/subcommands.hpp"
#include "app/command_line/ticks.hpp"
#include "app/data/save/points_file.hpp"

#include <filesystem>
#include <numeric>

namespace neighborscope::shell {
namespace {

struct ConvertArguments {
    DataArguments data;
    std::string out, ticks;
};

/// "--columns 1-3" if a reader would choose other columns as coordinates than those written as such; else "".
std::string columns_to_ask_for(const std::string& path, int dimension) {
    std::string columns = "--columns 1" + (dimension > 1 ? "-" + std::to_string(dimension) : std::string{});
    std::optional<TablePreview> preview;
    try {
        preview = preview_table(path);
    } catch (const Error&) { return columns; }  // the reader's choice is an error
    std::vector<int> first(static_cast<std::size_t>(dimension));
    std::iota(first.begin(), first.end(), 0);
    if (!preview || preview->coordinates.empty() || preview->coordinates == first) return {};
    return columns;
}

int convert(const ConvertArguments& typed) {
    if (typed.data.source.empty())
        throw Error(Failure::usage, "convert needs DATA: a file, sample:NAME or a generator",
            "for example neighborscope convert sample:earthquakes --out earthquakes.ply");
    if (typed.out.empty()) throw Error(Failure::usage, "convert needs --out, the file to write", "for example --out points.npz");
    const PointsFormat format = points_format(typed.out);
    if (!typed.ticks.empty() && format != PointsFormat::csv)
        throw Error(Failure::usage, "--out '" + printable(typed.out) + "': ticks can only be written as .csv",
            "end the name in .csv, or leave --ticks out");
    const NamedFile output[] = {{"--out", typed.out}};
    check_outputs(output, typed.data.files());
    const DataSet data = typed.data.load(true);
    const std::int64_t ticks = ticks_in(typed.ticks, data);
    {
        OutputFile file(typed.out);
        ProgressBar bar("Writing " + typed.out);
        if (ticks > 0) write_trajectories(file, data, ticks, bar.progress());
        else write_points(file, format, data, nullptr, bar.progress());
        file.commit();
    }
    print("data     " + data_text(data) + "\n");
    if (const std::string coarse = printable(coarse_text(data)); !coarse.empty()) print("         " + coarse + "\n");
    if (!data.credit.empty()) print("credit   " + printable(data.credit) + "\n");
    print("wrote " + printable(typed.out) + ", " + std::to_string(data.count()) + (data.count() == 1 ? " point" : " points") +
          (ticks > 0 ? " at " + std::to_string(ticks) + (ticks == 1 ? " tick" : " ticks") : "") + "\n");
    if (ticks > 0 || format != PointsFormat::csv || !std::filesystem::is_regular_file(typed.out)) return 0;  // a pipe cannot be read back
    if (const std::string columns = columns_to_ask_for(typed.out, data.dimension); !columns.empty())
        print("to read its coordinates back, use " + columns + "\n");
    return 0;
}

}  // namespace

Subcommand add_convert(CLI::App& app) {
    auto typed = std::make_shared<ConvertArguments>();
    typed->data.add_to(app, "a file, sample:NAME or a generator");
    app.add_option("--out", typed->out, "the file to write: .csv, .npz or .ply")->type_name("FILE")->group("Results");
    app.add_option("--ticks", typed->ticks, "write the first T ticks of moving points as a table tick,id,x,y[,z]: .csv")
        ->type_name("T")
        ->group("Results");
    Subcommand subcommand;
    subcommand.usage = "convert DATA --out points.csv|points.npz|points.ply [options]";
    subcommand.examples = {
        "neighborscope convert sample:earthquakes --out earthquakes.ply",
        "neighborscope convert stars.csv --columns ra,dec --out stars.npz",
        "neighborscope convert roads:n=1000,units=metres --ticks 60 --out drive.csv",
    };
    subcommand.notes =
        "Coordinates are written so that reading them back gives the same points. The columns of the points are written, too:\n"
        "attributes and colours. Rows that were left out when the file was read are not written.\n";
    subcommand.run = [typed] { return convert(*typed); };
    return subcommand;
}

}  // namespace neighborscope::shell
