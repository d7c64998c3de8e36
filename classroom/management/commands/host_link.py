"""``manage.py host_link`` (`make link`): prints a new link that signs the host in, beside a running server."""

from django.conf import settings
from django.core.management.base import BaseCommand

from classroom import owner

from .serve import host_link


class Command(BaseCommand):
    help = "Prints a new one-time link for the host."

    def add_arguments(self, parser):
        parser.add_argument("--port", type=int, default=settings.PORT, help="where the server runs; default: PORT")

    def handle(self, *, port, **options):
        settings.PORT = port
        account, _ = owner.local_owner()
        self.stdout.write(host_link(account))
