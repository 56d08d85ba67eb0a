#include "app/lessons/formula.hpp"

#include "app/lessons/text.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace neighborscope::lessons {
namespace {

constexpr int deepest_formula = 16;
constexpr const char* narrow_space = "<mspace width=\"0.17em\"/>";

using Pair = std::pair<std::string_view, std::string_view>;

constexpr Pair letters[] = {{"alpha", "α"}, {"beta", "β"}, {"gamma", "γ"}, {"delta", "δ"}, {"epsilon", "ε"}, {"theta", "θ"},
    {"lambda", "λ"}, {"mu", "μ"}, {"pi", "π"}, {"rho", "ρ"}, {"sigma", "σ"}, {"tau", "τ"}, {"phi", "φ"}, {"omega", "ω"}, {"Gamma", "Γ"},
    {"Delta", "Δ"}, {"Sigma", "Σ"}, {"Omega", "Ω"}, {"infty", "∞"}};
constexpr Pair operators[] = {{"cdot", "·"}, {"times", "×"}, {"pm", "±"}, {"le", "≤"}, {"ge", "≥"}, {"ne", "≠"}, {"approx", "≈"},
    {"in", "∈"}, {"to", "→"}, {"ldots", "…"}, {"sum", "∑"}, {"prod", "∏"}, {"|", "‖"}, {"{", "{"}, {"}", "}"}};
constexpr std::string_view functions[] = {"max", "min", "cos", "sin", "log", "exp"};
/// Relations and signs that stand between blanks as text.
constexpr std::string_view spaced[] = {"=", "<", ">", "+", "−", "≤", "≥", "≠", "≈", "∈", "→", "±", "×"};

constexpr Pair raised[] = {{"0", "⁰"}, {"1", "¹"}, {"2", "²"}, {"3", "³"}, {"4", "⁴"}, {"5", "⁵"}, {"6", "⁶"}, {"7", "⁷"}, {"8", "⁸"},
    {"9", "⁹"}, {"n", "ⁿ"}, {"i", "ⁱ"}, {"+", "⁺"}, {"−", "⁻"}, {"=", "⁼"}, {"d", "ᵈ"}, {"k", "ᵏ"}, {"p", "ᵖ"}};
constexpr Pair lowered[] = {{"0", "₀"}, {"1", "₁"}, {"2", "₂"}, {"3", "₃"}, {"4", "₄"}, {"5", "₅"}, {"6", "₆"}, {"7", "₇"}, {"8", "₈"},
    {"9", "₉"}, {"i", "ᵢ"}, {"j", "ⱼ"}, {"k", "ₖ"}, {"n", "ₙ"}, {"m", "ₘ"}, {"p", "ₚ"}, {"x", "ₓ"}, {"+", "₊"}, {"−", "₋"}, {"=", "₌"}};

template <std::size_t N>
std::optional<std::string_view> find(const Pair (&table)[N], std::string_view name) {
    for (const auto& [known, sign] : table)
        if (known == name) return sign;
    return {};
}

std::size_t bytes_of_character(char first) {
    const auto byte = static_cast<unsigned char>(first);
    return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/// A part of a formula. `single`: it needs no brackets as an operand.
struct Piece {
    std::string mathml, unicode;
    bool single = false, is_large = false;  // large: ∑, whose limits stand below and above it
    bool is_function = false;               // max, log: with a narrow space before and behind it
};

std::string bracketed(const Piece& piece) { return piece.single ? piece.unicode : "(" + piece.unicode + ")"; }

/// "x" and "2" as "x²"; in brackets behind `otherwise` where Unicode lacks a character.
template <std::size_t N>
std::string script(const Pair (&table)[N], const Piece& piece, char otherwise) {
    std::string text;
    for (std::size_t at = 0; at < piece.unicode.size();) {
        const std::string_view character = std::string_view(piece.unicode).substr(at, bytes_of_character(piece.unicode[at]));
        at += character.size();
        if (character == " ") continue;
        const auto small = find(table, character);
        if (!small) return otherwise + bracketed(piece);
        text += *small;
    }
    return text;
}

/// Whether a function behind this text needs a space: "n log n", but "(log n".
bool is_operand(std::string_view text) {
    constexpr std::string_view opening = " ([{|-/";
    return !text.empty() && opening.find(text.back()) == std::string_view::npos;
}

class Parser {
public:
    explicit Parser(std::string_view tex) : rest_(tex) {}

    Piece whole() {
        Piece all = row('\0');
        if (!rest_.empty()) refuse("'}' without '{'");
        return all;
    }

private:
    [[noreturn]] static void refuse(const std::string& what) {
        throw Error(Failure::input, what + " in a formula", "assets/lessons/README.md lists what formulas may have");
    }

    void skip_blanks() {
        while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n' || rest_.front() == '\t')) rest_.remove_prefix(1);
    }

    /// Everything up to `end`, or a '}' or the end of the formula.
    Piece row(char end) {
        if (++depth_ > deepest_formula) refuse("more than 16 levels of brackets");
        Piece all{"<mrow>", "", false, false};
        int pieces = 0;
        for (skip_blanks(); !rest_.empty() && rest_.front() != '}'; skip_blanks()) {
            const Piece one = with_scripts(atom());
            if (one.is_function && is_operand(all.unicode)) all.mathml += narrow_space, all.unicode += " ";
            all.mathml += one.mathml, all.unicode += one.unicode;
            if (one.is_function) all.mathml += narrow_space;
            all.single = ++pieces == 1 && one.single;
        }
        if (end && (rest_.empty() || rest_.front() != end)) refuse("'{' without '}'");
        all.mathml += "</mrow>";
        while (all.unicode.ends_with(' ')) all.unicode.pop_back();
        --depth_;
        return all;
    }

    Piece group() {
        skip_blanks();
        if (rest_.empty()) refuse("the end where a symbol or {...} is expected");
        if (rest_.front() != '{') return atom();
        rest_.remove_prefix(1);
        Piece inside = row('}');
        rest_.remove_prefix(1);
        return inside;
    }

    Piece with_scripts(Piece base) {
        std::optional<Piece> below, above;
        for (skip_blanks(); !rest_.empty() && (rest_.front() == '^' || rest_.front() == '_'); skip_blanks()) {
            std::optional<Piece>& one = rest_.front() == '^' ? above : below;
            if (one) refuse(std::string("two ") + rest_.front() + " at one symbol");
            rest_.remove_prefix(1);
            one = group();
        }
        if (!below && !above) return base;
        const std::string tag = base.is_large ? (below && above ? "munderover"
                                                    : below     ? "munder"
                                                                : "mover")
                                              : (below && above ? "msubsup"
                                                    : below     ? "msub"
                                                                : "msup");
        Piece all{"<" + tag + ">" + base.mathml, base.unicode, base.single, false, base.is_function};
        while (all.unicode.ends_with(' ')) all.unicode.pop_back();
        if (below) all.mathml += below->mathml, all.unicode += script(lowered, *below, '_');
        if (above) all.mathml += above->mathml, all.unicode += script(raised, *above, '^');
        all.mathml += "</" + tag + ">";
        if (base.is_large || base.unicode.ends_with(' ')) all.unicode += " ";
        return all;
    }

    static Piece sign(std::string_view sign) {
        const bool spaces = std::find(std::begin(spaced), std::end(spaced), sign) != std::end(spaced);
        const std::string text(sign);
        // A bracket that stretches with its row would be as high as the row's sums and roots.
        const bool stretches = sign.size() == 1 && std::string_view("()[]|{}").find(sign) != std::string_view::npos;
        const std::string tag = stretches || sign == "‖" ? "<mo stretchy=\"false\">" : "<mo>";
        return {tag + xml_text(sign) + "</mo>", spaces ? " " + text + " " : text, !spaces, sign == "∑" || sign == "∏"};
    }

    Piece atom() {
        const char first = rest_.front();
        if (first == '\\') return command();
        if (first == '{') return group();
        if (const auto is_digit = [](char c) { return c >= '0' && c <= '9'; }; is_digit(first)) {
            std::size_t length = 1;
            while (length < rest_.size() &&
                   (is_digit(rest_[length]) || (rest_[length] == '.' && length + 1 < rest_.size() && is_digit(rest_[length + 1]))))
                ++length;
            const std::string number(taken(length));
            return {"<mn>" + number + "</mn>", number, true, false};
        }
        if ((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z')) {
            const std::string letter(taken(1));
            return {"<mi>" + letter + "</mi>", letter, true, false};
        }
        constexpr std::string_view signs = "=<>+-*/()[]|,.;:!'";
        if (signs.find(first) == std::string_view::npos)
            refuse(first >= ' ' && first < 127 ? "'" + std::string(1, first) + "'" : "a character that is not known");
        const std::string one(taken(1));
        if (one == ",") return {"<mo>,</mo>", ", ", false, false};
        return sign(one == "-" ? "−" : one == "'" ? "′" : one == "*" ? "∗" : one);
    }

    std::string_view taken(std::size_t length) {
        const std::string_view text = rest_.substr(0, length);
        rest_.remove_prefix(length);
        return text;
    }

    Piece command() {
        if (++depth_ > deepest_formula) refuse("more than 16 levels of brackets");
        rest_.remove_prefix(1);
        std::size_t length = 0;
        while (length < rest_.size() && std::isalpha(static_cast<unsigned char>(rest_[length]))) ++length;
        const std::string name(taken(std::max<std::size_t>(length, rest_.empty() ? 0 : 1)));
        Piece made = named(name);
        --depth_;
        return made;
    }

    Piece named(const std::string& name) {
        if (name == ",") return {narrow_space, " ", false, false};
        if (const auto letter = find(letters, name)) {
            const std::string text(*letter);
            return {"<mi>" + text + "</mi>", text, true, false};
        }
        if (const auto known = find(operators, name)) return sign(*known);
        if (std::find(std::begin(functions), std::end(functions), name) != std::end(functions))
            return {"<mi>" + name + "</mi>", name + " ", false, name == "max" || name == "min", true};
        if (name == "frac") {
            const Piece above = group(), below = group();
            return {"<mfrac>" + above.mathml + below.mathml + "</mfrac>", bracketed(above) + "/" + bracketed(below), false, false};
        }
        if (name == "sqrt") {
            const Piece inside = group();
            return {"<msqrt>" + inside.mathml + "</msqrt>", "√" + bracketed(inside), true, false};
        }
        if (name == "text") {
            const std::size_t end = rest_.find('}');
            if (!rest_.starts_with('{') || end == std::string_view::npos) refuse("\\text without {...}");
            const std::string words(taken(end + 1).substr(1, end - 1));
            return {"<mtext>" + xml_text(words) + "</mtext>", words, words.find(' ') == std::string::npos, false};
        }
        refuse("\\" + (name.size() > 20 ? name.substr(0, 20) + "…" : name) + " is not known");
    }

    std::string_view rest_;
    int depth_ = 0;
};

}  // namespace

Formula formula_in(std::string_view tex) {
    Piece all = Parser(tex).whole();
    if (all.unicode.empty()) throw Error(Failure::input, "an empty formula", "write something between the $ signs");
    return {std::move(all.mathml), std::move(all.unicode)};
}

}  // namespace neighborscope::lessons
