#include "app/desktop/help_windows.hpp"

#include "app/data/data_set.hpp"
#include "app/desktop/icons.hpp"
#include "app/desktop/look.hpp"
#include "gpu/device/device.hpp"

#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <imgui.h>

namespace neighborscope::desktop {

namespace {

QDialog* make_dialog(const QString& title, const QString& name, QWidget* parent) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setObjectName(name);
    auto* all = new QVBoxLayout(dialog);
    all->setContentsMargins(16, 16, 16, 16);
    all->setSpacing(12);
    return dialog;
}

void add_close(QDialog* dialog) {
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    dialog->layout()->addWidget(buttons);
}

QTableWidget* make_table(const QStringList& headers, const QString& name, QWidget* parent) {
    auto* table = new QTableWidget(0, int(headers.size()), parent);
    table->setHorizontalHeaderLabels(headers);
    table->setAccessibleName(name);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(22);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setHighlightSections(false);
    return table;
}

void add_row(QTableWidget* table, const QStringList& cells) {
    const int row = table->rowCount();
    table->insertRow(row);
    for (int column = 0; column < cells.size(); ++column) {
        auto* item = new QTableWidgetItem(cells[column]);
        item->setToolTip(cells[column]);
        table->setItem(row, column, item);
    }
}

}  // namespace

QDialog* show_shortcuts(const Commands& commands, QWidget* parent) {
    QDialog* dialog = make_dialog(QDialog::tr("Keys and mouse"), "shortcuts", parent);
    QTableWidget* table = make_table({QDialog::tr("keys"), QDialog::tr("what they do"), QDialog::tr("menu")}, QDialog::tr("Keys"), dialog);
    for (const Command& command : commands.all())
        if (!command.keys.empty())
            add_row(table, {QString::fromStdString(command.keys).replace(QLatin1String(", "), QDialog::tr(" or ")),
                               QString::fromStdString(command.title), QString::fromStdString(command.menu)});
    const QString view = QDialog::tr("in the view");
    add_row(table, {QDialog::tr("Move"), QDialog::tr("The query follows, unless it is pinned"), view});
    add_row(table, {QDialog::tr("Click"), QDialog::tr("Pin the query there"), view});
    add_row(table, {QDialog::tr("Drag left"), QDialog::tr("Pan (2-D), orbit (3-D)"), view});
    add_row(table, {QDialog::tr("Drag right or middle"), QDialog::tr("Pan"), view});
    add_row(table, {QDialog::tr("Click right"), QDialog::tr("Why not this point? What became of this leaf?"), view});
    add_row(table, {QDialog::tr("Wheel"), QDialog::tr("Zoom at the mouse"), view});
    add_row(table, {QDialog::tr("Drop"), QDialog::tr("Open the file that is dropped"), QDialog::tr("anywhere")});
    table->resizeColumnsToContents();
    table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    dialog->layout()->addWidget(table);
    add_close(dialog);
    dialog->resize(560, 560);
    dialog->show();
    return dialog;
}

QDialog* show_about(QWidget* parent, const std::string& gl_renderer) {
    QDialog* dialog = make_dialog(QDialog::tr("About Neighborscope"), "about", parent);
    auto* head = new QHBoxLayout;
    head->setSpacing(12);
    auto* picture = new QLabel(dialog);
    picture->setPixmap(program_icon().pixmap(QSize(48, 48), dialog->devicePixelRatioF()));
    picture->setFixedSize(48, 48);
    auto* names = new QVBoxLayout;
    names->setSpacing(2);
    auto* title = new Text(QStringLiteral("Neighborscope " NEIGHBORSCOPE_VERSION), Tone::normal, dialog);
    title->set_size(20, true);
    auto* line = new Text(QDialog::tr("See k-nearest-neighbour search happen. MIT licence."), Tone::second, dialog);
    names->addWidget(title);
    names->addWidget(line);
    head->addWidget(picture);
    head->addLayout(names, 1);
    static_cast<QVBoxLayout*>(dialog->layout())->addLayout(head);

    QTableWidget* table =
        make_table({QDialog::tr("part"), QDialog::tr("version, source and licence")}, QDialog::tr("Versions and licences"), dialog);
    for (const DeviceInfo& device : devices())
        add_row(
            table, {QDialog::tr("Device"), device.kind == DeviceKind::cuda ? QStringLiteral("CUDA, ") + QString::fromStdString(device.name)
                                                                           : QString::fromStdString(device.name)});
    if (!built_with_cuda()) add_row(table, {QDialog::tr("CUDA"), QDialog::tr("built for CPU only")});
    else if (!why_no_cuda().empty()) add_row(table, {QDialog::tr("CUDA"), QString::fromStdString(why_no_cuda())});
    add_row(table, {QStringLiteral("OpenGL"), QString::fromStdString(gl_renderer)});
    add_row(table, {QStringLiteral("Qt"), QStringLiteral("%1, LGPL 3").arg(QString::fromLatin1(qVersion()))});
    add_row(table, {QStringLiteral("Dear ImGui"), QStringLiteral("%1, MIT").arg(QString::fromLatin1(ImGui::GetVersion()))});
    add_row(table, {QStringLiteral("Boost.Context"), QStringLiteral("Boost Software License 1.0")});
    add_row(table, {QStringLiteral("epoxy, GLM, nlohmann-json, fast_float"), QStringLiteral("MIT")});
    add_row(table, {QStringLiteral("xxHash"), QStringLiteral("BSD 2-Clause")});
    add_row(table, {QStringLiteral("CLI11"), QStringLiteral("BSD 3-Clause")});
    for (const SampleInfo& sample : samples())
        add_row(table, {QDialog::tr("Sample %1").arg(QString::fromStdString(sample.name)), QString::fromStdString(sample.credit)});
    table->resizeColumnToContents(0);
    table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    table->setWordWrap(true);
    dialog->layout()->addWidget(table);
    add_close(dialog);
    dialog->resize(600, 480);
    dialog->show();
    table->resizeRowsToContents();
    return dialog;
}

}  // namespace neighborscope::desktop
