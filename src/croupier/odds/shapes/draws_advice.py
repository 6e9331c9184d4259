"""What to do with one hand: standing, buying, every exchange, betting on what was drawn and forcing the dealer, all counted."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from croupier.games.house_poker._deciding import FOLD
from croupier.games.house_poker._drawing import DECLARE, DECLINE
from croupier.games.house_poker.lunar_poker import BET, BUY, EXCHANGE, FORCE
from croupier.odds.advice import Advice, Chart, Question, Sight, Worth, left_apart, sight_of, weigh
from croupier.odds.card_numbers import numbers, unseen
from croupier.odds.cells import Asked, Deal
from croupier.odds.kernels import drawn_values as ends
from croupier.odds.kernels import draws as kernel
from croupier.odds.kernels.combinations import combination_of_level, kind_of
from croupier.odds.kernels.evaluate import evaluate
from croupier.odds.kernels.tables import Array
from croupier.odds.refusing import known_choices
from croupier.odds.shapes.draws_asked import BOUGHT, EXCHANGED, STAND, Terms
from croupier.table.drivers import Strategy
from croupier.table.playable import Playable
from croupier.table.requests import Decision, Discard
from croupier.table.round import Round

if TYPE_CHECKING:
    from croupier.odds.shapes.draws import Draws

STANDS, FIVE = 31, 5


def kept_of(sizes: Collection[int]) -> tuple[int, ...]:
    """What may be kept where so many cards are thrown away, as sets of the hand's cards."""
    return tuple(mask for mask in range(STANDS) if FIVE - mask.bit_count() in sizes)


EXCHANGES = kept_of((2, 3, 4, 5))
"""Those that were counted over all deals."""


def weighed(shape: Draws, game: Playable, sight: Sight, request: Question) -> Advice | None:
    """What each choice of a seat nets, exactly."""
    if shape.opens not in sight.stakes:
        return None
    terms = shape.terms(game, sight.stakes[shape.opens])
    values: dict[str, Worth] | None = None
    if isinstance(request, Discard):
        values = known_choices(game, _exchanges(terms, sight), request.settings, request.clause)
    elif isinstance(request, Decision) and DECLARE in request.choices and len(request.choices) == 2:
        values = _declaring(shape, game, sight)
    elif isinstance(request, Decision) and FORCE in request.choices:
        values = _forcing(terms, sight)
    elif isinstance(request, Decision) and EXCHANGE in request.choices:
        values = _electing(terms, shape, game, sight)
    elif isinstance(request, Decision) and BET in request.choices:
        values = _betting(terms, sight)
    if values is None or len(sight.dealer) not in (1, FIVE):
        return None
    if isinstance(request, Decision):
        values = known_choices(game, values, request.choices, request.clause)
    apart = left_apart(sight, shape.counted)
    return weigh(sight, values, basis=f"all cards that can come and all hands the dealer can have{apart}", when_equal=FOLD)


def count(terms: Terms, sight: Sight, draws: tuple[int, ...]) -> dict[int, Fraction]:
    """What standing, buying and exchanges net with five cards, each in units of the wager that opens the round."""
    rest, found = unseen(sight), np.zeros(len(draws), np.int64)
    hand, up = numbers(sight.hand), int(numbers(sight.dealer)[0])
    of_level = combination_of_level()
    kernel.weigh_draws(hand, up, rest, np.array(draws), terms.qualifying, of_level, terms.nets, found)
    drawn = {draw: 0 if draw == STANDS else 1 if draw == kernel.BOUGHT else FIVE - draw.bit_count() for draw in draws}
    every = {draw: comb(len(rest), k) * comb(len(rest) - k, 4) * (len(rest) - k - 4) for draw, k in drawn.items()}
    return {draw: Fraction(int(net), every[draw]) for draw, net in zip(draws, found, strict=True)}


def _exchanges(terms: Terms, sight: Sight) -> dict[str, Worth]:
    """Every exchange by the cards thrown away, in the order in which a request lists them."""
    found = count(terms, sight, kept_of(terms.exchanged))
    listed = Discard(sight.seat, sight.hand, (min(terms.exchanged), max(terms.exchanged)), clause="").settings
    masks = {
        frozenset(card for n, card in enumerate(map(str, sight.hand)) if not mask >> n & 1): net for mask, net in found.items()
    }
    return {setting: masks[frozenset(setting.split())] for setting in listed}


def _electing(terms: Terms, shape: Draws, game: Playable, sight: Sight) -> dict[str, Worth]:
    found = count(terms, sight, (STANDS, kernel.BOUGHT, *kept_of(terms.exchanged)))
    kind = int(kind_of(np.append(numbers(sight.hand), 0), FIVE, combination_of_level()))
    values: dict[str, Worth] = {
        BET: found[STANDS],
        BUY: found[kernel.BOUGHT],
        EXCHANGE: max(found[mask] for mask in kept_of(terms.exchanged)),
        FOLD: Fraction(int(terms.nets[STAND, kernel.FOLD])),
    }
    if kind in terms.declared:
        values[DECLARE] = Fraction(terms.declared[kind].net, sight.stakes[shape.opens])
    return values


