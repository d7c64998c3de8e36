"""The same form in two windows: what was saved in one is not overwritten unseen by the other.

A form carries the fingerprint of what it was made from. If something else is stored by then, nothing is saved, and the
form comes back with what was typed and the fingerprint of what is stored now: whoever saves again has been told.
"""


def seen(request) -> list[str]:
    """The fingerprints that the sender of the form knows of."""
    return [request.POST.get("made_from", ""), request.POST.get("seen", "")]


def fields(request, now: str) -> dict[str, object]:
    """For ``_changed.html`` and ``_made_from.html``. ``now`` is the fingerprint of what is stored."""
    made_from = request.POST.get("made_from", "") if request.method == "POST" else now
    return {"made_from": made_from, "seen": now, "is_changed": made_from != now}
