// The part of a workbench that loads data: loads or generates the document's data, generates them again while a parameter is adjusted,
// previews columns and writes points. Fills view.data, and names and axes.
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
    options.only = {session.where, session.mask};
    options.pictures = session.pictures;
    options.array = session.array;
    options.every = session.every;
    return {session.data, options, session.index};
}

/// Points to write to a file, with the neighbours shown.
struct PointsExport {
    std::string path;
    std::shared_ptr<const LoadedData> data;
    std::vector<NeighbourRow> neighbours;
};

class LoadingState {
public:
    explicit LoadingState(CommonState&);

    std::shared_ptr<const LoadedData> data;          ///< null before the first data are loaded
    std::shared_ptr<const ResidentPoints> resident;  ///< the points drawn: of `data`, or of the previous data while a parameter is adjusted
    std::vector<ColourWay> colour_ways;              ///< of `data`
    bool opens_other_data = false;                   ///< the next data count as other data, even under the same name
    /// Other data were opened without a choice of their method: if they are an index, it is searched by `own` and by its metric.
    bool chooses_method = false;
    std::uint64_t opened = 0;  ///< Drawable::opened

    /// Generated data are made again with another parameter. The previous picture stays until the first answer.
    struct Adjusting {
        bool under_way = false;  ///< from the start of the load until that answer
        bool waits = false;      ///< the document has changed again: its data are generated after that answer
        Clock::time_point began{};
        std::shared_ptr<const ResidentPoints> arrived;  ///< uploaded, but not answered yet
    } adjusting;

    bool is_current() const { return data_of(common_.now()) == wanted_; }  ///< the document's data are loading or loaded
    bool is_loaded() const { return is_current() && !is_busy(); }          ///< the document's data are loaded
    bool is_busy() const { return loader_.busy(); }
    bool is_resident() const { return data && resident && resident->base == data; }
    const DataSet& shown_set() const;  ///< the points drawn, at the tick shown
    /// The document's projection; the default one if it names an axis that the data lack.
    Projection projection(const DataSet&) const;
    /// Updates the description of the projection. True if it changed.
    bool update_projection(bool other_data = false);

    void start();  ///< loads the document's data
    /// Takes data that another workbench has loaded for the same choice. The next take() returns them.
    void take_data_of(const LoadingState&);
    void restore_loaded_data();  ///< keeps the last data and picture, and puts them back into the document
    bool restored = false;       ///< since WorkbenchState::open_view looked
    enum class LoadOutcome { nothing, no_data, data };
    LoadOutcome take();                                                 ///< returns the outcome of the load, once
    void remember_document() { last_asked_document_ = common_.now(); }  ///< remembers the document as one that fits the data

    /// Sets a parameter of the generator in `next`. False if nothing changes.
    bool adjust(SessionState& next, const std::string& parameter, const std::string& text, bool merge);
    /// Adapts `next` after points were changed by hand: removes what depends on the former points, and follows a drag like one of a
    /// parameter.
    void edit(SessionState& next, bool merge);
    /// Keeps the query of `next` in its place, or on its point if that still exists.
    void keep_query_among_edited(SessionState& next) const;
    /// For how many seconds the picture has shown other data than the document's; none if it does not, or while a parameter is adjusted.
    std::optional<double> seconds_behind() const;
    bool hides_progress() const;  ///< no progress card during a drag, where it would flicker

    void write_points(const std::string& path);
    void ask_columns();
    std::optional<ColumnChoice> take_columns() { return std::exchange(columns_, std::nullopt); }

    bool cancel_writing() { return exporter_.cancel(); }  ///< these three: false if there was nothing to cancel
    bool cancel_columns() { return column_reader_.cancel(); }
    bool cancel_load();
    bool busy() const { return loader_.busy() || exporter_.busy() || column_reader_.busy(); }
    std::optional<ProgressCard> progress() const { return first_of({loader_.progress(), exporter_.progress(), column_reader_.progress()}); }
    void poll();  ///< handles all outcomes except that of take()

private:
    void set_data(std::shared_ptr<const LoadedData>, const DataChoice&);
    void check_index_hash();
    void choose_method();
    bool only_edits() const;
    bool is_adjustment() const;
    void keep_query(SessionState& next, const std::string& parameter) const;
    void continue_adjusting();

    CommonState& common_;
    DataChoice wanted_, loaded_;                       ///< the choice that is loading or loaded; the choice that `data` is of
    Clock::time_point began_ = Clock::now();           ///< when the load of `wanted_` began
    SessionState last_asked_document_;                 ///< the document when `data` was last searched
    std::shared_ptr<const LoadedData> data_of_other_;  ///< from another workbench, until take()
    std::optional<ColumnChoice> columns_;              ///< the preview, until it is taken

    Loader reader_;
    Worker<DataChoice, std::shared_ptr<const LoadedData>> loader_;
    Worker<PointsExport, std::string> exporter_;
    Worker<DataChoice, std::optional<ColumnChoice>> column_reader_;
};

}  // namespace neighborscope
