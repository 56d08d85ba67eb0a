// The window's dialogs for files, sessions, columns, tables and pictures.
#include "app/data/files/output_file.hpp"
#include "app/desktop/theme.hpp"
#include "app/desktop/main_window.hpp"
#include "app/desktop/sheet.hpp"
#include "app/desktop/view_widget.hpp"
#include "app/session/workbench/point_controls.hpp"

#include <QBuffer>
#include <QFileDialog>
#include <QFileInfo>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QListView>
#include <QRegularExpression>

namespace neighborscope::desktop {

namespace {

/// Filters for Qt: "CSV (*.csv *.csv.gz);;All files (*)".
QString filters_of(const std::vector<PathQuestion::Filter>& filters) {
    QStringList all;
    for (const PathQuestion::Filter& filter : filters) {
        QStringList patterns;
        for (const std::string& pattern : filter.patterns) patterns << to_qstring(pattern);
        all << QStringLiteral("%1 (%2)").arg(to_qstring(filter.name), patterns.join(QLatin1Char(' ')));
    }
    return all.join(QStringLiteral(";;"));
}

/// Saves under the name that was typed. Qt's dialog selects a file in its list whose name is typed by then ("a" of "a2" is "a.json"), keeps
/// that selection while its completer has the focus, and prefers it to the typed name, so that another file would be overwritten.
class PathDialog : public QFileDialog {
public:
    PathDialog(QWidget* parent, const QString& title) : QFileDialog(parent, title) { setOption(QFileDialog::DontUseNativeDialog); }
    void save_as_typed() {
        name_ = findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        if (name_) name_->setCompleter(nullptr);
    }
    void accept() override {
        if (auto* const list = findChild<QListView*>(QStringLiteral("listView")); name_ && list && !name_->text().isEmpty()) {
            const QString typed = name_->text();
            if (name_->hasFocus() || name_->isModified()) list->selectionModel()->clearSelection();
            name_->setText(typed);
        }
        QFileDialog::accept();
    }

private:
    QLineEdit* name_ = nullptr;
};

}  // namespace

void MainWindow::ask_path(const PathQuestion& question, const std::function<void(const std::string&)>& then) {
    const QString suggested = to_qstring(question.suggested);
    auto* dialog = new PathDialog(this, to_qstring(question.title).section(QLatin1Char(':'), 0, 0));
    dialog->setObjectName(to_qstring(question.id));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNameFilter(filters_of(question.filters));
    if (suggested.isEmpty()) {
        dialog->setFileMode(question.folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    } else {
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setOption(QFileDialog::DontConfirmOverwrite, question.adds);
        dialog->setDefaultSuffix(QFileInfo(suggested).suffix());
        dialog->selectFile(suggested);
        dialog->save_as_typed();
        // The chosen type sets the default extension.
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
    connect(dialog, &QFileDialog::fileSelected, this, [this, then](const QString& file) {
        then(file.toStdString());
        poll();
    });
    dialog->open();
}

/// Opens the sheet of columns when they are known.
void MainWindow::show_columns() {
    if (auto choice = workbench_->points().take_columns())
        show_sheet("dialog.columns", panels::columns_sheet(*workbench_, std::make_shared<ColumnChoice>(std::move(*choice))));
}

std::function<void(const std::string&)> MainWindow::take_picture() {
    if (!view_) return {};
    return [this, picture = view_->grabFramebuffer().convertToFormat(QImage::Format_RGB888)](const std::string& path) {
        QByteArray bytes;
        QBuffer png(&bytes);
        if (!picture.save(&png, "PNG"))
            throw Error(Failure::memory, "there is not enough memory to write the picture", "make the window smaller");
        write_file(path, {bytes.constData(), std::size_t(bytes.size())});
        workbench_->show_message("Picture written to " + path);
    };
}

void MainWindow::show_sheet(const QString& name, panels::Sheet describe) {
    auto* sheet = new Sheet(std::move(describe), this);
    sheet->setObjectName(name);
    connect(sheet, &Sheet::changed, this, &MainWindow::poll);
    sheet->open();
}

}  // namespace neighborscope::desktop
