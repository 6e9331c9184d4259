"""How a dealer sets six cards as five and one: no set is broken, and the low hand is the highest card that this leaves."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from croupier.equipment.cards import ACE, JOKER, Card
from croupier.hands.pai_gow import Setting, completes, counted, in_order, set_by_ranks, settings
from croupier.hands.poker import FIVE_CARD_ORDER

ROYAL, RUN = "royal-flush", "straight-flush"


def house_way(hand: Sequence[Card]) -> tuple[Setting, str]:
    """The setting the house plays, and the name of the rule that asks for it.

    Of the best type of hand that five of the cards make, a royal flush being one more straight flush, the setting with the
    highest low card: with nothing that is the second highest, since a hand may not rank below the card beside it. Of an ace and
    the joker, where they come to the same for a dealer, the joker, which to a player is worth more there.

    >>> from croupier.hands.pai_gow import cards
    >>> [str(house_way(cards(text))[0]) for text in ("Ks Kd Kc 9s 9d 9c", "As Kd Jh 8c 6s 4d", "As Ks Qs Js Ts 9s")]
    ['Kc Kd 9c 9d 9s / Ks', 'As Jh 8c 6s 4d / Kd', 'Ks Qs Js Ts 9s / As']
    """
    if not completes(hand):
        return _by_ranks(in_order(hand))
    every = settings(hand, low=1)  # foul is one with nothing but a high card, and a higher one beside it
    allowed = [way for way in every if way.high_value.order or way.low_value.ranks <= way.high_value.ranks[:1]]
    held = {setting.high_value.category: setting.high_value.order for setting in allowed}
    types = (ROYAL, RUN) if ROYAL in held else (max(held, key=held.__getitem__),)
    ways = [setting for setting in allowed if setting.high_value.category in types]
    best = max(ways, key=lambda way: (way.low_value, way.high_value, way.low == (JOKER,)))
    several = any(way.low_value != best.low_value for way in ways)
    return best, _rule(types[-1], held, hand, several=several)


def _by_ranks(ordered: Sequence[Card]) -> tuple[Setting, str]:
    """The same where no five of the cards make a straight or a flush: nothing is broken up that need not be."""
    counts = counted(ordered)
    sizes = sorted(counts.values())
    if sizes[-1] == 1:
        return set_by_ranks(ordered[1:2], ordered), "no-pair"
    if sizes in ([2, 4], [3, 3], [2, 2, 2]):  # a card of the pair beside four; else one of the highest set
        low = max(rank for rank, count in counts.items() if count == sizes[0])
    else:
        low = max(rank for rank, count in counts.items() if count == 1)
    held = [card for card in ordered if (card.rank or ACE) == low]
    rule = {3: "two-threes", 2: "three-pairs"}[sizes[0]] if sizes in ([3, 3], [2, 2, 2]) else "sets"
    return set_by_ranks(held[:1] if held[0] is JOKER else held[-1:], ordered), rule


def _rule(made: str, held: Collection[str], hand: Sequence[Card], *, several: bool) -> str:
    """Which of the printed rules it is; `several` where a card of another rank could be low beside such a hand."""
    counts = sorted(counted(hand).values())
    if made == FIVE_CARD_ORDER[0]:
        return "no-pair"
    if counts == [3, 3]:
        return "two-threes"
    if counts == [2, 2, 2]:
        return "three-pairs"
    if made in ("straight", "flush", RUN) and several:
        return "six-cards"
    if made == RUN and "flush" in held:
        return "flush-and-straight-flush"
    if made == RUN and "straight" in held:
        return "straight-and-straight-flush"
    if made == "flush" and "straight" in held:
        return "straight-and-flush"
    return "sets"
