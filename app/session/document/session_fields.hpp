// The table of all fields of the session document: key in the file, permitted values, name of a change, and option of the command line.
// Reading and writing files, undo, the options of `shot` and of the windows, and "Copy as command line" all use it. To add a field, add a
// member of SessionState and a row here.
#pragma once
#include "app/session/document/session.hpp"

#include <span>
#include <string_view>
#include <variant>

namespace neighborscope {

struct TextField {
    std::string SessionState::*member;
    void (*check)(const std::string&) = nullptr;  ///< throws an Error if a text is not permitted; null: all are
};

struct FlagField {
    bool SessionState::*member;
};

/// A whole number in [from, to].
struct NumberField {
    std::int64_t from, to;
    std::int64_t (*get)(const SessionState&);
    void (*set)(SessionState&, std::int64_t);
};

/// One of several words, by its index. With `may_be_none` it can be unset: null in a file.
struct ChoiceField {
    std::vector<std::string_view> words;
    std::optional<std::size_t> (*get)(const SessionState&);
    void (*set)(SessionState&, std::optional<std::size_t>);
    bool may_be_none = false;
};

/// Any other type. `read`: JSON null is the default; input Error. `words`: of a command line; none if the field has its default.
struct OtherField {
    nlohmann::json (*write)(const SessionState&);
    void (*read)(SessionState&, const std::string& key, const nlohmann::json&);
    std::vector<std::string> (*words)(const SessionState&) = nullptr;
};

/// The name of a change, "change k". Successive changes of the same name in a drag are one step of undo.
struct UndoName {
    constexpr UndoName(const char* name) : always(name) {}
    constexpr UndoName(std::string (*name)(const SessionState& before, const SessionState& after)) : of(name) {}

    std::string_view always;  ///< "" without `of`: undo does not change the field
    std::string (*of)(const SessionState& before, const SessionState& after) = nullptr;
};

/// The option that sets a field on the command line.
struct SessionOption {
    std::string_view name;   ///< "--metric"; empty: there is none, or OtherField::words names it
    std::string_view type;   ///< placeholder of its value: "NAME"; empty for a flag
    std::string_view group;  ///< heading in --help
    std::string_view help;
    bool always = false;                            ///< a copied command line has it even at its default
    bool shared = false;                            ///< `run` and `check` have it too; DataArguments or QuestionArguments parses it
    bool (*copied)(const SessionState&) = nullptr;  ///< whether a copied command line has it; null: `always`, or if it is not the default
};

struct SessionField {
    std::string_view key;
    std::variant<TextField, FlagField, NumberField, ChoiceField, OtherField> holds;
    UndoName undo;
    SessionOption option = {};
    bool of_data = false;   ///< depends on the data: reset to its default with other data
    std::string_view file;  ///< if the value is a file: what it is, for messages; saved relative to the session's folder. Else ""
};

/// Makes an input Error for a wrong value in a session file. It names the key.
Error key_error(const std::string& key, const std::string& must, const nlohmann::json& found);
/// Adds the key to the cause of `why` and keeps its remedy. For an option of the command line a usage Error.
Error key_error(const std::string& key, const Error& why);
/// Parses a text. Throws key_error if it is none, or if it contains NUL, which file names and options cannot have.
std::string parse_text(const std::string& key, const nlohmann::json& value);
/// Returns the text if the field permits it, else throws key_error.
const std::string& checked_text(const TextField&, const std::string& key, const std::string& text);
/// Parses a whole number in [from, to]; 16.0 counts as one. Input Error.
std::int64_t whole_number(const nlohmann::json& value, const std::string& key, std::int64_t from, std::int64_t to);

/// Says that a later version of the program wrote this session, whose unknown parts are kept but not shown; "": it did not.
std::string later_version_warning(const SessionState&);

/// All fields, in the order of a command line. DATA is first, without an option.
std::span<const SessionField> session_fields();

}  // namespace neighborscope
