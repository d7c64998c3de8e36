import asyncio

import pytest
from channels.testing import WebsocketCommunicator

from classroom.live.routing import websocket_application

pytestmark = pytest.mark.django_db(transaction=True)


def talk(key, *messages, origin=None):
    """The answers to the messages: texts, and the close code at the end if the socket was closed."""

    async def run():
        headers = [(b"host", b"testserver")] + ([(b"origin", origin)] if origin else [])
        socket = WebsocketCommunicator(websocket_application, f"/ws/v1/check/{key}", headers=headers)
        await socket.connect()
        heard = []
        for message in messages:
            await socket.send_to(text_data=message)
        while True:
            try:
                event = await socket.receive_output(0.5)
            except TimeoutError:
                return heard
            heard.append(event["text"] if event["type"] == "websocket.send" else event["code"])
            if event["type"] == "websocket.close":
                return heard

    return asyncio.run(run())
