"""Pictures that teachers upload: checked, made anew without their metadata, named by their content."""

import hashlib
import io
import warnings

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

LARGEST_FILE = 2 * 1024 * 1024  # bytes
LARGEST_SIDE = 1600  # pixels; larger ones are made smaller
MOST_PIXELS = 40_000_000  # a small file can unpack to a very large picture
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF")


def store(upload: UploadedFile) -> str:
    """Keep the picture and return its name in the media folder. Raises ``ValidationError`` with the reason."""
    if upload.size and upload.size > LARGEST_FILE:
        raise ValidationError(_("This picture is larger than 2 MB. Make it smaller and choose it again."))
    data, extension = _made_anew(upload)
    name = f"images/{hashlib.sha256(data).hexdigest()[:32]}.{extension}"
    # The same name is the same content, which sessions may be showing: never write it twice.
    return name if default_storage.exists(name) else default_storage.save(name, ContentFile(data))


def _made_anew(upload: UploadedFile) -> tuple[bytes, str]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # MOST_PIXELS is our own limit
            return _encode(_open(upload))
    except UnidentifiedImageError:
        raise ValidationError(_("This is not a picture we can show. Choose a PNG, JPEG, WebP or GIF file.")) from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise ValidationError(_("This picture cannot be read: the file seems to be damaged.")) from None


def _open(upload: UploadedFile) -> Image.Image:
    image = Image.open(upload, formats=_FORMATS)
    if image.width * image.height > MOST_PIXELS:
        raise ValidationError(_("This picture has too many pixels. Make it smaller and choose it again."))
    return image


def _encode(image: Image.Image) -> tuple[bytes, str]:
    kind = "PNG" if image.format == "GIF" else str(image.format)
    upright = ImageOps.exif_transpose(image)
    upright.thumbnail((LARGEST_SIDE, LARGEST_SIDE))
    see_through = upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info
    if kind == "JPEG":
        upright = upright.convert("RGB")
    elif kind == "WEBP" or upright.mode not in ("L", "RGB"):
        upright = upright.convert("RGBA" if see_through else "RGB")
    upright.info.clear()  # place, camera and time of a photo are nobody's business
    out = io.BytesIO()
    upright.save(out, kind, quality=85, optimize=True)
    return out.getvalue(), {"PNG": "png", "JPEG": "jpg", "WEBP": "webp"}[kind]
