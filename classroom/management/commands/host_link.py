"""``manage.py host_link`` (`make link`): prints a new link that signs the host in, beside a running server."""

from django.conf import settings
from django.core.management.base import BaseCommand

from classroom import env, owner, starting

from .serve import host_link


class Command(BaseCommand):
    help = "Prints a new one-time link for the host."

    def add_arguments(self, parser):
        parser.add_argument("--port", type=int, help="default: PORT, else where the server runs, else 8000")

    def handle(self, *, port, **options):
        is_set = env.text("PORT").strip()  # what somebody asked for; settings.PORT may be the default
        settings.PORT = port or (None if is_set else starting.running_port()) or settings.PORT
        account, _ = owner.local_owner()
        self.stdout.write(host_link(account))
