"""Authoring, below /desk/quizzes/. Every address asks for a sign-in here, so that no view can forget it."""

from django.contrib.auth.decorators import login_required
from django.urls import path

from .views import importing, questions, quizzes


def desk(route, view, name):
    return path(route, login_required(view), name=name)


urlpatterns = [
    desk("new/", quizzes.create, "quiz_new"),
    desk("import/", importing.paste, "quiz_import"),
    desk("import/save/", importing.save, "quiz_import_save"),
    desk("<int:pk>/", quizzes.page, "quiz"),
    desk("<int:pk>/edit/", quizzes.edit, "quiz_edit"),
    desk("<int:pk>/duplicate/", quizzes.duplicate, "quiz_duplicate"),
    desk("<int:pk>/delete/", quizzes.delete, "quiz_delete"),
    desk("<int:pk>/restore/", quizzes.restore, "quiz_restore"),
    desk("<int:pk>/share/", quizzes.share, "quiz_share"),
    desk("<int:pk>/export/", importing.export, "quiz_export"),
    desk("<int:pk>/preview/", questions.preview, "question_preview"),
    desk("<int:pk>/questions/new/", questions.create, "question_new"),
    desk("<int:pk>/questions/<int:question>/", questions.edit, "question_edit"),
    desk("<int:pk>/questions/<int:question>/move/", questions.move, "question_move"),
    desk("<int:pk>/questions/<int:question>/duplicate/", questions.duplicate, "question_duplicate"),
    desk("<int:pk>/questions/<int:question>/delete/", questions.delete, "question_delete"),
    desk("undo/<str:token>/", questions.undo_delete, "question_undo"),
]
