#include "app/data/load/input_file.hpp"
#include "app/lessons/formula.hpp"
#include "app/lessons/lesson.hpp"
#include "app/lessons/text.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

namespace neighborscope::lessons {
namespace {

using Kind = Node::Kind;

constexpr std::string_view code_words[] = {"", "text", "sh", "console", "json", "csv", "python", "cpp"};

/// Refuses bytes that no XML may hold, so that a handout is one that every browser reads.
void check_characters(const std::string& file, std::string_view text) {
    std::size_t line = 1;
    for (std::size_t at = 0; at < text.size();) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte == '\n') ++line;
        if (byte < 0x20 && byte != '\n' && byte != '\r' && byte != '\t')
            throw error_at(file, line, "a control character", "a lesson is text: remove it");
        const std::size_t length = byte < 0x80                   ? 1
                                   : byte >= 0xc2 && byte < 0xe0 ? 2
                                   : byte >= 0xe0 && byte < 0xf0 ? 3
                                   : byte >= 0xf0 && byte < 0xf5 ? 4
                                                                 : 0;
        bool valid = length > 0 && at + length <= text.size();
        for (std::size_t i = 1; valid && i < length; ++i) valid = (static_cast<unsigned char>(text[at + i]) & 0xc0) == 0x80;
        if (valid && length > 2) {  // overlong forms, surrogates, and the two numbers that are no characters
            unsigned code = byte & (0x7fu >> length);
            for (std::size_t i = 1; i < length; ++i) code = code << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3fu);
            valid = code >= (length == 3 ? 0x800u : 0x10000u) && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && code != 0xfffe &&
                    code != 0xffff;
        }
        if (!valid) throw error_at(file, line, "these bytes are no UTF-8", "save the file as UTF-8");
        at += length;
    }
}

/// A line that begins or ends a fence: three or more ` or ~, indented by three blanks at most.
struct FenceLine {
    char sign = 0;  ///< 0: it is no such line
    std::size_t length = 0;
    std::string_view word;  ///< behind the signs

    static FenceLine of(std::string_view line) {
        const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
        const std::string_view rest = line.substr(indent);
        if (indent > 3 || rest.empty() || (rest.front() != '`' && rest.front() != '~')) return {};
        const std::size_t length = std::min(rest.find_first_not_of(rest.front()), rest.size());
        const std::string_view word = trimmed(rest.substr(length));
        if (length < 3 || (rest.front() == '`' && word.find('`') != std::string_view::npos)) return {};
        return {rest.front(), length, word};
    }
};

/// Refuses a fence that is never closed, or only by the end of another one: its text would be taken for what it is not.
void check_fences(const std::string& file, std::string_view text) {
    FenceLine open;
    std::size_t begun = 0, line = 0;
    const auto refuse = [&] {
        const std::string signs(open.length, open.sign);
        throw error_at(file, begun, "the fence '" + signs + std::string(open.word) + "' is not closed",
            "write " + signs + " on a line of its own behind its last line");
    };
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const FenceLine now = FenceLine::of(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size())), ++line;
        if (!open.sign && now.sign) {
            open = now, begun = line;
        } else if (open.sign && now.sign == open.sign && now.length >= open.length) {
            if (!now.word.empty()) refuse();
            open = {};
        }
    }
    if (open.sign) refuse();
}

class LessonParser {
public:
    explicit LessonParser(const std::string& file) { lesson_.file = file; }

    Lesson parse(std::string_view text) {
        std::vector<Node> blocks = parse_markdown(lesson_.file, text);
        auto first = blocks.begin();
        if (first != blocks.end() && first->kind == Kind::heading && first->level == 1) lesson_.title = plain_text((first++)->inside);
        if (lesson_.title.empty()) throw error(1, "a lesson begins with its title", "write '# What it is about' in the first line");
        for (auto block = first; block != blocks.end(); ++block) add(std::move(*block));
        if (lesson_.pages.empty())
            throw error(1, "there is no page", "begin one with a fence: ```page, lines such as 'data: sample:iris', ```");
        return std::move(lesson_);
    }

private:
    Error error(std::size_t line, const std::string& cause, const std::string& remedy) const {
        return error_at(lesson_.file, line, cause, remedy);
    }

