"""Frames that leave at once: the same bytes, in order, whatever the socket takes."""

import pytest

from classroom.frames import frame_of, write_now


class Transport:
    """Twisted's, as far as it is used: a socket that takes so many bytes now."""

    def __init__(self, takes, *, waiting=b"", connected=True, disconnecting=False):
        self.takes, self.dataBuffer, self._tempDataBuffer = takes, waiting, []
        self.connected, self.disconnecting = connected, disconnecting
        self.sent, self.left = b"", b""

    def writeSomeData(self, data):
        if isinstance(self.takes, Exception):
            return self.takes
        self.sent += data[: self.takes]
        return min(self.takes, len(data))

    def write(self, data):
        self.left += data


@pytest.mark.parametrize("takes", [0, 3, 100])
def test_what_the_socket_does_not_take_is_left_to_twisted(takes):
    transport = Transport(takes)
    write_now(transport, b"question")
    assert (transport.sent, transport.left) == (b"question"[:takes], b"question"[takes:])


@pytest.mark.parametrize("state", [{"waiting": b"x"}, {"connected": False}, {"disconnecting": True}])
def test_nothing_overtakes_what_waits(state):
    transport = Transport(100, **state)
    write_now(transport, b"question")
    assert (transport.sent, transport.left) == (b"", b"question")


def test_a_lost_connection_and_another_transport_are_twisteds_business():
    for transport in (Transport(OSError("gone")), Transport(100)):
        if transport.takes == 100:
            del transport._tempDataBuffer
        write_now(transport, b"question")
        assert (transport.sent, transport.left) == (b"", b"question")


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 70000])
def test_a_frame_is_what_autobahn_would_make(size):
    made = []

    class Autobahn:
        """Its own code, on a socket that keeps the bytes."""

        from autobahn.websocket.protocol import WebSocketProtocol

        sendFrame = WebSocketProtocol.sendFrame
        factory = type("Factory", (), {"isServer": True, "maskServerFrames": False})
        maskServerFrames = logFrames = False
        trafficStats = type("Stats", (), {"outgoingWebSocketFrames": 0})

        def sendData(self, raw, sync, chopsize):
            made.append(raw)

    text = "क" * (size // 3) + "x" * (size % 3)
    Autobahn().sendFrame(opcode=1, payload=text.encode())
    assert frame_of(text) == made[0]
