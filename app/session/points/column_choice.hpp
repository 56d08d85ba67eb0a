// Which columns of a table are coordinates and which is the class, as a person chooses them: what both windows' forms show.
#pragma once
#include "app/session/points/loaded_data.hpp"

#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

class ColumnChoice {
public:
    /// Begins with what `now` says; `guess` is what the reader would take without being told.
    ColumnChoice(TablePreview guess, const TablePreview& now);
    /// Of a file or sample, with the options it is loaded with. Nothing when its format has no columns; errors as load_data.
    static std::optional<ColumnChoice> of(const DataChoice&, SharedProgress&, const Progress&);

    const TablePreview& table() const { return guess_; }
    /// What a column can be, and is. The words are for people.
    struct Use {
        enum class Kind { coordinate, label, along } kind = Kind::along;
        int place = 0;  ///< of a coordinate, from 0
        std::string text;
        bool operator==(const Use& other) const { return kind == other.kind && place == other.place; }
    };
    /// All uses that are possible now: coordinates for columns of numbers only, one label. The present one is among them.
    std::vector<Use> uses(int column) const;
    Use use(int column) const;
    /// A coordinate that takes a place moves those behind it on; one that gives it up closes the gap. A new label takes the place
    /// of the one before.
    void set(int column, const Use&);
    void reset_to_guess();

    /// "3-D points from lon, lat, depth_km; class: type; 2 other columns"
    std::string sentence() const;
    std::optional<std::string> refusal() const;  ///< why this cannot be loaded
    /// "328 of 500 rows lack a number in Preis and are left out": with these coordinates; "" where no row is.
    std::string dropped_rows_text() const;
    /// "328 of 500 rows lack a number": in a column that is or can be a coordinate; "" where none does.
    std::string dropped_rows_text(int column) const;
    /// As LoadOptions has them: numbers from 1, "" for the reader's guess, the label "none" for none.
    std::string columns() const;
    std::string label() const;

private:
    std::string along_text(int column) const;
    std::string name(int column) const;

    TablePreview guess_;
    int guessed_label_ = -1, label_ = -1;
    std::vector<int> coordinates_;
};

}  // namespace neighborscope
