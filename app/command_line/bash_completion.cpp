// A completion for bash that needs no other script. Bash splits words at : and =, which samples and settings hold: the line is split at
// spaces again, and what bash took for a word of its own is cut off from the answers.
#include "app/command_line/describe.hpp"

namespace neighborscope::shell {
namespace {

/// One line of a `case`: what is printed for this pattern.
std::string branch(const std::string& pattern, const std::string& words) { return "        " + pattern + ") echo \"" + words + "\" ;;\n"; }

/// A function that prints words for its first argument.
std::string table(const std::string& name, const std::string& branches, const std::string& of = "$1") {
    return name + "() {\n    case \"" + of + "\" in\n" + branches + "    esac\n}\n\n";
}

/// What an option of a command takes: words, "listed" and words, "files", "folders", "settings", "data files", or "any" where nothing is known of the value.
std::string kind_of(const Values& values) {
    if (values.settings) return "settings";
    if (values.data) return "data files";
    std::string kind;
    if (values.listed) kind = "listed ";
    if (values.files) kind += "files ";
    if (values.folders) kind += "folders ";
    kind += joined(values.words);
    return kind.empty() ? "any" : kind;
}

constexpr const char* body = R"bash(_neighborscope() {
    local line=${COMP_LINE:0:COMP_POINT} words=() current='' command='' method='' previous='' kind='' word
    read -ra words <<<"$line"
    [[ $line == *' ' ]] || { current=${words[-1]}; unset 'words[-1]'; }
    [[ -n ${words[1]} && " $(_neighborscope_commands) " == *" ${words[1]} "* ]] && command=${words[1]}
    for word in "${words[@]:1}"; do
        [[ $previous == --method ]] && method=$word
        [[ $word == --method=* ]] && method=${word#*=}
        previous=$word
    done
    COMPREPLY=()
    local prefix='' candidates=()
    if [[ $current == --*=* ]]; then
        previous=${current%%=*} prefix=${current%%=*}= current=${current#*=}
    fi
    [[ $previous == -* ]] && kind=$(_neighborscope_kind "$command $previous")
    if [[ -z $kind ]]; then
        if [[ $current == -* ]]; then
            mapfile -t candidates < <(compgen -W "$(_neighborscope_options "$command")" -- "$current")
        else
            kind=$(_neighborscope_kind "$command DATA")
            ((${#words[@]} == 1)) && mapfile -t candidates < <(compgen -W "$(_neighborscope_commands)" -- "$current")
        fi
    fi
    case $kind in
        '' | any) ;;
        settings) mapfile -t candidates < <(compgen -W "$(_neighborscope_settings "${method:-heap}")" -- "$current") ;;
        listed\ *)
            [[ $current == *,* ]] && prefix+=${current%,*}, current=${current##*,}
            mapfile -t candidates < <(compgen -W "${kind#listed }" -- "$current")
            compopt -o nospace 2>/dev/null ;;
        *)
            for word in $kind; do
                case $word in
                    data) candidates+=($(compgen -W "$(_neighborscope_data)" -- "$current")) ;;
                    files) mapfile -t -O ${#candidates[@]} candidates < <(compgen -f -- "$current") ;;
                    folders) mapfile -t -O ${#candidates[@]} candidates < <(compgen -d -- "$current") ;;
                    *) [[ $word == "$current"* ]] && candidates+=("$word") ;;
                esac
                [[ $word == files || $word == folders ]] && compopt -o filenames 2>/dev/null
            done ;;
    esac
    # What stands before the last sign at which bash breaks words is on the line already.
    local cut=$prefix$current breaks=${COMP_WORDBREAKS//[!:=]/}
    cut=${cut%"${cut##*[${breaks:-/}]}"}
    [[ $breaks ]] || cut=''
    for word in "${candidates[@]}"; do
        word=$prefix$word
        COMPREPLY+=("${word#"$cut"}")
        [[ $word == *[:=] ]] && compopt -o nospace 2>/dev/null
    done
    return 0
}
complete -F _neighborscope neighborscope
)bash";

}  // namespace

std::string bash_completion(const Description& all) {
    std::string names, options, kinds, settings;
    for (const DescribedCommand& command : all.commands) {
        if (!command.name.empty()) names += (names.empty() ? "" : " ") + command.name;
        std::string of_command;
        for (const DescribedOption& option : command.options) {
            if (!option.positional) of_command += (of_command.empty() ? "" : " ") + joined(option.names);
            if (!option.positional && option.value.empty()) continue;
            std::string patterns;
            for (const std::string& name : option.names)
                patterns += (patterns.empty() ? "'" : " | '") + command.name + " " + (option.positional ? "DATA" : name) + "'";
            kinds += branch(patterns, kind_of(option.values));
        }
        options += branch("'" + command.name + "'", of_command);
    }
    for (const MethodSettings& one : all.settings) settings += branch(one.method, joined(one.words));
    return "# bash completion of " + all.version + ", made by neighborscope --describe bash\n\n" + "_neighborscope_commands() { echo \"" +
           names + "\"; }\n" + "_neighborscope_data() { echo \"" + joined(all.data) + "\"; }\n\n" +
           table("_neighborscope_options", options) + table("_neighborscope_kind", kinds) + table("_neighborscope_settings", settings) +
           body;
}

}  // namespace neighborscope::shell
