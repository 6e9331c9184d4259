"""A kill: who has taken all of a large pot plays the next hand at raised limits, and posts a blind of the raised least bet."""

from __future__ import annotations

from croupier.games.poker_room._hand import Hand, Poker
from croupier.games.poker_room._settling import Result
from croupier.table.carried import Carried

HALVES = {"half-kill": 3, "kill": 4}
"""What becomes of a limit, in halves of it."""
UNRAISED = 2
HOLDER, WINNER = "holder", "winner"


def in_force(rules: Poker, carried: Carried) -> tuple[int, int]:
    """Who has the kill button, and how many halves of the posted limits bind; nobody and two where there is no kill."""
    holder = carried.kill.get(HOLDER, 0)
    if not holder or rules.variant.kill is None or rules.kill.value not in HALVES:
        return 0, UNRAISED
    return holder, HALVES[rules.kill.value]


def blind(hand: Hand) -> dict[int, int]:
    """What the holder of the kill button posts, where the text asks for it: the raised least bet, and no other blind."""
    rule = hand.variant.kill
    if rule is None or not rule.blind or hand.killer not in hand.live():
        return {}
    return {hand.killer: hand.raised(hand.rules.lower_limit)}


def carry_over(hand: Hand, result: Result) -> None:
    """The button goes to whoever alone took the pots and may have it, or is taken back."""
    rule, carried = hand.variant.kill, hand.table.carried
    if rule is None or hand.rules.kill.value not in HALVES:
        return
    winners = [seat for seat, share in result.shares.items() if share.cents]
    winner = winners[0] if len(winners) == 1 else 0
    called, mark = result.pots.called, hand.rules.kill_mark
    large = called > mark if rule.above else called >= mark
    if rule.after == "scoop":
        holder = winner if large else 0
    else:  # it lasts until another wins, whatever the pots are
        again = winner == carried.kill.get(WINNER, 0)
        holder = winner if again and (large or winner == carried.kill.get(HOLDER, 0)) else 0
    carried.kill = {part: seat for part, seat in ((HOLDER, holder), (WINNER, winner)) if seat}
