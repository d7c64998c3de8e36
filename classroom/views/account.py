"""Signing in and out, the host's own password and everybody's language."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.views import LoginView
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from classroom.middleware import LANGUAGE_COOKIE

LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365  # seconds


class Login(LoginView):
    template_name = "classroom/login.html"
    redirect_authenticated_user = True


@login_required
def account(request):
    """The owner's account begins without a password; the host link signs in until one is set."""
    has_password = request.user.has_usable_password()
    form_class = PasswordChangeForm if has_password else SetPasswordForm
    form = form_class(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        update_session_auth_hash(request, form.user)  # this browser stays signed in, others do not
        messages.success(request, gettext("Your password is set."))
        return redirect("account")
    context = {"form": form, "has_password": has_password, "languages": settings.LANGUAGES}
    return render(request, "classroom/account.html", context)


# Without a token: the form is on pages that set no cookie, and all that a forged one could change is a language.
@csrf_exempt
@require_POST
def set_language(request):
    """Keeps the language in a cookie and goes back to the page it was chosen on."""
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure()):
        target = "/"
    response = redirect(target)
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES):
        response.set_cookie(
            LANGUAGE_COOKIE,
            language,
            max_age=LANGUAGE_COOKIE_AGE,
            secure=settings.HTTPS,
            httponly=True,
            samesite="Lax",
        )
    return response
