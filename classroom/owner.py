"""The instructor whose computer this is, and the links that sign them in without a password."""

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth import get_user_model
from django.utils import timezone

from classroom.models import HostLink

OWNER_NAME = "host"
LINK_LIFE = timedelta(days=7)


def local_owner():
    """The owner's account and whether it was made just now. It begins without a password: the host link signs in."""
    User = get_user_model()
    owner, is_new = User.objects.get_or_create(
        username=OWNER_NAME, defaults={"is_staff": True, "is_superuser": True, "password": "!"}
    )
    if is_new:
        owner.set_unusable_password()
        owner.save(update_fields=["password"])
    return owner, is_new


def make_link(owner) -> str:
    """A token for ``/host/<token>/``, good for one use. Only its hash is kept: a backup signs nobody in."""
    token = secrets.token_urlsafe(24)
    HostLink.objects.create(owner=owner, token_hash=_hash(token))
    return token


def use_link(token: str):
    """The account that the link signs in; None when it was used, is too old or never was."""
    fresh = HostLink.objects.filter(
        token_hash=_hash(token), used_at=None, created_at__gt=timezone.now() - LINK_LIFE, owner__is_active=True
    )
    link = fresh.select_related("owner").first()
    # The update decides: of two clicks at the same moment one finds the row still unused.
    return link.owner if link and fresh.update(used_at=timezone.now()) else None


def forget_stale_links() -> None:
    HostLink.objects.exclude(used_at=None).delete()
    HostLink.objects.filter(created_at__lte=timezone.now() - LINK_LIFE).delete()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
