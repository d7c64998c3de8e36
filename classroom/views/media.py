"""Images of questions. They are named by their content, so that a name never means another picture."""

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

TYPES = {"png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp"}


@require_safe
def image(request, digest, extension):
    """The address allows hexadecimal digests alone, so it cannot leave the folder."""
    try:
        content = (Path(settings.MEDIA_ROOT) / "images" / f"{digest}.{extension}").read_bytes()
    except OSError:
        raise Http404 from None
    return HttpResponse(
        content,
        content_type=TYPES[extension],
        headers={
            "Cache-Control": "public, max-age=31536000, immutable",
            "X-Content-Type-Options": "nosniff",
        },
    )
