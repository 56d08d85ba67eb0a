// The user's choice of columns of a table: which are coordinates and which is the class. The forms of both windows show it.
#pragma once
#include "app/session/points/loaded_data.hpp"

#include <optional>
#include <string>
#include <vector>

namespace neighborscope {

class ColumnChoice {
public:
    /// Starts with the choice in `now`. `guess` is the reader's default choice.
    ColumnChoice(TablePreview guess, const TablePreview& now);
    /// Previews a file or sample with its load options. Nothing if its format has no columns. Errors as load_data.
    static std::optional<ColumnChoice> of(const DataChoice&, SharedProgress&, const Progress&);

    const TablePreview& table() const { return guess_; }
    /// A use of a column.
    struct Use {
        enum class Kind { coordinate, label, along } kind = Kind::along;
        int place = 0;     ///< of a coordinate: its axis, from 0
        std::string text;  ///< for the form
        bool operator==(const Use& other) const { return kind == other.kind && place == other.place; }
    };
    /// All possible uses of a column, including the present one. Only columns of numbers can be coordinates; one column can be the label.
    std::vector<Use> uses(int column) const;
    Use use(int column) const;
    /// Inserting a coordinate moves the later ones on; removing one closes the gap. A new label replaces the former.
    void set(int column, const Use&);
    void reset_to_guess();

    /// "3-D points from lon, lat, depth_km; class: type; 2 other columns"
    std::string sentence() const;
    std::optional<std::string> refusal() const;  ///< why this choice cannot be loaded
    /// "328 of 500 rows lack a number in Preis and are left out" with these coordinates; "": none is.
    std::string dropped_rows_text() const;
    /// "328 of 500 rows lack a number" in a column that is or can be a coordinate; "": none does.
    std::string dropped_rows_text(int column) const;
    /// For LoadOptions: numbers from 1; "": the reader's guess; the label "none": no label.
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
