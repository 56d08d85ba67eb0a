// Every field of the session document, once: its key in the file, what it may hold, what a change of it is called, and the option that
// sets it on the command line. Reading and writing files, undo's steps, the options of `shot` and of the windows, and "Copy as command
// line" all go through this table. A new field is a member of SessionState and a row here.
#pragma once
#include "app/session/document/session.hpp"

#include <span>
#include <string_view>
#include <variant>

namespace neighborscope {

struct TextField {
    std::string SessionState::*member;
    void (*check)(const std::string&) = nullptr;  ///< throws an Error that says what is wrong with a text; null: any will do
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

/// One of some words, named by its place among them; none where the field may be left open (null in a file).
struct ChoiceField {
    std::vector<std::string_view> words;
    std::optional<std::size_t> (*get)(const SessionState&);
    void (*set)(SessionState&, std::optional<std::size_t>);
    bool may_be_none = false;
};

/// Anything else: written to JSON, read from JSON (null: the preset; input Error), and as words of a command line (none: at its preset).
struct OtherField {
    nlohmann::json (*write)(const SessionState&);
    void (*read)(SessionState&, const std::string& key, const nlohmann::json&);
    std::vector<std::string> (*words)(const SessionState&) = nullptr;
};

/// What a change of a field is called: "change k". Changes of one name in a row of a drag are one step of undo.
struct UndoName {
    constexpr UndoName(const char* name) : always(name) {}
    constexpr UndoName(std::string (*name)(const SessionState& before, const SessionState& after)) : of(name) {}

    std::string_view always;  ///< "", without `of`: undo leaves the field as it is
    std::string (*of)(const SessionState& before, const SessionState& after) = nullptr;
};

/// How a field is set on the command line.
struct SessionOption {
    std::string_view name;   ///< "--metric"; empty: by no option, or by one that OtherField::words knows
    std::string_view type;   ///< what follows the name: "NAME"; of a flag nothing
    std::string_view group;  ///< the heading in --help
    std::string_view help;
    bool always = false;  ///< a copied command line names it even at its preset
    bool shared = false;  ///< `run` and `check` have it too: DataArguments or QuestionArguments reads it
};

struct SessionField {
    std::string_view key;
    std::variant<TextField, FlagField, NumberField, ChoiceField, OtherField> holds;
    UndoName undo;
    SessionOption option = {};
    bool of_data = false;   ///< means nothing with other data: goes back to its preset
    std::string_view file;  ///< what the file is, for messages: may name one, written relative to the session's folder; "": never does
};

/// What is wrong with a value of a session file: input Error that names the key.
Error key_error(const std::string& key, const std::string& must, const nlohmann::json& found);
/// The same where `why` says what is wrong: its cause and its remedy stay. Of an option of the command line a usage Error.
Error key_error(const std::string& key, const Error& why);
/// A text. Throws key_error where it is none, or holds a NUL, which no file's name and no option has.
std::string parse_text(const std::string& key, const nlohmann::json& value);
/// That text, which the field may hold. Throws key_error.
const std::string& checked_text(const TextField&, const std::string& key, const std::string& text);
/// A whole number in [from, to]; 16.0 counts as one. Input Error.
std::int64_t whole_number(const nlohmann::json& value, const std::string& key, std::int64_t from, std::int64_t to);

/// In the order in which a command line names them. DATA comes first, without an option.
std::span<const SessionField> session_fields();

}  // namespace neighborscope