    void add(Node block) {
        if (block.kind != Kind::code_block ||
            std::find(std::begin(code_words), std::end(code_words), block.target) != std::end(code_words)) {
            check(block);
            if (lesson_.pages.empty()) lesson_.introduction.push_back(std::move(block));
            else lesson_.pages.back().parts.emplace_back(std::move(block));
            return;
        }
        const std::size_t line = block.line;
        if (block.target == "page") {
            lesson_.pages.push_back({line, settings_of(block), {}});
            check_repetition(lesson_.pages.back().settings);
            if (lesson_.pages.back().settings.empty())
                throw error(line, "this page shows nothing", "write a line such as 'data: sample:iris'");
            return;
        }
        const bool is_hint = block.target == "hint";
        if (!is_hint && block.target != "task" && block.target != "predict" && block.target != "question")
            throw error(line, "there is no fence '" + block.target + "'",
                "there are page, task, predict, question and hint; code has no word, or text, sh, console, json, csv, python or cpp");
        if (lesson_.pages.empty()) throw error(line, block.target + " stands before the first page", "move it behind a fence page");
        std::vector<Part>& parts = lesson_.pages.back().parts;
        if (is_hint) {
            if (parts.empty() || !std::holds_alternative<Exercise>(parts.back()))
                throw error(line, "this hint belongs to nothing", "put it right behind a task, a predict or a question");
            return std::get<Exercise>(parts.back()).hints.push_back(text_of(block.text, line + 1));
        }
        Exercise made{line, {}, {}};
        const std::vector<Setting> settings = settings_of(block);
        if (block.target == "task") made.what = task_of(line, settings);
        else if (block.target == "predict") made.what = prediction_of(line, settings);
        else made.what = question_of(line, settings);
        parts.emplace_back(std::move(made));
    }

    /// The lines "key: value"; empty lines and comments (#) are left out.
    std::vector<Setting> settings_of(const Node& fence) const {
        std::vector<Setting> settings;
        std::size_t line = fence.line;
        for (std::size_t from = 0; from < fence.text.size();) {
            const std::size_t end = std::min(fence.text.find('\n', from), fence.text.size());
            const std::string_view typed = trimmed(std::string_view(fence.text).substr(from, end - from));
            from = end + 1, ++line;
            if (typed.empty() || typed.front() == '#') continue;
            const std::size_t colon = typed.find(':');
            const std::string key(trimmed(typed.substr(0, colon))),
                value(colon == std::string_view::npos ? "" : trimmed(typed.substr(colon + 1)));
            if (key.empty() || value.empty())
                throw error(line, "'" + std::string(typed) + "' is not 'key: value'",
                    "write a key, a colon and a value, or close the fence of line " + std::to_string(fence.line) + " before it");
            settings.push_back({line, key, value});
        }
        return settings;
    }

    void check_repetition(const std::vector<Setting>& settings) const {
        std::set<std::string_view> keys;
        for (const Setting& one : settings)
            if (!keys.insert(one.key).second) throw error(one.line, "the key '" + one.key + "' stands twice", "remove one of the lines");
    }

    std::vector<Node> text_of(std::string_view text, std::size_t line) const {
        std::vector<Node> nodes = parse_markdown(lesson_.file, text, line);
        if (nodes.empty()) throw error(line, "there is no text", "write one");
        for (const Node& node : nodes) check(node);
        return nodes;
    }
    /// Of one line: a sentence, not a list or a heading.
    std::vector<Node> text_of(const Setting& setting) const {
        std::vector<Node> nodes = text_of(setting.value, setting.line);
        if (nodes.size() != 1 || nodes.front().kind != Kind::paragraph)
            throw error(
                setting.line, "'" + setting.key + "' is no sentence", "write a line of text, which does not begin with a mark of Markdown");
        return nodes;
    }

    /// Refuses fences inside of lists and quotes, and formulas that cannot be drawn.
    void check(const Node& node) const {
        if (node.kind == Kind::code_block && std::find(std::begin(code_words), std::end(code_words), node.target) == std::end(code_words))
            throw error(
                node.line, "the fence '" + node.target + "' stands inside of something", "move it out of the list, the quote or the fence");
        if (node.kind == Kind::formula || node.kind == Kind::display_formula) try {
                (void)formula_in(node.text);
            } catch (const Error& why) { throw error(node.line, why.what(), why.remedy); }
        for (const Node& inside : node.inside) check(inside);
    }

    [[noreturn]] void refuse_key(const Setting& setting, const std::string& fence, const std::string& keys) const {
        throw error(setting.line, "a " + fence + " has no key '" + setting.key + "'", "it has " + keys);
    }

    /// Refuses a second line with a key that may stand once.
    void require_first(bool is_set, const Setting& setting) const {
        if (is_set) throw error(setting.line, "the key '" + setting.key + "' stands twice", "remove one of the lines");
    }

    void require_text(const std::vector<Node>& text, std::size_t line, const std::string& fence, const std::string& key) const {
        if (text.empty()) throw error(line, "this " + fence + " has no '" + key + "'", "write a line '" + key + ": ...'");
    }

