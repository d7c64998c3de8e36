"""A live quiz as the Channels tutorial would have it: a group for the room, one transaction for each answer.

It tells nobody who has answered, keeps no versions, and checks nothing but that the round is open.
"""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.textbook_settings")

import django

django.setup()

from channels.db import database_sync_to_async  # noqa: E402
from channels.generic.websocket import AsyncJsonWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.core.asgi import get_asgi_application  # noqa: E402
from django.db import transaction  # noqa: E402
from django.urls import path  # noqa: E402

from classroom.live.store import now_ms  # noqa: E402
from classroom.models import Answer, Round  # noqa: E402


class PhoneConsumer(AsyncJsonWebsocketConsumer):
    async def connect(self):
        where = self.scope["url_route"]["kwargs"]
        self.group, self.session, self.player = f"room_{where['session']}", where["session"], where["player"]
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code):
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive_json(self, content):
        if await save_answer(self.session, self.player, content["round"], content["response"], content["seq"]):
            await self.send_json({"type": "received", "id": content["id"], "round": content["round"]})
        else:
            await self.send_json({"type": "refused", "id": content["id"], "code": "closed"})

    async def show_question(self, event):
        await self.send_json(event["screen"])


class HostConsumer(AsyncJsonWebsocketConsumer):
    async def connect(self):
        self.session = self.scope["url_route"]["kwargs"]["session"]
        await self.accept()

    async def receive_json(self, content):
        screen = content["screen"]
        await open_round(self.session, screen["round"])
        await self.channel_layer.group_send(f"room_{self.session}", {"type": "show.question", "screen": screen})


@database_sync_to_async
def open_round(session, number):
    with transaction.atomic():
        Round.objects.filter(session=session, closed_ms=None).update(closed_ms=now_ms())
        Round.objects.create(session_id=session, number=number, question=number - 1, opened_ms=now_ms())


@database_sync_to_async
def save_answer(session, player, number, response, seq):
    with transaction.atomic():
        asked = Round.objects.get(session=session, number=number)
        if asked.closed_ms is not None:
            return False
        at = now_ms()
        values = {"response": str(response), "seq": seq, "answered_ms": at, "elapsed_ms": at - asked.opened_ms}
        Answer.objects.update_or_create(
            round=asked, player_id=player, defaults=values, create_defaults={**values, "first_ms": at}
        )
        return True


application = ProtocolTypeRouter(
    {
        "http": get_asgi_application(),
        "websocket": URLRouter(
            [
                path("room/<int:session>/phone/<int:player>", PhoneConsumer.as_asgi()),
                path("room/<int:session>/host", HostConsumer.as_asgi()),
            ]
        ),
    }
)
