"""Three Card Poker for its kernel: hands in order, who plays and who qualifies, and what each end pays."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from croupier.equipment.cards import Card, cards
from croupier.games.house_poker.three_card_poker import ANTE, ANTE_BONUS, FOLD, NOT_QUALIFIED, PAIR_PLUS, PLAY, SIX_CARD_BONUS
from croupier.hands.poker import Value, three_card
from croupier.odds.kernels import sim_three_card_poker as kernel
from croupier.odds.kernels.sim_cards import EVALUATOR
from croupier.odds.kernels.tables import Array
from croupier.odds.simulated.hands import NOTHING, class_places, row_of, row_places, section_of, three_card_hands
from croupier.odds.simulation import End, Places, Section, Simulation, dealt_cards
from croupier.table.playable import Playable

STRATEGY = "play Q-6-4 or better"
LEAST = three_card(cards("Qc 6d 4h"))
_QUEEN = 12


def simulations(game: Playable) -> Iterator[Simulation]:
    """One: every wager goes by the same six cards."""
    worth = [None if hand is None else three_card(hand) for hand in three_card_hands()]
    ordered = sorted({value for value in worth if value is not None})
    number = {value: place for place, value in enumerate(ordered)}
    strength: Array = np.array([0 if value is None else number[value] for value in worth], np.uint16)
    plays: Array = np.array([value >= LEAST for value in ordered], np.uint8)
    qualifies: Array = np.array([value.order > 0 or value.ranks[0] >= _QUEEN for value in ordered], np.uint8)
    places, sections = Places(), []
    ante = _ante(game, ordered, places)
    table = game.terms.chosen[ANTE_BONUS]
    relied = [table.reading, game.terms.reading_of("tie-when-dealer-does-not-qualify")]
    note = "ante, play and ante bonus"
    sections.append(Section(ANTE, table, places.taken(), STRATEGY, tuple(filter(None, relied)), note))
    pair_plus: Array = np.zeros(len(ordered), np.uint16)
    if PAIR_PLUS in game.terms.wagers:
        pair_plus = _by_strength(game, PAIR_PLUS, ordered, places)
        sections.append(section_of(game, PAIR_PLUS, places))
    six = NOTHING
    if SIX_CARD_BONUS in game.terms.wagers:
        six = _six(game, places)
        sections.append(section_of(game, SIX_CARD_BONUS, places))
    tables = (strength, plays, qualifies, ante, pair_plus, six, *EVALUATOR)
    yield Simulation("sim_three_card_poker", tables, places.size, tuple(sections))


def _ante(game: Playable, ordered: list[Value], places: Places) -> Array:
    """The place of ante and play together by result and hand."""
    ante, play = game.terms.chosen[ANTE].rows, game.terms.chosen[PLAY].rows
    won = ante["win"].figure + play["win"].figure
    unqualified = ante[NOT_QUALIFIED].figure + play[NOT_QUALIFIED].figure
    even = game.rules.tie_when_dealer_does_not_qualify == "push"
    ends = {
        kernel.WIN: ("win", won),
        kernel.TIE: ("tie", Fraction(0)),
        kernel.LOSE: ("lose", Fraction(-2)),
        kernel.NOT_QUALIFIED: (NOT_QUALIFIED, unqualified),
        kernel.NOT_QUALIFIED_TIE: ("tie", Fraction(0)) if even else (NOT_QUALIFIED, unqualified),
    }
    tied = (kernel.TIE, kernel.NOT_QUALIFIED_TIE) if game.rules.ante_bonus_paid == "unless-tied" else ()
    bonuses = [(row, payout.figure) for row, _, payout in game.tables[ANTE_BONUS]]
    found: Array = np.zeros((1 + len(ends), len(ordered)), np.uint16)
    found[kernel.FOLD] = places.add(End("fold", Fraction(-1), choices=(FOLD,)))
    rows = [row_of(game.tables[ANTE_BONUS], value) for value in ordered]
    for result, (name, net) in ends.items():
        plain = places.add(End(name, net, Fraction(2), (PLAY,)))
        earned = [
            plain if result in tied else places.add(End(f"{name}, {row}", net + extra, Fraction(2), (PLAY,)))
            for row, extra in bonuses
        ]
        found[result] = [plain if row is None else earned[row] for row in rows]
    return found


def _by_strength(game: Playable, wager: str, ordered: list[Value], places: Places) -> Array:
    found = row_places(game, wager, places)
    rows = [row_of(game.tables[wager], value) for value in ordered]
    return np.array([found[-1 if row is None else row] for row in rows], np.uint16)


def _six(game: Playable, places: Places) -> Array:
    """By class, then the four six-card royals by suit, since a table may pay their suit."""
    by_class = class_places(game, SIX_CARD_BONUS, places)
    rows = game.tables[SIX_CARD_BONUS]
    paid = {end.outcome: place for place, end in places.ends.items()}
    royal = Value(9, (14,), "royal-flush")
    special = []
    for suit in "cdhs":
        row = row_of(rows, royal, cards(" ".join(rank + suit for rank in "AKQJT9")))
        special.append(paid["lose" if row is None else rows[row][0]])
    return np.concatenate([by_class, np.array(special, np.uint16)])


def dealt(seed: int, index: int, _: Simulation) -> dict[int | str, list[Card]]:
    """The cards of one round."""
    hand = dealt_cards(seed, index, kernel.CARDS)
    return {1: hand[:3], "dealer": hand[3:]}
