"""Where students can reach this machine. Read again whenever asked, since a laptop changes networks."""

import array
import fcntl
import ipaddress
import socket
import struct
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

KEEP_SECONDS = 10
# Bridges of containers and virtual machines, and tunnels: a phone in the room can hardly ever reach them.
UNLIKELY_INTERFACES = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "bridge", "cni", "flannel", "podman")
TUNNELS = ("tun", "tap", "wg", "utun", "ppp", "tailscale", "zt")
_SIOCGIFADDR = 0xC0206921 if sys.platform == "darwin" else 0x8915
# Nobody is asked here: connecting a UDP socket only chooses the interface that would be used.
_FAR_AWAY = ("192.0.2.1", 9)


@dataclass(frozen=True)
class _Found:
    address: ipaddress.IPv4Address | ipaddress.IPv6Address
    interface: str = ""


def candidates() -> list[str]:
    """Hosts to try from a phone, the best first, IPv6 in brackets. Read from the system at most every 10 s."""
    return list(_cache.hosts())


def public_base(request=None) -> str:
    """``http://host:port`` or PUBLIC_URL, without a slash at the end: what to print, show and put in a QR code.

    An address by which the host's own browser came in has been proved to work, so it goes first; the
    loopback and bare names do not count, since another device cannot use them.
    """
    if settings.PUBLIC_URL:
        return settings.PUBLIC_URL
    port = settings.PORT
    if request is not None:
        name, port = _split(request.get_host())
        if _works_elsewhere(name):
            return f"{request.scheme}://{request.get_host()}"
    return base_of(candidates()[0], port)


def base_of(host: str, port: int) -> str:
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def _split(host: str) -> tuple[str, int]:
    name, colon, port = host.rpartition(":")
    return (name, int(port)) if colon and port.isdigit() else (host, 80)


def _works_elsewhere(name: str) -> bool:
    try:
        address = ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return "." in name and not name.endswith("localhost")
    return not (address.is_loopback or address.is_unspecified)


def ranked(found: list[_Found], default_route: str = "") -> list[str]:
    """Texts of the addresses: first the default route on a private network, last what phones can hardly reach."""

    def rank(item: _Found):
        address = item.address
        unlikely = item.interface.startswith(UNLIKELY_INTERFACES)
        tunnel = item.interface.startswith(TUNNELS) or address in ipaddress.ip_network("100.64.0.0/10")
        return (
            unlikely,
            tunnel,
            address.is_link_local,
            address.version,
            not address.is_private,
            str(address) != default_route,
        )

    texts = []
    for item in sorted(found, key=rank):
        text = f"[{item.address}]" if item.address.version == 6 else str(item.address)
        if text not in texts and not item.address.is_loopback and not item.address.is_unspecified:
            texts.append(text)
    return texts


def _read() -> list[str]:
    default_route = _default_route()
    found = [*_by_interface(), *_by_name(), *_ipv6()]
    if default_route:
        found.append(_Found(ipaddress.ip_address(default_route)))
    known = {str(item.address): item for item in reversed(found)}  # an entry with its interface wins
    return ranked(list(known.values()), default_route)


def _default_route() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_FAR_AWAY)
        except OSError:
            return ""
        return probe.getsockname()[0]


def _by_interface() -> list[_Found]:
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = array.array("B", struct.pack("256s", name.encode()[:15]))
            try:
                fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)
            except OSError:
                continue  # no IPv4 address, or down
            found.append(_Found(ipaddress.IPv4Address(request.tobytes()[20:24]), name))
    return found


def _by_name() -> list[_Found]:
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        return []
    return [_Found(ipaddress.ip_address(info[4][0])) for info in infos]


def _ipv6() -> list[_Found]:
    """Linux only. Unique local addresses, and public ones; link-local ones need a zone that a phone cannot know."""
    try:
        lines = Path("/proc/net/if_inet6").read_text().splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        digits, _, _, _, _, name = line.split()
        address = ipaddress.IPv6Address(bytes.fromhex(digits))
        if not address.is_link_local:
            found.append(_Found(address, name))
    return found


class _Cache:
    """Asking for ``<hostname>.local`` can take seconds where nobody answers, so a thread does it."""

    def __init__(self):
        self.read_at = 0.0
        self.found: list[str] = []
        self.local_name = ""
        self.asking = threading.Lock()

    def hosts(self) -> list[str]:
        now = time.monotonic()
        if not self.found or now - self.read_at > KEEP_SECONDS:
            self.found, self.read_at = _read(), now
            if self.asking.acquire(blocking=False):
                threading.Thread(target=self._ask, name="local-name", daemon=True).start()
        names = [self.local_name] if self.local_name and self.found else []
        return [*self.found[:1], *names, *self.found[1:]] or ["localhost"]

    def _ask(self) -> None:
        name = socket.gethostname().lower().removesuffix(".local") + ".local"
        try:
            reached = {str(info[4][0]).partition("%")[0] for info in socket.getaddrinfo(name, None)}
            elsewhere = [text for text in reached if not ipaddress.ip_address(text).is_loopback]
            self.local_name = name if elsewhere else ""
        except (OSError, UnicodeError, ValueError):
            self.local_name = ""
        finally:
            self.asking.release()


_cache = _Cache()
