#include "app/lessons/html.hpp"

#include "app/lessons/formula.hpp"
#include "app/lessons/pictures.hpp"
#include "app/lessons/text.hpp"

#include <algorithm>
#include <cstdint>

namespace neighborscope::lessons {
namespace {

using Kind = Node::Kind;

class HtmlWriter {
public:
    HtmlWriter(const Facts& facts, const std::string& file) : facts_(facts), file_(file) {}

    std::string all(const std::vector<Node>& nodes) const {
        std::string html;
        for (const Node& node : nodes) html += one(node);
        return html;
    }

private:
    std::string wrapped(const std::string& tag, const Node& node) const { return "<" + tag + ">" + all(node.inside) + "</" + tag + ">"; }
    std::string block(const std::string& tag, const Node& node) const { return wrapped(tag, node) + "\n"; }

    std::string one(const Node& node) const {
        switch (node.kind) {
            case Kind::paragraph: return block("p", node);
            case Kind::heading: return block("h" + std::to_string(std::clamp(node.level, 2, 6)), node);
            case Kind::bullets: return block("ul", node);
            case Kind::numbers: return block("ol", node);
            case Kind::item: return block("li", node);
            case Kind::quote: return block("blockquote", node);
            case Kind::rule: return "<hr/>\n";
            case Kind::code_block: return "<pre><code>" + xml_text(node.text) + "</code></pre>\n";
            case Kind::text: return xml_text(filled(node.text, facts_, file_, node.line));
            case Kind::emphasis: return wrapped("em", node);
            case Kind::strong: return wrapped("strong", node);
            case Kind::code: return "<code>" + xml_text(node.text) + "</code>";
            case Kind::formula: return math(node, "");
            case Kind::display_formula: return math(node, " display=\"block\"");
            case Kind::link: return "<a href=\"" + xml_text(checked_address(node)) + "\">" + all(node.inside) + "</a>";
            case Kind::picture: return "<img src=\"" + picture(node) + "\" alt=\"" + xml_text(plain_text(node.inside)) + "\"/>";
            case Kind::line_break: return "<br/>\n";
        }
        return {};
    }

    std::string math(const Node& node, const std::string& display) const {
        try {
            const Formula formula = formula_in(node.text);
            return "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"" + display + " alttext=\"" + xml_text(formula.unicode) + "\">" +
                   formula.mathml + "</math>";
        } catch (const Error& why) { throw error_at(file_, node.line, why.what(), why.remedy); }
    }

    /// A handout may be sent to anybody: its links lead to the web, and run no script.
    const std::string& checked_address(const Node& node) const {
        if (!node.target.starts_with("https://") && !node.target.starts_with("http://"))
            throw error_at(file_, node.line, "the link '" + node.target + "' leads to no web page", "begin it with https://");
        return node.target;
    }

    std::string picture(const Node& node) const { return data_uri(picture_type(file_, node), picture_bytes(file_, node)); }

    const Facts& facts_;
    const std::string& file_;
};

}  // namespace

std::string filled(std::string_view text, const Facts& facts, const std::string& file, std::size_t line) {
    std::string all;
    while (!text.empty()) {
        const std::size_t open = std::min(text.find('{'), text.size());
        all += text.substr(0, open);
        text.remove_prefix(open);
        if (text.empty()) break;
        const std::size_t close = text.find('}');
        if (close == std::string_view::npos)
            throw error_at(file, line, "'{' without '}'", "close the placeholder, or write the bracket as code: `{`");
        try {
            all += fact_named(facts, text.substr(1, close - 1)).text;
        } catch (const Error& why) { throw error_at(file, line, why.what(), why.remedy); }
        text.remove_prefix(close + 1);
    }
    return all;
}

std::string html_of(const std::vector<Node>& nodes, const Facts& facts, const std::string& file, bool inline_only) {
    const HtmlWriter writer(facts, file);
    if (inline_only && nodes.size() == 1 && nodes.front().kind == Kind::paragraph) return writer.all(nodes.front().inside);
    return writer.all(nodes);
}

std::string data_uri(std::string_view type, std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string uri = "data:" + std::string(type) + ";base64,";
    uri.reserve(uri.size() + bytes.size() / 3 * 4 + 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t length = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t three = 0;
        for (std::size_t i = 0; i < 3; ++i) three = three << 8 | (i < length ? static_cast<unsigned char>(bytes[at + i]) : 0u);
        for (std::size_t i = 0; i < 4; ++i) uri += i <= length ? digits[three >> (18 - 6 * i) & 63] : '=';
    }
    return uri;
}

}  // namespace neighborscope::lessons
