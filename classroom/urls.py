"""Every address of the site. Room codes come last: they match what nothing else does."""

from django.contrib.auth.views import LogoutView
from django.urls import include, path, re_path

from classroom.views import account, api, check, desk, home, hostlink, live, media, practice, results, room

urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", home.healthz, name="healthz"),
    path("host/<str:token>/", hostlink.host_link, name="host_link"),
    path("login/", account.Login.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("language/", account.set_language, name="set_language"),
    path("api/v1/phone/<str:code>", api.PhoneView.as_view(), name="api_phone"),
    path("api/v1/display/<str:key>", api.DisplayView.as_view(), name="api_display"),
    path("api/v1/desk/<int:pk>", api.DeskView.as_view(), name="api_desk"),
    re_path(r"^api/", api.nowhere),
    path("desk/", desk.desk, name="desk"),
    path("desk/account/", account.account, name="account"),
    path("desk/quizzes/", include("quizzes.urls")),
    path("desk/quizzes/<int:pk>/open/", live.open_session, name="open_session"),
    path("desk/check/", check.check, name="check"),
    path("desk/check/state", check.check_state, name="check_state"),
    path("check/<str:key>/", check.check_phone, name="check_phone"),
    path("check/<str:key>/poll", check.check_poll, name="check_poll"),
    path("check/<str:key>/report", check.check_report, name="check_report"),
    path("desk/sessions/<int:pk>/", live.live, name="live"),
    path("desk/sessions/<int:pk>/results/", results.results, name="results"),
    path("desk/sessions/<int:pk>/results.csv", results.results_csv, name="results_csv"),
    path("display/<str:key>/", live.display, name="display"),
    path("qr/<str:code>.svg", live.qr, name="qr"),
    path("practice/<str:key>/", practice.practice, name="practice"),
    path("practice/<str:key>/start", practice.start, name="practice_start"),
    path("practice/<str:key>/answer", practice.answer, name="practice_answer"),
    re_path(
        r"^media/images/(?P<digest>[0-9a-f]{8,64})\.(?P<extension>png|jpg|jpeg|gif|webp)$", media.image, name="image"
    ),
    path("<str:code>/claim/state", room.claim_state, name="claim_state"),
    path("<str:code>/claim/", room.claim, name="claim"),
    path("<str:code>/", room.room, name="room"),
]

handler400 = "classroom.views.errors.bad_request"
handler403 = "classroom.views.errors.forbidden"
handler404 = "classroom.views.errors.not_found"
handler500 = "classroom.views.errors.server_error"
