// Tests described panels in Qt, without OpenGL and workbench.
#pragma once
#include <QObject>

class PanelsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void a_number_is_typed_stepped_and_dragged();
    void a_picture_is_drawn();
    void a_wrong_number_is_kept_and_explained();
    void choices_show_their_refusals();
    void a_table_sorts_and_keeps_what_is_selected();
    void rows_keep_their_widgets_while_others_come_and_go();
    void a_row_of_another_label_is_shown_with_it();
    void text_keeps_its_contrast_in_both_themes();
};
