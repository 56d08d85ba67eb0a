#include "app/desktop/method_panel.hpp"

#include "app/desktop/options_form.hpp"

#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>

namespace neighborscope::desktop {

namespace {

constexpr int name_role = Qt::UserRole, refusal_role = Qt::UserRole + 1, group_role = Qt::UserRole + 2;

/// Name at the left, reason at the right end.
class MethodDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {120, 24}; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Colours& look = colours();
        const bool group = index.data(group_role).toBool(), enabled = index.flags() & Qt::ItemIsEnabled;
        const bool selected = option.state & QStyle::State_Selected;
        const QString refusal = index.data(refusal_role).toString();
        painter->save();
        if (selected) painter->fillRect(option.rect, look.accent);
        else if ((option.state & QStyle::State_MouseOver) && enabled && !group) painter->fillRect(option.rect, look.soft);
        const QRect area = option.rect.adjusted(8, 0, -8, 0);
        const QString name = index.data(Qt::DisplayRole).toString();
        painter->setFont(font_of_size(group ? 12 : 13));
        painter->setPen(selected ? look.on_accent : group ? look.second_text : enabled ? look.text : look.disabled_text);
        painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter, name);
        if (!refusal.isEmpty()) {
            const int used = painter->fontMetrics().horizontalAdvance(name) + 12;
            painter->setFont(font_of_size(12));
            painter->setPen(selected ? look.on_accent : look.disabled_text);
            const QRect rest = area.adjusted(used, 0, 0, 0);
            painter->drawText(
                rest, Qt::AlignRight | Qt::AlignVCenter, painter->fontMetrics().elidedText(refusal, Qt::ElideRight, rest.width()));
        }
        painter->restore();
    }
};

}  // namespace

MethodPanel::MethodPanel(QWidget* parent) : Section(tr("Method"), 12, parent) {
    list_ = new QListView(this);
    list_->setObjectName("method.list");
    list_->setAccessibleName(tr("Methods"));
    list_->setItemDelegate(new MethodDelegate(list_));
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setUniformItemSizes(true);
    list_->setMouseTracking(true);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    model_ = new QStandardItemModel(this);
    list_->setModel(model_);
    help_ = new Text({}, Tone::normal, this);
    citation_ = new Text({}, Tone::second, this);
    refusal_ = new Text({}, Tone::warning, this);
    warning_ = new Text(tr("Approximate: it may miss neighbours. Recall is under Exactness."), Tone::warning, this);
    warning_->setObjectName("method.warning");
    for (Text* text : {help_, citation_, refusal_, warning_}) {
        text->set_size(12);
        text->setWordWrap(true);
        text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    }
    help_->set_tone(Tone::second);
    help_->setObjectName("method.help");
    form_ = new OptionsForm(OptionsForm::Help::line, this);
    form_->setObjectName("method.options");
    content()->addWidget(list_);
    content()->addWidget(refusal_);
    content()->addWidget(help_);
    content()->addWidget(citation_);
    content()->addSpacing(4);
    content()->addWidget(form_);
    content()->addWidget(warning_);
    refusal_->hide();
    warning_->hide();
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
        if (showing_ || !(now.flags() & Qt::ItemIsEnabled) || now.data(group_role).toBool()) return;
        Q_EMIT method_chosen(now.data(name_role).toString());
    });
    connect(form_, &OptionsForm::changed, this, &MethodPanel::option_changed);
    connect(form_, &OptionsForm::drag_ended, this, &MethodPanel::drag_ended);
}

void MethodPanel::fill(const std::vector<MethodEntry>& methods) {
    std::vector<std::pair<std::string, std::string>> wanted;
    for (const MethodEntry& entry : methods) wanted.emplace_back(std::string(entry.method->info.name), entry.refusal.value_or(""));
    if (wanted == shown_) return;
    shown_ = std::move(wanted);
    model_->clear();
    std::string_view group;
    for (const MethodEntry& entry : methods) {
        const MethodInfo& info = entry.method->info;
        if (info.group != group) {
            group = info.group;
            auto* header = new QStandardItem(to_q(group));
            header->setFlags(Qt::NoItemFlags);
            header->setData(true, group_role);
            model_->appendRow(header);
        }
        auto* item = new QStandardItem(to_q(info.name));
        item->setData(to_q(info.name), name_role);
        item->setToolTip(to_q(info.title) + QStringLiteral("\n") + to_q(info.help));
        QString spoken = to_q(info.name) + QStringLiteral(", ") + to_q(info.title);
        if (entry.refusal) {
            const QString reason = QString::fromStdString(*entry.refusal);
            item->setFlags(Qt::NoItemFlags);
            item->setData(reason, refusal_role);
            item->setToolTip(to_q(info.title) + QStringLiteral("\n") + reason);
            spoken += QStringLiteral(", ") + reason;
        }
        item->setAccessibleText(spoken);
        model_->appendRow(item);
    }
    list_->setFixedHeight(std::min(model_->rowCount(), 12) * 24 + 2);
}

void MethodPanel::show_methods(const std::vector<MethodEntry>& methods, const SessionState& session) {
    showing_ = true;
    fill(methods);
    const MethodEntry* chosen = nullptr;
    for (const MethodEntry& entry : methods)
        if (entry.method->info.name == session.method) chosen = &entry;
    for (int row = 0; row < model_->rowCount(); ++row) {
        const QModelIndex index = model_->index(row, 0);
        if (index.data(name_role).toString().toStdString() != session.method) continue;
        if (list_->currentIndex() != index) list_->setCurrentIndex(index);
        list_->selectionModel()->select(index, QItemSelectionModel::ClearAndSelect);
    }
    set_fact(QString::fromStdString(session.method));
    if (chosen) {
        const MethodInfo& info = chosen->method->info;
        help_->setText(to_q(info.help));
        citation_->setText(to_q(info.citation));
        citation_->setVisible(!info.citation.empty());
        refusal_->setText(QString::fromStdString(chosen->refusal.value_or("")));
        refusal_->setVisible(chosen->refusal.has_value());
        warning_->setVisible(info.supports.approximate);
        static const std::map<std::string, std::string> none;
        const auto found = session.options.find(session.method);
        form_->show_options(info.options, found == session.options.end() ? none : found->second);
    }
    showing_ = false;
}

}  // namespace neighborscope::desktop
