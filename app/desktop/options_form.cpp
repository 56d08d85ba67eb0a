#include "app/desktop/options_form.hpp"

#include "app/desktop/look.hpp"
#include "app/desktop/number_field.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace neighborscope::desktop {

namespace {

struct NumberRange {
    double from, to;
    bool integer, powers;
};

NumberRange range_of(const OptionSpec& spec) {
    if (const auto* whole = std::get_if<IntegerRange>(&spec.domain))
        return {double(whole->from), double(whole->to), true, whole->powers_of_two};
    const auto& real = std::get<RealRange>(spec.domain);
    return {real.from, real.to, false, false};
}

QString number_text(double value, bool integer) {
    return integer ? QString::number(qlonglong(std::llround(value))) : QString::number(value, 'g', 6);
}

}  // namespace

SliderScale::SliderScale(double from, double to, bool integer, bool powers_of_two)
    : from_(from), to_(to), integer_(integer), powers_(powers_of_two), logarithmic_(powers_of_two || (from > 0 && to / from > 100)) {}

int SliderScale::position(double value) const {
    if (!(to_ > from_)) return 0;
    const double inside = std::clamp(value, from_, to_);
    const double share = logarithmic_ ? std::log(inside / from_) / std::log(to_ / from_) : (inside - from_) / (to_ - from_);
    return int(std::lround(share * steps));
}

double SliderScale::value(int position) const {
    const double share = double(position) / steps;
    double value = logarithmic_ ? from_ * std::pow(to_ / from_, share) : from_ + share * (to_ - from_);
    if (powers_) value = std::exp2(std::round(std::log2(value)));
    return std::clamp(integer_ ? std::round(value) : value, from_, to_);
}

OptionsForm::OptionsForm(QWidget* parent) : QWidget(parent), layout_(new QVBoxLayout(this)) {
    layout_->setContentsMargins(0, 0, 0, 0);
    layout_->setSpacing(0);
}

void OptionsForm::make_number(Row& row) {
    const NumberRange range = range_of(*row.spec);
    const SliderScale scale(range.from, range.to, range.integer, range.powers);
    row.number = new NumberField(to_q(row.spec->name), body_);
    row.number->setFixedWidth(72);
    row.number->step = [range](const QString& text, int steps) {
        double value = number_from(text);
        if (std::isnan(value)) return text;
        if (range.powers) value = std::exp2(std::round(std::log2(std::max(value, 1.0))) + steps);
        else value += steps * (range.integer ? 1 : (range.to - range.from) / 100);
        return number_text(std::clamp(value, range.from, range.to), range.integer);
    };
    row.slider = new QuietSlider(tr("%1, slider").arg(to_q(row.spec->name)), body_);
    row.slider->setRange(0, SliderScale::steps);
    connect(row.number, &NumberField::edited, this, [this, row](const QString& text) { typed(row, text, false); });
    connect(row.slider, &QSlider::valueChanged, this, [this, row, range, scale](int position) {
        if (showing_) return;
        typed(row, number_text(scale.value(position), range.integer), row.slider->isSliderDown());
    });
}

