"""Check the room: what the phones reported, and what that most likely means. PURE."""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass

PATIENCE = 20  # seconds: a phone that scanned the code has the page by then, and has finished its tests
SLOW_MS = 300  # a round trip that one notices when a question opens
_SHARED_SPACE = ipaddress.ip_network("100.64.0.0/10")  # carriers and VPNs such as Tailscale give these out


@dataclass(frozen=True)
class Phone:
    """One device. None: not tried yet."""

    device: str
    host: str  # the address it came by
    at_ms: int  # when the page was served to it
    own: bool = False  # it is this computer itself
    socket: bool | None = None
    polling: bool | None = None
    round_trip_ms: int | None = None

    @property
    def finished(self) -> bool:
        return self.socket is not None


def diagnose(phones: Sequence[Phone], waited: float, address: str, firewall: str = "") -> str:
    """What to say while no phone has come: a code for the likeliest cause, empty while there is nothing to say.

    ``waited``: seconds since the code was shown; ``address``: the host in it; ``firewall``: the one that is known
    to be on.
    """
    if any(not phone.own for phone in phones):
        return ""
    kind = kind_of(address)
    if kind in ("loopback", "unconnected"):
        return kind  # no need to wait: it can never work
    if waited < PATIENCE:
        return "only_this_computer" if phones else ""
    if kind in ("vpn", "public"):
        return kind
    return "firewall" if firewall else "unreached"


def verdict(phone: Phone, now_ms: int) -> str:
    """What one phone's tests mean: a code."""
    if phone.own:
        return "own"
    if not phone.finished:
        return "testing" if now_ms - phone.at_ms < PATIENCE * 1000 else "silent"
    if not phone.socket:
        return "no_socket" if phone.polling else "nothing"
    if phone.round_trip_ms is not None and phone.round_trip_ms > SLOW_MS:
        return "slow"
    return "fine"


def kind_of(host: str) -> str:
    """loopback, unconnected, vpn, public, name, or local: an address of the network in the room."""
    name = host.strip("[]").partition("%")[0]
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return "loopback" if name == "localhost" else "name"
    if address.is_loopback:
        return "loopback"
    if address.version == 4 and address in _SHARED_SPACE:
        return "vpn"
    if address.is_link_local:
        return "unconnected"  # what a computer gives itself when no network gave it an address
    return "local" if address.is_private else "public"


# What a browser calls itself -> the device, for the host to tell phones apart. The first that fits.
_DEVICES = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "Chromebook"), ("Windows", "Windows"),
    ("Macintosh", "Mac"), ("Linux", "Linux"),
)  # fmt: skip
_BROWSERS = (
    ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("Edg/", "Edge"), ("SamsungBrowser/", "Samsung Internet"),
    ("OPR/", "Opera"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)  # fmt: skip


def device(user_agent: str) -> str:
    """``Android · Chrome``; empty when nothing is recognised."""
    kind = next((name for sign, name in _DEVICES if sign in user_agent), "")
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), "")
    return " · ".join(part for part in (kind, browser) if part)
