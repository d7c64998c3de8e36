"""Daphne with the settings of a classroom, and an orderly end. Everything that leans on Daphne's inside is here.

What each setting is for, measured on two cores with 3,000 phones:

* backlog 4096: with Twisted's 50 only 2,823 of 3,000 phones that came at the same moment got in.
* at most 64 KiB from a client instead of 1 MiB: its longest message is far shorter. What we send may be longer:
  a screen with the longest texts, or the summary of a long quiz.
* ``gc.freeze`` and a higher first threshold: an answer costs about half.
* request bodies up to 8 MiB: Daphne alone keeps 300 MB of anybody in memory and temporary files.
* SIGTERM: Daphne alone cuts every socket with 1006 and every request in flight.
"""

import asyncio
import gc
import signal
import sys

import daphne.server
from daphne.http_protocol import HTTPFactory, WebRequest
from twisted.internet import reactor
from twisted.internet.defer import Deferred

from classroom.frames import ScreenProtocol
from classroom.starting import port_sentence

BACKLOG = 4096
FRAME_LIMIT = 64 * 1024  # bytes
LARGEST_BODY = 8 * 1024 * 1024  # bytes; a picture may have 2 MiB, a file to import 1
# Seconds. Together they stay below the 15 that `make run`, systemd or Docker should wait.
REQUESTS_MAY_TAKE = 5
HUB_MAY_TAKE = 8


class LimitedRequest(WebRequest):
    """Gives up on a body as soon as it is known to be too large, before anything is done with it."""

    received = 0
    is_refused = False

    def gotLength(self, length):
        super().gotLength(min(length, LARGEST_BODY) if length else length)
        if length and length > LARGEST_BODY:
            self._refuse()

    def handleContentChunk(self, data):
        self.received += len(data)
        if self.received > LARGEST_BODY:
            self._refuse()
        if not self.is_refused:
            super().handleContentChunk(data)

    def process(self):
        return None if self.is_refused else super().process()

    def _refuse(self):
        if not self.is_refused:
            self.is_refused = True
            head = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
            self.channel.transport.write(head)
            self.channel.loseConnection()


class LimitedFactory(HTTPFactory):
    def buildProtocol(self, address):
        protocol = super().buildProtocol(address)
        protocol.requestFactory = LimitedRequest
        return protocol


daphne.server.WebSocketFactory.protocol = ScreenProtocol
daphne.server.HTTPFactory = LimitedFactory  # Daphne makes its factory itself and has no setting for this


class ClassroomServer(daphne.server.Server):
    """Runs until SIGTERM or SIGINT; then it takes no more, lets the hub say goodbye, and stops."""

    def __init__(self, application, bind: str, port: int, hub, behind_proxy: bool, on_start=None):
        interface = bind.strip("[]").replace(":", r"\:")
        super().__init__(
            application,
            endpoints=[f"tcp:port={port}:interface={interface}:backlog={BACKLOG}"],
            signal_handlers=False,
            http_timeout=120,
            ping_interval=20,
            ping_timeout=30,
            websocket_max_message_size=FRAME_LIMIT,
            websocket_max_frame_size=FRAME_LIMIT,
            server_name="",
            verbosity=0,
            ready_callable=self._ready,
            proxy_forwarded_address_header="X-Forwarded-For" if behind_proxy else None,
            proxy_forwarded_proto_header="X-Forwarded-Proto" if behind_proxy else None,
        )
        self.port, self.hub, self.on_start = port, hub, on_start
        self.ports = []
        self.failure = ""
        self.tasks: set[asyncio.Task] = set()
        self.is_stopping = False

    def _ready(self):
        reactor.callWhenRunning(lambda: self._keep(self._start()))

    async def _start(self):
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop_once)
        try:
            await self.hub.startup()
        except Exception as error:
            self.failure = f"The live part cannot start: {error}"
            reactor.stop()
            return
        if self.on_start:
            self._keep(self.on_start())
        gc.collect()
        gc.freeze()  # what was imported stays: the collector need not look at it again
        gc.set_threshold(50_000, 20, 50)

    def _keep(self, coroutine):
        task = asyncio.ensure_future(coroutine)
        self.tasks.add(task)  # the loop itself holds tasks weakly
        task.add_done_callback(self.tasks.discard)

    def _stop_once(self):
        if self.is_stopping:
            sys.stderr.write("Stopping already; a moment please.\n")
            return
        self.is_stopping = True
        self._keep(self._leave())

    async def _leave(self):
        for port in self.ports:
            port.stopListening()
        try:
            await asyncio.wait_for(self.hub.shutdown(), HUB_MAY_TAKE)
            await self._requests_end()
        except TimeoutError:
            sys.stderr.write("Some screens did not answer the goodbye in time; they come back by themselves.\n")
        finally:
            reactor.stop()

    async def handle_reply(self, protocol, message):
        """A text for an open socket goes straight to it; Daphne would look the connection up several times first."""
        if message["type"] == "websocket.send" and message.get("text") and protocol.state == protocol.STATE_OPEN:
            protocol.serverSend(message["text"])
        else:
            await super().handle_reply(protocol, message)

    async def _requests_end(self):
        running = [details["application_instance"] for details in self.connections.values() if self._is_busy(details)]
        if running:
            await asyncio.wait(running, timeout=REQUESTS_MAY_TAKE)

    @staticmethod
    def _is_busy(details) -> bool:
        instance = details.get("application_instance")
        return instance is not None and not instance.done()

    def listen_success(self, port):
        self.ports.append(port)
        super().listen_success(port)

    def listen_error(self, failure):
        self.failure = port_sentence(self.port, failure.getErrorMessage())
        self.stop()

    def kill_all_applications(self):
        """As Daphne's, which stumbles over a connection whose application has ended already."""
        running = [details["application_instance"] for details in self.connections.values() if self._is_busy(details)]
        for instance in running:
            instance.cancel()
        return Deferred.fromFuture(asyncio.gather(*running, return_exceptions=True))
