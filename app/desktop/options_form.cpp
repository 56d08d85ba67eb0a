#include "app/desktop/options_form.hpp"

#include "app/desktop/look.hpp"
#include "app/desktop/number_field.hpp"
#include "gpu/error.hpp"

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

OptionsForm::OptionsForm(Help help, QWidget* parent) : QWidget(parent), help_(help), layout_(new QVBoxLayout(this)) {
    layout_->setContentsMargins(0, 0, 0, 0);
    layout_->setSpacing(0);
}

void OptionsForm::make_number(Row& row) {
    const NumberRange range = range_of(*row.spec);
    const std::optional<SliderScale> scale = SliderScale::of(*row.spec);
    row.number = new NumberField(to_q(row.spec->name), body_);
    row.number->setFixedWidth(84);  // seven digits
    const RealRange usual = row.spec->slider.value_or(RealRange{range.from, range.to});
    const double step_size = range.integer ? 1 : (usual.to - usual.from) / 100;
    row.number->step = [range, step_size](const QString& text, int steps) {
        double value = number_from(text);
        if (std::isnan(value)) return text;
        if (range.powers) value = std::exp2(std::round(std::log2(std::max(value, 1.0))) + steps);
        else value += steps * step_size;
        return number_text(std::clamp(value, range.from, range.to), range.integer);
    };
    connect(row.number, &NumberField::edited, this, [this, row](const QString& text) { typed(row, text, row.number->hasFocus()); });
    if (!scale) return;
    row.slider = new QuietSlider(tr("%1, slider").arg(to_q(row.spec->name)), body_);
    row.slider->setRange(0, SliderScale::steps);
    connect(row.slider, &QSlider::sliderReleased, this, &OptionsForm::drag_ended);
    connect(row.slider, &QSlider::valueChanged, this, [this, row, range, scale = *scale](int position) {
        if (showing_) return;
        typed(row, number_text(scale.value(position), range.integer), row.slider->held());
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
    QString said = to_q(spec.help);
    if (std::holds_alternative<IntegerRange>(spec.domain) || std::holds_alternative<RealRange>(spec.domain))
        said +=
            QStringLiteral(", ") + QString::fromStdString(describe_domain(spec)).replace(QLatin1String(" - "), QString::fromUtf8(" – "));
    if (std::holds_alternative<Flag>(spec.domain)) {
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
        if (help_ == Help::tooltip) label->setToolTip(said);
        line->addWidget(label, 1);
        if (const auto* choice = std::get_if<Choice>(&spec.domain)) {
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
    if (help_ == Help::line) {
        auto* help = new Text(said, Tone::second, body_);
        help->set_size(12);
        help->setWordWrap(true);
        rows->addWidget(help);
        rows->addSpacing(8);
        return row;
    }
    for (QWidget* control : {static_cast<QWidget*>(row.number), static_cast<QWidget*>(row.slider), static_cast<QWidget*>(row.choice),
             static_cast<QWidget*>(row.flag)})
        if (control) control->setToolTip(said);
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

void OptionsForm::show_options(std::span<const OptionSpec> specs, const std::map<std::string, std::string>& chosen) {
    showing_ = true;
    if (!body_ || !std::equal(specs.begin(), specs.end(), specs_.begin(), specs_.end())) {
        rows_.clear();
        specs_.assign(specs.begin(), specs.end());
        delete body_;
        body_ = new QWidget(this);
        auto* rows = new QVBoxLayout(body_);
        rows->setContentsMargins(0, 0, 0, 0);
        rows->setSpacing(2);
        layout_->addWidget(body_);
        for (const OptionSpec& spec : specs_) rows_.push_back(make_row(spec));
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
            const double number = number_from(shown);
            if (const auto scale = SliderScale::of(*row.spec); scale && !std::isnan(number) && !row.slider->held())
                row.slider->setValue(scale->position(number));
        }
    }
    showing_ = false;
}

}  // namespace neighborscope::desktop