OptionsForm::Row OptionsForm::make_row(const OptionSpec& spec) {
    Row row;
    row.spec = &spec;
    auto* rows = static_cast<QVBoxLayout*>(body_->layout());
    const QString name = to_q(spec.name);
    row.error = new Text({}, Tone::error, body_);
    row.error->set_size(12);
    row.error->setWordWrap(true);
    row.error->hide();
    auto* help = new Text(tr("%1, %2").arg(to_q(spec.help),
                              QString::fromStdString(describe_domain(spec)).replace(QLatin1String(" - "), QString::fromUtf8(" – "))),
        Tone::second, body_);
    help->set_size(12);
    help->setWordWrap(true);
    if (std::holds_alternative<Flag>(spec.domain)) {
        help->setText(to_q(spec.help));
        row.flag = new QCheckBox(name, body_);
        connect(row.flag, &QCheckBox::toggled, this, [this, row](bool on) {
            if (!showing_) typed(row, on ? QStringLiteral("on") : QStringLiteral("off"), false);
        });
        rows->addWidget(row.flag);
    } else {
        auto* line = new QHBoxLayout;
        line->setSpacing(8);
        auto* label = new Text(name, Tone::normal, body_);
        label->set_elided(true);
        line->addWidget(label, 1);
        if (const auto* choice = std::get_if<Choice>(&spec.domain)) {
            help->setText(to_q(spec.help));
            row.choice = new QComboBox(body_);
            row.choice->setAccessibleName(name);
            for (std::string_view one : choice->names) row.choice->addItem(to_q(one));
            connect(row.choice, &QComboBox::currentTextChanged, this, [this, row](const QString& text) {
                if (!showing_) typed(row, text, false);
            });
            line->addWidget(row.choice);
        } else {
            make_number(row);
            line->addWidget(row.number);
        }
        rows->addLayout(line);
        if (row.slider) rows->addWidget(row.slider);
    }
    rows->addWidget(row.error);
    rows->addWidget(help);
    rows->addSpacing(8);
    return row;
}

void OptionsForm::typed(const Row& row, const QString& text, bool dragging) {
    QString plain = text;
    if (row.number) {
        // Spaces and a true minus are for people; the program's own notation has neither.
        plain.remove(QChar(0x202F)).remove(QChar(0x2009)).replace(QChar(0x2212), QLatin1Char('-'));
        plain = plain.trimmed();
    }
    QString error;
    try {
        parse_option(*row.spec, plain.toStdString());
    } catch (const Error& wrong) {
        const NumberRange range = row.number ? range_of(*row.spec) : NumberRange{};
        const double value = row.number ? number_from(plain) : 0;
        const QString name = to_q(row.spec->name);
        if (row.number && !std::isnan(value) && value < range.from)
            error = tr("%1 is at least %2").arg(name, number_text(range.from, range.integer));
        else if (row.number && !std::isnan(value) && value > range.to)
            error = tr("%1 is at most %2").arg(name, number_text(range.to, range.integer));
        else error = QString::fromUtf8(wrong.what());
    }
    if (row.number) row.number->set_error(error);
    row.error->setText(error);
    row.error->setVisible(!error.isEmpty());
    if (error.isEmpty()) Q_EMIT changed(to_q(row.spec->name), plain, dragging);
}

void OptionsForm::show_options(const MethodInfo& method, const std::map<std::string, std::string>& chosen) {
    showing_ = true;
    if (method.name != method_ || !body_) {
        method_ = method.name;
        rows_.clear();
        delete body_;
        body_ = new QWidget(this);
        auto* rows = new QVBoxLayout(body_);
        rows->setContentsMargins(0, 0, 0, 0);
        rows->setSpacing(2);
        layout_->addWidget(body_);
        for (const OptionSpec& spec : method.options) rows_.push_back(make_row(spec));
        setVisible(!rows_.empty());
    }
    for (const Row& row : rows_) {
        const auto found = chosen.find(std::string(row.spec->name));
        const std::string value = found != chosen.end() ? found->second : to_text(row.spec->preset);
        const QString shown = QString::fromStdString(value);
        if (row.flag) row.flag->setChecked(value == "on" || value == "true" || value == "1");
        if (row.choice) row.choice->setCurrentText(shown);
        if (row.number) {
            if (!row.number->property("error").toBool()) row.number->show_value(shown);
            const NumberRange range = range_of(*row.spec);
            const double number = number_from(shown);
            if (!std::isnan(number) && !row.slider->isSliderDown())
                row.slider->setValue(SliderScale(range.from, range.to, range.integer, range.powers).position(number));
        }
    }
    showing_ = false;
}

}  // namespace neighborscope::desktop
