"""How a frame leaves the server: made once for a whole class, at once, and without texts that nobody reads.

Autobahn makes every frame anew and formats a debug text for it, whatever the log level, and Twisted asks the event
loop twice for each write. Without that, a push to 1,000 phones is on the last one in about a third of the time.
Where anything is not as in today's Autobahn and Twisted, the frame goes their way.
"""

import functools

from daphne.ws_protocol import WebSocketProtocol

_TEXT = b"\x81"  # RFC 6455: a text message in one frame


class ScreenProtocol(WebSocketProtocol):
    def serverSend(self, content, binary=False):
        if binary or self.state != WebSocketProtocol.STATE_OPEN or self._perMessageCompress or self.send_queue:
            return super().serverSend(content, binary)
        frame = frame_of(content)
        self.trafficStats.outgoingWebSocketMessages += 1
        self.trafficStats.outgoingWebSocketFrames += 1
        self.trafficStats.outgoingOctetsWireLevel += len(frame)
        write_now(self.transport, frame)

    def sendMessage(self, *message, **options):
        """Autobahn holds its limit against what is sent, too; a longer screen would never arrive."""
        limit, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            super().sendMessage(*message, **options)
        finally:
            self.maxMessagePayloadSize = limit


@functools.lru_cache(maxsize=8)  # a few rooms may be pushing at the same moment
def frame_of(text: str) -> bytes:
    payload = text.encode()
    size = len(payload)
    if size < 126:
        return _TEXT + bytes([size]) + payload
    if size < 1 << 16:
        return _TEXT + b"\x7e" + size.to_bytes(2, "big") + payload
    return _TEXT + b"\x7f" + size.to_bytes(8, "big") + payload


def write_now(transport, data: bytes) -> None:
    """As ``transport.write``, but what the socket takes is on its way when this returns.

    Only where nothing waits before it, so the order stays. A connection that is lost is left to Twisted, which tells.
    """
    if _is_idle(transport):
        sent = transport.writeSomeData(data)
        if isinstance(sent, int) and sent > 0:
            data = data[sent:]
    if data:
        transport.write(data)


def _is_idle(transport) -> bool:
    try:
        return transport.connected and not (
            transport.dataBuffer or transport._tempDataBuffer or transport.disconnecting
        )
    except AttributeError:
        return False
