"""How a companion plays poker: by a glance at the cards. No theory, no bluff, and nothing that looks at another's hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from croupier.equipment.cards import ACE, Card
from croupier.hands.poker import best_five
from croupier.rules.poker import Variant
from croupier.table.arranging import NOTHING
from croupier.table.betting import Turn
from croupier.table.requests import Discard
from croupier.table.round import Round

WEAK, FAIR, STRONG = 0, 1, 2
TEN, EIGHT, QUEEN = 10, 8, 12
PAIR, TWO_PAIR = 1, 2


def strength(variant: Variant, hand: Sequence[Card], board: Sequence[Card]) -> int:
    """Weak, fair or strong: a high hand by what it has made, a low one by how many low cards of different ranks it has."""
    if not variant.high:
        low = {card.rank for card in (*hand, *board) if card.rank <= EIGHT or card.rank == ACE}
        return STRONG if len(low) >= min(len(hand), 5) else FAIR if len(low) >= min(len(hand), 5) - 1 else WEAK
    if len(hand) + len(board) < 5:
        ranks = Counter(card.rank for card in hand)
        if max(ranks.values()) > 1:
            return STRONG if max(ranks) >= TEN else FAIR
        return FAIR if sum(rank >= TEN for rank in ranks) >= 2 or max(ranks) == ACE else WEAK
    made = best_five([*hand[:2], *board] if variant.hand == "two-and-three" else [*hand, *board])
    if len(board) >= 5 and made == best_five(board):
        return WEAK
    if made.order >= TWO_PAIR:
        return STRONG
    return FAIR if made.order == PAIR and made.ranks[0] >= TEN else WEAK


def bet(round_: Round, request: Turn) -> str:
    """Raise with a strong hand once in a while, call with a fair one, check or fold with a weak one."""
    choices, seat = request.choices, round_.table.seats[request.seat]
    held = strength(round_.playable.rules.variant, seat.hand, round_.table.community) if seat.hand else FAIR
    raising = next((word for word in ("bet", "raise") if word in choices), None)
    raised = sum(1 for act in round_.log[-12:] if getattr(act, "choice", "") == "raise")
    if raising is not None and held == STRONG and raised < 3:
        return raising
    if "check" in choices:
        return "check"
    if held == WEAK and "fold" in choices:
        return "fold"
    return choices[0]


def throw_away(round_: Round, request: Discard) -> str:
    """Keep what goes together, or for a low hand what is low: the rest is thrown away, as far as the rules let it be."""
    hand = round_.table.seats[request.seat].hand
    least, most = request.bounds
    counts = Counter(card.rank for card in hand)
    if round_.playable.rules.variant.high:
        order = sorted(hand, key=lambda card: (counts[card.rank], card.rank))
        wanted = [card for card in order if counts[card.rank] == 1 and (max(counts.values()) > 1 or card.rank < QUEEN)]
    else:
        again = [place for place, card in enumerate(hand) if card.rank in [other.rank for other in hand[:place]]]
        wanted = [card for place, card in enumerate(hand) if EIGHT < card.rank < ACE or place in again]
        order = sorted(hand, key=lambda card: card not in wanted)
    thrown = wanted[:most] if len(wanted) >= least else order[:least]
    return " ".join(map(str, thrown)) or NOTHING
