"""The front page, and the answer to "are you there?"."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from classroom.live import codes


def home(request):
    """A code field for students. It asks by GET, so that the page needs no cookie."""
    typed = request.GET.get("code", "")[:40]
    code = codes.normalise(typed)
    if code:
        return redirect("room", code=code)
    context = {"typed": typed, "is_wrong": "code" in request.GET}
    return render(request, "classroom/home.html", context)


async def healthz(request):
    """Says that the process serves: no database, no session, no template."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8", headers={"Cache-Control": "no-store"})
