"""Crazy 4 Poker: each five cards against every dealer's hand; ante, super bonus and play together, played to net the most."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from croupier.equipment.cards import RANK_NAMES
from croupier.hands.four_card import aces_or_better
from croupier.hands.poker import Value
from croupier.odds.analyze import tables_of
from croupier.odds.four_card import Choice, Solution, Terms, cases, fold, solve
from croupier.odds.one_event import cases_of, net_of, price_by_hand
from croupier.odds.price import Price
from croupier.odds.progressive import price_progressive
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable, compile_rows

ANTE, PLAY, SUPER_BONUS, QUEENS_UP, PROGRESSIVE = "ante", "play", "super-bonus", "queens-up", "progressive"
NOT_QUALIFIED = "dealer-does-not-qualify"
UNIT = 500


def qualifies_of(game: Playable) -> Callable[[Value], bool]:
    """Whether a dealer's hand qualifies."""
    qualifying = next(rank for rank, name in RANK_NAMES.items() if name == game.rules.qualifying_rank.value)
    return lambda dealer: dealer.order > 0 or dealer.ranks[0] >= qualifying


def terms_of(game: Playable, bonus: Paytable) -> Callable[[Value], Terms]:
    """What a hand may do and what each of the results then nets, per ante."""
    rows = compile_rows(game.terms, bonus, game.patterns)
    ante, play = (game.terms.chosen[wager].rows for wager in (ANTE, PLAY))
    times_allowed = game.terms.wagers[PLAY].times
    given_up = fold(*(Fraction(1) for wager in game.rules.fold_forfeits.value if wager in (ANTE, SUPER_BONUS)))

    def terms(value: Value) -> Terms:
        found = next(((row, net_of(payout.kind, payout.figure, UNIT)) for row, test, payout in rows if test(value, ())), None)
        row, extra = found or ("", Fraction(0))
        beaten = extra if found else Fraction(-1)
        choices = [given_up]
        for times in times_allowed:
            if times <= (max(times_allowed) if aces_or_better(value) else 1):
                won = ante["win"].figure + times * play["win"].figure + extra
                unqualified = ante[NOT_QUALIFIED].figure + times * play[NOT_QUALIFIED].figure + extra
                nets = (won, extra, -1 - times + beaten, unqualified)
                choices.append(Choice(f"play {times}x", Fraction(2 + times), nets))
        return Terms(tuple(choices), row)

    return terms


def solve_ante(game: Playable, bonus: Paytable) -> Solution:
    """Fold or play, and how much where the hand allows a choice, for every hand."""
    return solve(game, terms_of(game, bonus), qualifies_of(game))


def price_of_ante(game: Playable, bonus: Paytable) -> Price:
    """Ante, super bonus and play, in units of the ante."""
    outcomes = solve_ante(game, bonus).outcomes
    relied = [game.terms.reading_of("qualifying-rank"), game.terms.reading_of("super-bonus-below-straight")]
    readings = tuple(dict.fromkeys(filter(None, [bonus.reading, *relied])))
    limited = game.rules.maximum_payout.value != "none"
    note = "ante, super bonus and play, per ante" + ("; payout limits are not in this price" if limited else "")
    return Price(ANTE, bonus.id, outcomes, strategy="optimal", clause=bonus.clause, readings=readings, note=note)


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """The main game for each super bonus table, then the side wagers under each of theirs.

    A fold loses these too, but no hand that they pay is one to fold.
    """
    if wanted in (None, ANTE, PLAY, SUPER_BONUS):
        for bonus in tables_of(game, SUPER_BONUS):
            yield price_of_ante(game, bonus)
    if wanted in (None, QUEENS_UP) and QUEENS_UP in game.terms.wagers:
        for table in tables_of(game, QUEENS_UP):
            yield price_by_hand(game, QUEENS_UP, table, cases(), unit=UNIT)
    five = game.rules.progressive_hand == "five-cards"
    yield from price_progressive(game, wanted, lambda: cases_of(5) if five else cases())
