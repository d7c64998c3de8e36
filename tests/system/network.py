"""One phone's way to the server, which can be cut and mended while everybody else stays connected."""

import contextlib
import socket
import struct
import threading

AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER: closing is a reset, as when the network is gone


class Wire:
    """A TCP relay on every address of this machine."""

    def __init__(self, port: int):
        self.to, self.whole, self.ends = port, True, set()
        self.listener = socket.create_server(("", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        self.whole = False
        for end in list(self.ends):
            self._close(end)

    def mend(self):
        self.whole = True

    def close(self):
        self.listener.close()
        self.cut()

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            if not self.whole:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.to))
            self.ends |= {near, far}
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one, other):
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        self._close(one)
        self._close(other)

    def _close(self, end):
        self.ends.discard(end)
        with contextlib.suppress(OSError):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            end.shutdown(socket.SHUT_RDWR)
        end.close()
