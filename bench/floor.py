"""The least that any server in Python has to do: one loop that writes ready bytes to every socket, no storing.

``python -m bench.floor PORT``. A text to /control is sent on to every other socket; everything else is an answer,
and is acknowledged at once.
"""

import asyncio
import base64
import hashlib
import json
import sys

_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455
_BACKLOG = 4096
phones: set[asyncio.Transport] = set()


def frame(payload: bytes) -> bytes:
    size = len(payload)
    head = bytes([size]) if size < 126 else b"\x7e" + size.to_bytes(2, "big")
    return b"\x81" + head + payload


class Socket(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport, self.buffer, self.is_open, self.is_control = transport, bytearray(), False, False

    def connection_lost(self, error):
        phones.discard(self.transport)

    def data_received(self, data):
        self.buffer += data
        if not self.is_open:
            head, ended, rest = bytes(self.buffer).partition(b"\r\n\r\n")
            if not ended:
                return
            self.buffer = bytearray(rest)
            self.shake_hands(head)
        while (text := self.next_text()) is not None:
            self.receive(text)

    def shake_hands(self, head):
        lines = head.split(b"\r\n")
        headers = dict(line.lower().split(b": ", 1)[:1] + line.split(b": ", 1)[1:] for line in lines[1:])
        accept = base64.b64encode(hashlib.sha1(headers.get(b"sec-websocket-key", b"") + _GUID).digest())
        self.transport.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n"
        )
        self.is_open, self.is_control = True, lines[0].split(b" ")[1] == b"/control"
        if not self.is_control:
            phones.add(self.transport)

    def next_text(self):
        """The next masked text, of at most 64 KiB; anything else ends the connection."""
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 0x7F, 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        if len(buffer) < start + 4 + size:
            return None
        mask, body = bytes(buffer[start : start + 4]), bytes(buffer[start + 4 : start + 4 + size])
        opcode = buffer[0] & 0x0F
        del buffer[: start + 4 + size]
        if opcode != 1:
            return self.transport.close()
        stream = (mask * (size // 4 + 1))[:size]
        return (int.from_bytes(body, "big") ^ int.from_bytes(stream, "big")).to_bytes(size, "big")

    def receive(self, text):
        if self.is_control:
            ready = frame(text)
            for phone in phones:
                phone.write(ready)
        else:
            id = json.loads(text)["id"]
            self.transport.write(frame(b'{"type":"received","id":"%s"}' % id.encode()))


async def main(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(Socket, "127.0.0.1", port, backlog=_BACKLOG)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
