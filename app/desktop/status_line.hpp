// The status line: device | buffer path | bytes to the host | search | frame | credit. Numbers have fixed widths, so that nothing moves.
#pragma once
#include "app/desktop/theme.hpp"
#include "app/session/shown/view_model.hpp"

#include <QStatusBar>

namespace neighborscope::desktop {

class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);
    void show_status(const ViewModel&);
    /// The error or progress of the view's card, for screen readers; "": none.
    QString card() const { return card_->text(); }

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    Text *device_, *path_, *to_host_, *search_, *frame_, *card_;
};

}  // namespace neighborscope::desktop