def _betting(terms: Terms, sight: Sight) -> dict[str, Worth]:
    """Bet or fold what was drawn; the fee is gone in either case."""
    way = BOUGHT if len(sight.hand) > FIVE else EXCHANGED
    hand, rest, up = numbers(sight.hand), unseen(sight), int(numbers(sight.dealer)[0])
    of_level, level = combination_of_level(), int(evaluate(hand))
    kind = int(kind_of(np.append(hand, 0) if way == EXCHANGED else hand, len(hand), of_level))
    nq, lower, equal = kernel.against(up, rest, level, terms.qualifying)
    every, left = comb(len(rest), 4), len(rest) - 4
    available: Array = np.zeros(17, np.int64)
    for number in rest.tolist():
        available[number >> 2] |= 1 << (number & 3)
        available[13 + (number & 3)] |= 1 << (number >> 2)
    spare = np.zeros(5, np.int64), np.zeros(5, np.int64)
    net = kernel.bet_net(nq, lower, equal, every, left, level, kind, terms.nets[way], available, up, *spare)
    return {BET: Fraction(int(net), every * left), FOLD: Fraction(int(terms.nets[way, kernel.FOLD]))}


def _forcing(terms: Terms, sight: Sight) -> dict[str, Worth]:
    """A dealer whose cards lie open, with each card that may be drawn."""
    hand, dealer = numbers(sight.hand), numbers(sight.dealer)
    way = BOUGHT if len(sight.hand) > FIVE else EXCHANGED if sight.thrown else STAND
    nets, level = terms.nets[way], int(evaluate(hand))
    kind = int(kind_of(hand if len(hand) > FIVE else np.append(hand, 0), len(hand), combination_of_level()))
    kept, total = np.delete(dealer, np.argmax(dealer >> 2)), 0
    rest = unseen(sight).tolist()
    for number in rest:
        after = int(evaluate(np.append(kept, number)))
        if after < terms.qualifying:
            total += int(nets[kernel.FORCED_FAIL])
        elif after < level:
            total += terms.forced[way, kind]
        else:
            total += int(nets[kernel.FORCED_TIE if after == level else kernel.FORCED_LOSE])
    return {FORCE: Fraction(total, len(rest)), DECLINE: Fraction(int(nets[kernel.DECLINED]))}


def _declaring(shape: Draws, game: Playable, sight: Sight) -> dict[str, Worth]:
    """What the wager on the first five cards comes to, shown or not."""
    stakes = {wager: sight.stakes[wager] for wager in (shape.opens, shape.side)}
    asked, unit = Asked(game, stakes, only=[shape.side]), sight.stakes[shape.opens]
    deals = {word: Deal(sight.hand, decisions=(FOLD, word), goes_on=True) for word in (DECLARE, DECLINE)}
    return {word: Fraction(asked.settled(deal).net, unit) for word, deal in deals.items()}


def best(shape: Draws, game: Playable) -> Strategy:
    """Every decision as the price has it: declared, bet, bought or folded, and forced; nothing is exchanged."""

    known: dict[int, Terms] = {}

    def choose(round_: Round, request: Decision) -> str:
        sight = sight_of(round_, request.seat)
        if DECLARE in request.choices:
            return DECLARE
        if EXCHANGE not in request.choices:
            told = weighed(shape, game, sight, request)
            return request.choices[0] if told is None else told.best
        stake = sight.stakes[shape.opens]
        terms = known[stake] = known.get(stake) or shape.terms(game, stake)
        found = count(terms, sight, (STANDS, kernel.BOUGHT))
        values = {FOLD: Fraction(int(terms.nets[STAND, kernel.FOLD])), BET: found[STANDS], BUY: found[kernel.BOUGHT]}
        return max(values, key=lambda word: values[word])

    return choose


def forcing_chart(terms: Terms) -> Chart:
    """How many of the cards left must give the dealer a hand that loses for forcing to gain, by the hand that wins and what it pays."""
    left = {STAND: 42, BOUGHT: 41}
    rows = []
    cells = {(way, kind): settled for (way, end, kind), settled in terms.cells.items() if end == ends.WON}
    for kind in sorted({kind for _, kind in cells}, reverse=True):
        told = [cells.get((way, kind)) for way in left]
        name = next(line.outcome for settled in told if settled is not None for line in settled.lines if line.wager == BET)
        needed = [
            "" if settled is None else _needed(terms, way, kind, left[way]) for way, settled in zip(left, told, strict=True)
        ]
        rows.append((name, *needed))
    note = "of so many cards, that few at least; below a straight only pairs lose, which twelve cards make at most"
    return Chart("force the dealer", ("winning hand", "with five cards, of 42", "with six, of 41"), tuple(rows), note)


def _needed(terms: Terms, way: int, kind: int, left: int) -> str:
    """The fewest that are enough; a hand with which no forced dealer is beaten has none."""
    nets = terms.nets[way]
    if (way, kind) not in terms.forced:
        return "never"
    gain, cost = terms.forced[way, kind] - int(nets[kernel.FORCED_FAIL]), int(nets[kernel.DECLINED] - nets[kernel.FORCED_FAIL])
    needed = left * cost // gain + 1 if gain > 0 else left + 1
    return str(needed) if needed <= left else "never"
