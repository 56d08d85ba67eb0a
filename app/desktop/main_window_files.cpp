// What leaves the window and comes into it: files, sessions, columns, tables, pictures.
#include "app/data/output_file.hpp"
#include "app/desktop/main_window.hpp"
#include "app/desktop/sheet.hpp"
#include "app/desktop/view_widget.hpp"
#include "app/session/inputs.hpp"
#include "app/session/neighbour_table.hpp"

#include <QBuffer>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QRegularExpression>

namespace neighborscope::desktop {

QFileDialog* MainWindow::ask_file(const QString& title, const QString& name, const QString& filter, const QString& suggested,
    const std::function<void(const QString&)>& then) {
    auto* dialog = new QFileDialog(this, title);
    dialog->setObjectName(name);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setOption(QFileDialog::DontUseNativeDialog);
    dialog->setNameFilter(filter);
    if (suggested.isEmpty()) {
        dialog->setFileMode(QFileDialog::ExistingFile);
    } else {
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setDefaultSuffix(QFileInfo(suggested).suffix());
        dialog->selectFile(suggested);
        // With several types to choose from, the one chosen gives the name its ending.
        QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& chosen) {
            static const QRegularExpression ending(QStringLiteral("\\*\\.(\\w+)"));
            const QString suffix = ending.match(chosen).captured(1);
            if (suffix.isEmpty()) return;
            dialog->setDefaultSuffix(suffix);
            const QStringList files = dialog->selectedFiles();
            if (files.size() == 1 && !QFileInfo(files.first()).suffix().isEmpty())
                dialog->selectFile(QFileInfo(files.first()).completeBaseName() + QLatin1Char('.') + suffix);
        });
    }
    connect(dialog, &QFileDialog::fileSelected, this, then);
    dialog->open();
    return dialog;
}

/// As Qt names filters: "CSV (*.csv *.csv.gz);;All files (*)".
QString MainWindow::filters_of(const std::vector<PathQuestion::Filter>& filters) {
    QStringList all;
    for (const PathQuestion::Filter& filter : filters) {
        QStringList patterns;
        for (const std::string& pattern : filter.patterns) patterns << to_q(pattern);
        all << QStringLiteral("%1 (%2)").arg(to_q(filter.name), patterns.join(QLatin1Char(' ')));
    }
    return all.join(QStringLiteral(";;"));
}

void MainWindow::ask_path(const PathQuestion& question, const std::function<void(const std::string&)>& then) {
    ask_file(to_q(question.title).section(QLatin1Char(':'), 0, 0), to_q(question.id), filters_of(question.filters),
        to_q(question.suggested), [this, then](const QString& file) {
            then(file.toStdString());
            poll();
        });
}

/// Once the file's columns are known.
void MainWindow::show_columns() {
    if (auto choice = workbench_->take_columns())
        show_sheet("dialog.columns", panels::columns_sheet(*workbench_, std::make_shared<ColumnChoice>(std::move(*choice))));
}

void MainWindow::save_picture() {
    if (!view_) return;
    // What is seen now, not what the dialog leaves on the screen later.
    const QImage picture = view_->grabFramebuffer().convertToFormat(QImage::Format_RGB888);
    ask_file(
        tr("Save picture"), "dialog.save_picture", tr("PNG pictures (*.png)"), "neighborscope.png", [this, picture](const QString& file) {
            attempt(*workbench_, "The picture was not written", [&] {
                refuse_overwriting(workbench_->session(), file.toStdString());
                QByteArray bytes;
                QBuffer png(&bytes);
                if (!picture.save(&png, "PNG"))
                    throw Error(Failure::memory, "there is not enough memory to write the picture", "make the window smaller");
                write_file(file.toStdString(), {bytes.constData(), std::size_t(bytes.size())});
                workbench_->say(tr("Picture written to %1").arg(file).toStdString());
            });
            poll();
        });
}

void MainWindow::show_sheet(const QString& name, panels::Sheet describe) {
    auto* sheet = new Sheet(std::move(describe), this);
    sheet->setObjectName(name);
    connect(sheet, &Sheet::changed, this, &MainWindow::poll);
    sheet->open();
}

void MainWindow::copy_neighbours() { QGuiApplication::clipboard()->setText(QString::fromStdString(neighbours_as_tsv(workbench_->view()))); }

}  // namespace neighborscope::desktop
