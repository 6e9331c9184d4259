"""Four Card Poker: each five cards with each card the dealer may show against every dealer's hand, played to net the most."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from croupier.hands.poker import Value
from croupier.odds.analyze import tables_of
from croupier.odds.exact.three_card_poker import six_card_cases
from croupier.odds.four_card import Choice, Solution, Terms, cases, fold, solve
from croupier.odds.one_event import cases_of, price_by_hand
from croupier.odds.price import Price
from croupier.odds.progressive import price_progressive
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable, compile_rows

ANTE, PLAY, ANTE_BONUS, ACES_UP, SIX_CARD_BONUS, PROGRESSIVE = (
    "ante", "play", "ante-bonus", "aces-up", "six-card-bonus", "progressive",
)  # fmt: skip
UNIT = 500


def terms_of(game: Playable, bonus: Paytable | None) -> Callable[[Value], Terms]:
    """What a hand may do and what each of the results then nets, per ante."""
    rows = compile_rows(game.terms, bonus, game.patterns) if bonus is not None else ()
    ante, play = (game.terms.chosen[wager].rows["win"].figure for wager in (ANTE, PLAY))
    given_up = fold(*(Fraction(1) for wager in game.rules.fold_forfeits.value if wager == ANTE))

    def terms(value: Value) -> Terms:
        row, extra = next(((row, payout.figure) for row, test, payout in rows if test(value, ())), ("", Fraction(0)))
        choices = [given_up]
        for times in game.terms.wagers[PLAY].times:
            won, lost = ante + times * play + extra, -1 - times + extra
            tied = won if game.rules.tie.value == "win" else extra
            choices.append(Choice(f"play {times}x", Fraction(1 + times), (won, tied, lost, Fraction(0))))
        return Terms(tuple(choices), row)

    return terms


def solve_ante(game: Playable, bonus: Paytable | None) -> Solution:
    """Fold or play, and how much, for every hand and card shown."""
    return solve(game, terms_of(game, bonus))


def price_of_ante(game: Playable, bonus: Paytable | None) -> Price:
    """Ante and play with the bonus on the ante."""
    outcomes = solve_ante(game, bonus).outcomes
    relied = [
        game.terms.reading_of("lower-hand"),
        game.terms.reading_of("ante-bonus-paid"),
        game.terms.reading_of("play-or-fold"),
    ]
    readings = tuple(dict.fromkeys(filter(None, [bonus.reading if bonus else None, *relied])))
    limited = game.rules.maximum_payout.value != "none"
    note = "ante, play and ante bonus" + ("; payout limits are not in this price" if limited else "")
    table = bonus.id if bonus is not None else "none"
    clause = game.terms.chosen[ANTE].clause
    return Price(ANTE, table, outcomes, strategy="optimal", clause=clause, readings=readings, note=note)


def price_of_aces_up(game: Playable, table: Paytable) -> Price:
    """By the hand alone: where a fold loses aces up too, no hand that it pays is ever folded."""
    price = price_by_hand(game, ACES_UP, table, cases(), unit=UNIT)
    if ACES_UP not in game.rules.fold_forfeits.value:
        return price
    relied = tuple(filter(None, [*price.readings, game.terms.reading_of("fold-forfeits")]))
    note = "; ".join(filter(None, [price.note, "a fold loses it too, but no hand that it pays is one to fold"]))
    return replace(price, readings=relied, note=note)


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """The ante game for each bonus table, then the side wagers under each of their tables."""
    if wanted in (None, ANTE, PLAY, ANTE_BONUS):
        bonuses: list[Paytable | None] = [*tables_of(game, ANTE_BONUS)]
        for bonus in bonuses or [None]:
            yield price_of_ante(game, bonus)
    if wanted in (None, ACES_UP) and ACES_UP in game.terms.wagers:
        for table in tables_of(game, ACES_UP):
            yield price_of_aces_up(game, table)
    if wanted in (None, SIX_CARD_BONUS) and SIX_CARD_BONUS in game.terms.wagers:
        for table in tables_of(game, SIX_CARD_BONUS):
            yield price_by_hand(game, SIX_CARD_BONUS, table, six_card_cases(), unit=UNIT)
    five = game.rules.progressive_hand == "five-cards"
    yield from price_progressive(game, wanted, lambda: cases_of(5) if five else cases())
