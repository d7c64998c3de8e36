"""A WebSocket client that costs little, for a thousand students in one process. Knows nothing of quizzes."""

import asyncio
import base64
import os
import resource
import ssl
from collections.abc import Callable
from urllib.parse import urlsplit

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_LONGEST = 32 * 1024 * 1024  # bytes; a desk with a thousand people is far below
_PATIENCE = 60  # seconds until a connection must stand; a busy server may take its time for a thousand
ABNORMAL = 1006  # as browsers call a connection that broke without a goodbye


class NotConnected(ConnectionError):
    """The server did not open a socket."""


class Line(asyncio.Protocol):
    """One socket. ``on_text(payload)`` gets each text as bytes, ``on_end(code)`` is called once."""

    def __init__(self, request: bytes, on_text: Callable[[bytes], None], on_end: Callable[[int], None]) -> None:
        self.request, self.on_text, self.on_end = request, on_text, on_end
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = bytearray()
        self._parts: list[bytes] = []
        self._code = ABNORMAL
        self._transport: asyncio.Transport | None = None

    def send(self, text: bytes) -> None:
        self._write(_TEXT, text)

    def close(self, code: int = 1000) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._code = code
            self._write(_CLOSE, code.to_bytes(2, "big"))
            self._transport.close()

    def abort(self) -> None:
        """Gone without a word, as a phone that lost its network."""
        if self._transport is not None:
            self._transport.abort()

    def _write(self, opcode: int, payload: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(masked(opcode, payload))

    # --- asyncio.Protocol ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.ready.done():
            head, ended, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not ended:
                return
            self._buffer = bytearray(rest)
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                status = head.split(b"\r\n", 1)[0].decode("latin-1")
                self.ready.set_exception(NotConnected(f"no socket: {status}"))
                return self.abort()
            self.ready.set_result(None)
        self._read()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(NotConnected("no socket: the connection was closed"))
        elif self.ready.exception() is None:
            self.on_end(self._code)

    def _read(self) -> None:
        buffer = self._buffer
        while len(buffer) >= 2:
            size, start = buffer[1] & 0x7F, 2
            if size > 125:
                start = 4 if size == 126 else 10
                if len(buffer) < start:
                    return
                size = int.from_bytes(buffer[2:start], "big")
            if size > _LONGEST:
                return self.abort()
            if len(buffer) < start + size:
                return
            first, payload = buffer[0], bytes(buffer[start : start + size])
            del buffer[: start + size]
            self._frame(first & 0x0F, bool(first & 0x80), payload)

    def _frame(self, opcode: int, is_last: bool, payload: bytes) -> None:
        if opcode == _PING:
            self._write(_PONG, payload)
        elif opcode == _CLOSE:
            self._code = int.from_bytes(payload[:2], "big") if len(payload) >= 2 else 1005
            self._write(_CLOSE, payload[:2])
            if self._transport is not None:
                self._transport.close()
        elif opcode in (0, _TEXT):
            if is_last and not self._parts:
                return self.on_text(payload)
            self._parts.append(payload)
            if is_last:
                whole, self._parts = b"".join(self._parts), []
                self.on_text(whole)


def masked(opcode: int, payload: bytes) -> bytes:
    """A frame as clients send it: whole, and masked."""
    size, mask = len(payload), os.urandom(4)
    head = bytes([0x80 | opcode]) + (
        bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        if size < 65536 else b"\xff" + size.to_bytes(8, "big")
    )  # fmt: skip
    stream = (mask * (size // 4 + 1))[:size]
    body = (int.from_bytes(payload, "big") ^ int.from_bytes(stream, "big")).to_bytes(size, "big")
    return head + mask + body


async def dial(
    url: str, path: str, cookie: str, on_text: Callable[[bytes], None], on_end: Callable[[int], None]
) -> Line:
    """An open socket to ``path`` on the site ``url`` (http or https). Raises ``OSError``."""
    site = urlsplit(url)
    secure = ssl.create_default_context() if site.scheme == "https" else None
    port = site.port or (443 if secure else 80)
    lines = [
        f"GET {path} HTTP/1.1", f"Host: {site.netloc}", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        f"Origin: {site.scheme}://{site.netloc}",
    ]  # fmt: skip
    lines += [f"Cookie: {cookie}"] if cookie else []
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    loop = asyncio.get_running_loop()
    _, line = await asyncio.wait_for(
        loop.create_connection(lambda: Line(request, on_text, on_end), site.hostname, port, ssl=secure), _PATIENCE
    )
    try:
        await asyncio.wait_for(asyncio.shield(line.ready), _PATIENCE)
    except TimeoutError:
        line.abort()
        raise NotConnected("no socket: the server did not answer") from None
    return line


def allow_sockets(students: int) -> None:
    """Each student is an open socket; many systems allow 1,024 until asked for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = students + 200
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
