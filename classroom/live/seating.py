"""The host's commands about players: who is taken out, who comes back, whose seat moves to another phone."""

from ..models import Player, SeatClaim, Session
from . import commands as c
from . import names
from .state import Rejected


def apply(row: Session, wanted: c.Command) -> Rejected | None:
    """Carry out one of ``commands.ABOUT_PLAYERS`` on a session whose row is locked."""
    if isinstance(wanted, c.RemovePlayer):
        done = Player.objects.filter(session=row, pk=wanted.player, removed=False).update(removed=True)
        return None if done else Rejected("no_such_player")
    if isinstance(wanted, c.RestorePlayer):
        return _restore(row, wanted.player)
    assert isinstance(wanted, c.MoveSeat | c.RefuseSeat)
    claim = SeatClaim.objects.filter(pk=wanted.claim, player__session=row, decision="open").first()
    if claim is None:
        return Rejected("no_such_claim")
    claim.decision = SeatClaim.Decision.REFUSED
    if isinstance(wanted, c.MoveSeat):
        player = claim.player
        player.seat += 1
        player.save(update_fields=["seat"])
        claim.decision, claim.seat = SeatClaim.Decision.MOVED, player.seat
    claim.save(update_fields=["decision", "seat"])
    return None


def _restore(row: Session, player_id: int) -> Rejected | None:
    player = Player.objects.filter(session=row, pk=player_id, removed=True).first()
    if player is None:
        return Rejected("no_such_player")
    if Player.objects.filter(session=row, name_key=names.key(player.name), removed=False).exists():
        return Rejected("taken")
    player.removed = False
    player.save(update_fields=["removed"])
    return None
