// Loading behind a workbench: the document's data are loaded or made, and made again while a generator's parameters are adjusted; their
// columns are looked at, and points are written. Fills view.data and what names and axes it has.
#pragma once
#include "app/data/points/projection.hpp"
#include "app/session/document/common_state.hpp"
#include "app/session/points/column_choice.hpp"
#include "app/session/points/resident.hpp"

namespace neighborscope {

/// The data that a document names.
inline DataChoice data_of(const SessionState& session) {
    LoadOptions options{session.strict, session.columns, session.label};
    options.metres = session.metres;
    options.whiten = session.whiten;
    options.enrolled = session.enrolled;
    options.edits = session.edits;
    options.pictures = session.pictures;
    options.array = session.array;
    return {session.data, options};
}

/// Points to write to a file, with what the search shown has found.
struct PointsExport {
    std::string path;
    std::shared_ptr<const LoadedData> data;
    std::vector<NeighbourRow> neighbours;
};

class LoadingState {
public:
    explicit LoadingState(CommonState&);

    std::shared_ptr<const LoadedData> data;          ///< null before the first are loaded
    std::shared_ptr<const ResidentPoints> resident;  ///< what is drawn: of `data`, or, while these are adjusted, of those before
    std::vector<ColourWay> colour_ways;              ///< that the data have
    bool opens_other_data = false;                   ///< what is loaded next counts as other data, whatever it is called
    std::uint64_t opened = 0;                        ///< Drawable::opened

    /// Data of a generator that are made again with another parameter: the picture before stays until the first answer.
    struct Adjusting {
        bool under_way = false;  ///< from the beginning of the load until that answer
        bool waits = false;      ///< a drag went on meanwhile: the document's data are made when this one is answered
        Clock::time_point began{};
        std::shared_ptr<const ResidentPoints> arrived;  ///< uploaded and not answered yet
    } adjusting;

    bool is_current() const { return data_of(common_.now()) == wanted_; }  ///< the document's data are loading, or loaded
    bool is_loaded() const { return is_current() && !is_busy(); }          ///< and not loading
    bool is_busy() const { return loader_.busy(); }
    bool is_resident() const { return data && resident && resident->base == data; }
    const DataSet& shown_set() const;  ///< the points drawn, as they are at the tick shown
    /// How the document has them seen; where that names an axis that there is not, as if it named none.
    Projection projection(const DataSet&) const;
    /// Describes how the data are seen, where that is another way than before: whether it is.
    bool update_projection(bool other_data = false);

    void start();  ///< loads the document's data
    /// Takes over what another workbench has loaded, of which the document says the same: take() tells of them.
    void take_data_of(const LoadingState&);
    void restore_loaded_data();  ///< the last data and picture stay, and the document says so
    enum class LoadOutcome { nothing, no_data, data };
    LoadOutcome take();                                                 ///< what came of the load: once
    void remember_document() { last_asked_document_ = common_.now(); }  ///< the document, as one that can be asked of the data

    /// Sets a parameter of the generator that `next` has its data of. False when nothing changes.
    bool adjust(SessionState& next, const std::string& parameter, const std::string& text, bool merge);
    /// Points of `next` were changed by hand: what is of the points before goes, and a drag is followed as one of a parameter.
    void edit(SessionState& next, bool merge);
    /// The query of `next` stays where it is, or on its point while that is there.
    void keep_query_among_edited(SessionState& next) const;
    /// For how many seconds the picture has been that of other data than the document names; none where it is not, or while these are
    /// adjusted.
    std::optional<double> seconds_behind() const;
    bool hides_progress() const;  ///< a drag is watched: a progress card that comes and goes would be in the way

    void write_points(const std::string& path);
    void ask_columns();
    std::optional<ColumnChoice> take_columns() { return std::exchange(columns_, std::nullopt); }

    bool cancel_writing() { return exporter_.cancel(); }  ///< these three: false when there is nothing to stop
    bool cancel_columns() { return column_reader_.cancel(); }
    bool cancel_load();
    bool busy() const { return loader_.busy() || exporter_.busy() || column_reader_.busy(); }
    std::optional<ProgressCard> progress() const { return first_of({loader_.progress(), exporter_.progress(), column_reader_.progress()}); }
    void poll();  ///< all but take()

private:
    void set_data(std::shared_ptr<const LoadedData>, const DataChoice&);
    bool only_edits() const;
    bool is_adjustment() const;
    void keep_query(SessionState& next, const std::string& parameter) const;
    void continue_adjusting();

    CommonState& common_;
    DataChoice wanted_, loaded_;                       ///< what is loading, or loaded; what `data` came from
    Clock::time_point began_ = Clock::now();           ///< the load of `wanted_`
    SessionState last_asked_document_;                 ///< the document when `data` was last asked
    std::shared_ptr<const LoadedData> data_of_other_;  ///< until take()
    std::optional<ColumnChoice> columns_;              ///< asked for, not taken yet

    Loader reader_;
    Worker<DataChoice, std::shared_ptr<const LoadedData>> loader_;
    Worker<PointsExport, std::string> exporter_;
    Worker<DataChoice, std::optional<ColumnChoice>> column_reader_;
};

}  // namespace neighborscope