    Task task_of(std::size_t line, const std::vector<Setting>& settings) const {
        Task task;
        for (const Setting& setting : settings) {
            if (setting.key == "do") {
                require_first(!task.text.empty(), setting);
                task.text = text_of(setting);
            } else if (setting.key == "until") {
                try {
                    task.until.push_back(condition_in(setting.value));
                } catch (const Error& why) { throw error(setting.line, why.what(), why.remedy); }
                task.until.back().line = setting.line;
            } else if (setting.key == "solution") {
                const std::size_t colon = setting.value.find(':');
                if (colon == std::string::npos)
                    throw error(setting.line, "a solution is a line of a page", "for example 'solution: k: 12'");
                task.solution.push_back({setting.line, std::string(trimmed(setting.value.substr(0, colon))),
                    std::string(trimmed(setting.value.substr(colon + 1)))});
            } else {
                refuse_key(setting, "task", "do, until and solution");
            }
        }
        require_text(task.text, line, "task", "do");
        if (task.until.empty()) throw error(line, "this task has no 'until'", "write what holds when it is done: 'until: recall = 1'");
        if (task.solution.empty())
            throw error(line, "this task has no 'solution'", "write lines of a page that fulfil it: 'solution: k: 12'");
        return task;
    }

    Prediction prediction_of(std::size_t line, const std::vector<Setting>& settings) const {
        Prediction prediction;
        for (const Setting& setting : settings) {
            if (setting.key == "ask") {
                require_first(!prediction.text.empty(), setting);
                prediction.text = text_of(setting);
            } else if (setting.key == "answer") {
                require_first(!prediction.fact.empty(), setting);
                prediction.fact = setting.value;
            } else {
                refuse_key(setting, "predict", "ask and answer");
            }
        }
        require_text(prediction.text, line, "predict", "ask");
        if (prediction.fact.empty()) throw error(line, "this predict has no 'answer'", "name what the page's run shows: 'answer: recall'");
        return prediction;
    }

    Question question_of(std::size_t line, const std::vector<Setting>& settings) const {
        Question question;
        for (const Setting& setting : settings) {
            if (setting.key == "ask") {
                require_first(!question.text.empty(), setting);
                question.text = text_of(setting);
            } else if (setting.key == "right" || setting.key == "wrong") {
                question.choices.push_back({text_of(setting), {}, setting.key == "right"});
            } else if (setting.key == "because") {
                if (question.choices.empty())
                    throw error(setting.line, "'because' stands before the choices", "put it behind a right or a wrong");
                require_first(!question.choices.back().because.empty(), setting);
                question.choices.back().because = text_of(setting);
            } else {
                refuse_key(setting, "question", "ask, right, wrong and because");
            }
        }
        require_text(question.text, line, "question", "ask");
        const auto rights =
            std::count_if(question.choices.begin(), question.choices.end(), [](const Choice& choice) { return choice.right; });
        if (rights != 1)
            throw error(
                line, rights ? "this question has two right answers" : "this question has no right answer", "write one line 'right: ...'");
        if (question.choices.size() < 2) throw error(line, "this question has nothing to choose from", "write lines 'wrong: ...'");
        for (const Choice& choice : question.choices)
            if (!choice.right && choice.because.empty())
                throw error(choice.text.front().line, "this wrong answer has no reason", "write 'because: ...' behind it");
        return question;
    }

    Lesson lesson_;
};

template <class What>
int count_of(const std::vector<Page>& pages) {
    int count = 0;
    for (const Page& page : pages)
        for (const Part& part : page.parts)
            if (const auto* exercise = std::get_if<Exercise>(&part)) count += std::holds_alternative<What>(exercise->what);
    return count;
}

}  // namespace

std::string Page::title() const {
    for (const Part& part : parts)
        if (const auto* block = std::get_if<Node>(&part); block && block->kind == Kind::heading) return plain_text(block->inside);
    return {};
}

int Lesson::count_of_tasks() const { return count_of<Task>(pages); }
int Lesson::count_of_predictions() const { return count_of<Prediction>(pages); }
int Lesson::count_of_questions() const { return count_of<Question>(pages); }

Lesson parse_lesson(const std::string& file, std::string_view text) {
    if (text.size() > largest_lesson)
        throw Error(Failure::input, file + ": larger than 1 MB", "a lesson is a text of a few pages: make several of it");
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    check_characters(file, text);
    check_fences(file, text);
    return LessonParser(file).parse(text);
}

Lesson read_lesson(const std::string& file) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored) && fs::file_size(file, ignored) == 0) return parse_lesson(file, "");  // what it lacks
    const InputFile bytes(file, {}, largest_lesson + 1);
    return parse_lesson(file, bytes.bytes());
}

}  // namespace neighborscope::lessons
