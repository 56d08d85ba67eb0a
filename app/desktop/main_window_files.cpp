// What leaves the window and comes into it: files, sessions, columns, tables, pictures.
#include "app/data/output_file.hpp"
#include "app/desktop/columns_dialog.hpp"
#include "app/desktop/main_window.hpp"
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

void MainWindow::attempt(const QString& what, const std::function<void()>& how) {
    try {
        how();
    } catch (const Error& error) { workbench_->show_error(what.toStdString() + ": " + error.what(), error.remedy); }
    poll();
}

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

/// "All points (*.csv *.npy *.gz);;CSV (*.csv *.csv.gz);;...;;All files (*)": whatever this build reads.
QString MainWindow::data_filters() {
    QStringList all, each;
    for (const FormatInfo& format : formats()) {
        QStringList patterns;
        for (const QString& ending : QString::fromStdString(format.extensions).split(QLatin1Char(' '), Qt::SkipEmptyParts))
            patterns << QLatin1Char('*') + ending << QLatin1Char('*') + ending + QStringLiteral(".gz");
        if (patterns.isEmpty()) continue;
        for (const QString& pattern : patterns)
            if (!all.contains(pattern)) all << pattern;
        each << QStringLiteral("%1 (%2)").arg(QString::fromStdString(format.name), patterns.join(QLatin1Char(' ')));
    }
    return tr("All points (%1)").arg(all.join(QLatin1Char(' '))) + QStringLiteral(";;") + each.join(QStringLiteral(";;")) +
           tr(";;All files (*)");
}

void MainWindow::open_file() {
    ask_file(tr("Open points"), "dialog.open", data_filters(), {}, [this](const QString& file) {
        workbench_->open_data(file.toStdString());
        poll();
    });
}

void MainWindow::choose_columns() {
    workbench_->ask_columns();
    poll();
}

/// Once the file's columns are known.
void MainWindow::show_columns() {
    const auto choice = workbench_->take_columns();
    if (!choice) return;
    auto* dialog = new ColumnsDialog(*choice, QString::fromStdString(workbench_->view().data.name), this);
    connect(dialog, &QDialog::accepted, this, [this, dialog, data = workbench_->session().data] {
        if (workbench_->session().data != data) return;  // other data came meanwhile
        workbench_->choose_columns(dialog->choice());
        poll();
    });
    dialog->open();
}

void MainWindow::compare_lists() {
    ask_file(tr("Compare lists"), "dialog.compare", tr("Lists of neighbours (*.npz *.npy *.ivecs *.csv *.tsv *.txt *.gz);;All files (*)"),
        {}, [this](const QString& file) {
            workbench_->compare_lists(file.toStdString(), workbench_->session().list_queries);
            poll();
        });
}

void MainWindow::choose_list_queries() {
    ask_file(tr("Queries of the lists"), "dialog.compare_queries", data_filters(), {}, [this](const QString& file) {
        workbench_->name_list_queries(file.toStdString());
        poll();
    });
}

void MainWindow::open_session() {
    ask_file(tr("Open session"), "dialog.open_session", tr("Sessions (*.json);;All files (*)"), {}, [this](const QString& file) {
        attempt(tr("The session was not opened"), [&] { workbench_->replace(load_session(file.toStdString())); });
    });
}

void MainWindow::save_session_as() {
    ask_file(tr("Save session"), "dialog.save_session", tr("Sessions (*.json)"), "session.json", [this](const QString& file) {
        attempt(tr("The session was not saved"), [&] {
            refuse_overwriting(workbench_->session(), file.toStdString());
            save_session(workbench_->session(), file.toStdString());
            workbench_->say(tr("Session saved as %1").arg(file).toStdString());
        });
    });
}

void MainWindow::export_neighbours() {
    ask_file(tr("Export neighbours"), "dialog.export", tr("Comma-separated values (*.csv)"), "neighbours.csv", [this](const QString& file) {
        attempt(tr("The neighbours were not written"), [&] {
            refuse_overwriting(workbench_->session(), file.toStdString());
            write_file(file.toStdString(), neighbours_as_csv(workbench_->view()));
            workbench_->say(tr("Neighbours written to %1").arg(file).toStdString());
        });
    });
}

void MainWindow::export_points() {
    ask_file(tr("Export points"), "dialog.export_points",
        tr("Comma-separated values (*.csv);;NumPy archive (*.npz);;Polygon file format, PLY (*.ply)"), "points.csv",
        [this](const QString& file) {
            attempt(tr("The points were not written"), [&] {
                refuse_overwriting(workbench_->session(), file.toStdString());
                workbench_->export_points(file.toStdString());
            });
        });
}

void MainWindow::save_picture() {
    if (!view_) return;
    // What is seen now, not what the dialog leaves on the screen later.
    const QImage picture = view_->grabFramebuffer().convertToFormat(QImage::Format_RGB888);
    ask_file(
        tr("Save picture"), "dialog.save_picture", tr("PNG pictures (*.png)"), "neighborscope.png", [this, picture](const QString& file) {
            attempt(tr("The picture was not written"), [&] {
                refuse_overwriting(workbench_->session(), file.toStdString());
                QByteArray bytes;
                QBuffer png(&bytes);
                if (!picture.save(&png, "PNG"))
                    throw Error(Failure::memory, "there is not enough memory to write the picture", "make the window smaller");
                write_file(file.toStdString(), {bytes.constData(), std::size_t(bytes.size())});
                workbench_->say(tr("Picture written to %1").arg(file).toStdString());
            });
        });
}

void MainWindow::copy_neighbours() { QGuiApplication::clipboard()->setText(QString::fromStdString(neighbours_as_tsv(workbench_->view()))); }

}  // namespace neighborscope::desktop
