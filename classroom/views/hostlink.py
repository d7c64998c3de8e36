"""``/host/<token>/``: the link that the terminal prints. One click signs its owner in, once."""

from django.contrib.auth import login
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from classroom import owner


@never_cache
@require_http_methods(["GET"])  # not HEAD: a look at the link must not use it up
def host_link(request, token):
    account = owner.use_link(token)
    if account:
        login(request, account, backend="django.contrib.auth.backends.ModelBackend")
        return redirect("desk")
    if request.user.is_authenticated:  # the same link clicked again in the browser that it signed in
        return redirect("desk")
    return render(request, "classroom/link_used.html", status=410)
