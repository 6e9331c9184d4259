"""Exact prices beside the real table, in equal fractions: all that a wheel, the dice, a small pack or the rest of a deck can do, played out."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from croupier.equipment.cards import Card, card, cards
from croupier.equipment.dice import ROLLS
from croupier.games.dice._wagers import taken, terms
from croupier.games.registry import all_games, playable
from croupier.odds.advice import Sight
from croupier.odds.analyze import analyze
from croupier.odds.card_numbers import kernel_card
from croupier.odds.games import crazy_4_poker, dj_wild_stud, four_card_poker
from croupier.odds.kernels import kinds
from croupier.odds.kernels.classes import values
from croupier.odds.kernels.wild import matchups
from croupier.odds.posted import with_posted
from croupier.odds.shapes import dice as dice_shape
from croupier.odds.shapes.rankings import shows_a_card
from croupier.odds.shapes.shoe_plan import solve
from croupier.odds.shapes.shoe_playing import by_plan
from croupier.odds.shapes.shoe_terms import terms_of
from croupier.rules.payouts import Payout
from croupier.table import acts
from croupier.table.drivers import Players, Strategy, run
from croupier.table.playable import Playable, Spot
from croupier.table.requests import CardDue, DealerAct, Decision, Request
from croupier.table.round import Round
from croupier.table.table import COMMUNITY, DEALER
from tests.odds.test_odds_dj_wild import PACK, every_hand, every_score
from tests.odds.test_odds_four_card import best_scores, combinations, rows_by_hand
from tests.support.driving import answered, equipment_variants, listed

UNIT = 1000
PLAYED = {name: listed(name).terms.file.procedure for name in all_games()}


def registered(*procedures: str) -> list[str]:
    """Every game that is played by one of these procedures."""
    return [name for name, procedure in PLAYED.items() if procedure in procedures]


def none_asked(round_: Round, request: Decision) -> str:
    raise AssertionError(request.describe())


class Dealer:
    """The dealer's routine and the cards as they are written, hand by hand or in order; no answer once they are out."""

    def __init__(self, order: Iterable[Card] = (), hands: dict[int | str, tuple[Card, ...]] | None = None) -> None:
        self.order, self.hands = iter(order), {to: iter(hand) for to, hand in (hands or {}).items()}
        self.community = (hands or {}).get(COMMUNITY, ())

    def answer(self, round_: Round, request: Request) -> acts.Act | None:
        if isinstance(request, DealerAct):
            return acts.Done(request.act)
        if isinstance(request, CardDue):
            face = (
                self.community[request.slot] if request.to == COMMUNITY else next(self.hands.get(request.to, self.order), None)
            )
            return None if face is None else acts.Dealt(face)
        return None


# Wheels: every section, with a chip on every place


WHEELS = [(name, house) for name in registered("roulette", "big-six") for house in equipment_variants(name)]


@pytest.mark.parametrize(("name", "house"), WHEELS, ids=[f"{name} {house['options']}" for name, house in WHEELS])
def test_every_section_of_a_wheel(name: str, house: dict[str, Any]) -> None:
    game = playable(name, house)
    assert game.wheel is not None
    due = {price.wager: Counter({o.net: o.weight for o in price.outcomes}) for price in reversed(list(analyze(game)))}
    found: dict[str, Counter[Fraction]] = {spot.called: Counter() for spot in game.spots.values()}
    for mark in game.wheel.sections:
        round_ = run(Round(game, [1]), Dealer(), Players({1: dict.fromkeys(game.spots, UNIT)}, none_asked))
        round_.answer(acts.Spun(mark))
        assert round_.done or mark == "00", "only a number that is not played is spun again"
        for line in round_.lines:
            found[line.wager][Fraction(line.net, line.stake)] += 1
    for spot in game.spots.values():
        assert found[spot.called] == due[spot.wager.called], spot.id


# Dice: every roll in every situation that a chain comes to


STAKE = 2_772_000
"""Every row of craps can pay it exactly."""


def after_rolls(
    game: Playable, spot: Spot, rolls: Iterable[tuple[int, ...]], *, point_first: bool
) -> tuple[Fraction, Fraction] | None:
    """What the table settles of a chip, per unit, once these rolls are thrown; the first sets a point before the chip is down."""
    round_, left = Round(game, [1]), iter(rolls)
    if point_first or spot.wager.id not in game.rules.shooter_makes.value:
        round_.answer(acts.Choice(0, "another-player-shoots"))
    if point_first:
        round_.answer(acts.NoMoreBets())
        round_.answer(acts.Rolled(next(left)))
    stake = min(STAKE, spot.wager.limits.maximum or STAKE)
    round_.answer(acts.Wager(1, spot.id, stake))
    for dice in left:
        assert not round_.lines
        round_.answer(acts.NoMoreBets())
        round_.answer(acts.Rolled(dice))
    for line in round_.lines:
        at_once = line.commission if taken(round_.table, spot.wager) == "at-bet" else 0
        return Fraction(line.net, stake + at_once), Fraction(1)
    return None


@pytest.mark.parametrize("name", registered("craps"))
def test_every_roll_from_every_place_of_the_chains(name: str) -> None:
    """The table is thrown into each situation, then once more in every way: it settles or leaves up what the chain says."""
    game = playable(name)
    pairs = Counter(tuple(sorted(dice)) for dice in ROLLS)
    of_total = {sum(dice): dice for dice in pairs}
    totals = Counter({of_total[sum(dice)]: 0 for dice in ROLLS})
    for dice in ROLLS:
        totals[of_total[sum(dice)]] += 1
    for spot in dice_shape.places(game):
        if terms(spot).row.resolves == "odds":
            continue  # they go with the bet that they support
        layout = dice_shape.Layout(game)
        (start,) = layout.starts(spot)
        rolls = totals if terms(spot).row.resolves in ("line", "points", "collects") else pairs
        ways: dict[dice_shape.At, list[tuple[int, ...]]] = {start: [of_total[start.point]] if start.point is not None else []}
        for at in (reached := [start]):
            found: Counter[tuple[Fraction, Fraction] | None] = Counter()
            for dice, weight in rolls.items():
                line = after_rolls(game, spot, [*ways[at], dice], point_first=start.point is not None)
                found[line] += Fraction(weight, len(ROLLS))
                to = layout.rolled(spot, at, dice, marker=dice_shape.follows_the_marker(spot))
                if isinstance(to, dice_shape.At) and to not in ways:
                    ways[to] = [*ways[at], dice]
                    reached.append(to)
            on, ends = layout.moves(spot)(at)
            due: Counter[tuple[Fraction, Fraction] | None] = Counter({None: sum(on.values(), Fraction(0))})
            for (_, net, staked), chance in ends.items():
                due[net, staked] += chance
            assert +found == +due, (spot.id, at)


# Small packs, dealt out in every order


def every_round(game: Playable, wagers: dict[str, int], strategy: Strategy) -> Iterator[tuple[Fraction, Round]]:
    """Every round that the pack can deal, with its chance: a round is played until it asks for a card that is not yet chosen."""
    waiting: list[tuple[tuple[Card, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        order, chance = waiting.pop()
        round_ = run(Round(game, [1]), Dealer(order), Players({1: wagers}, strategy))
        if round_.pending is None:
            yield chance, round_
            continue
        assert isinstance(round_.pending, CardDue), round_.pending.describe()
        left = round_.table.remaining
        waiting += [((*order, face), chance * number / sum(left.values())) for face, number in left.items() if number]


def as_printed(game: Playable) -> Playable:
    return game


def broken_hands_push(game: Playable) -> Playable:
    return replace(game, rules=answered(game.rules, over_21="push"))


def each_wager_at_its_own_odds(game: Playable) -> Playable:
    """A hand pays 3:2, one that was split off 2:1 and what doubled it 1:2: boxes are paid by their hands, and played by their worth."""
    for wager, odds in (("blackjack", "3:2"), ("split", "2:1"), ("double-down", "1:2")):
        posted = game.terms.chosen[wager]
        game = with_posted(game, replace(posted, rows={**posted.rows, "win": Payout.parse(odds)}))
    return game


PACKS, LONG_PACK = ("9 Ac 12 Kc", "10 7c 12 Kc", "14 6c 14 Tc"), "5 Ac 6 7c 9 Kc"


def short_shoes() -> Iterator[Any]:
    """Every row as it is printed; the first row of each procedure under houses that pay otherwise, and as printed from a longer shoe, too."""
    names = registered("blackjack", "free-bet-blackjack")
    firsts = {PLAYED[name]: name for name in reversed(names)}.values()
    for pack, name in itertools.product(PACKS, names):
        yield pytest.param(name, pack, as_printed, id=f"{pack}-{name}-as_printed")
    others = [*itertools.product(PACKS, (broken_hands_push, each_wager_at_its_own_odds)), (LONG_PACK, as_printed)]
    for name, (pack, house) in itertools.product(firsts, others):
        yield pytest.param(name, pack, house, id=f"{pack}-{name}-{house.__name__}", marks=pytest.mark.slow)


@pytest.mark.parametrize(("name", "pack", "house"), list(short_shoes()))
def test_blackjack_from_a_short_shoe(name: str, pack: str, house: Callable[[Playable], Playable]) -> None:
    """Blackjacks, splits to four hands, doubles and the dealer's draws, by the solver's own advice: its mean to a trillionth."""
    words = pack.split()
    short = [card(face) for number, face in zip(words[::2], words[1::2], strict=True) for _ in range(int(number))]
    game = house(replace(playable(name), pack=tuple(short)))
    plan = solve(terms_of(game))
    net = Fraction(0)
    ends: Counter[tuple[Fraction, Fraction]] = Counter()
    for chance, round_ in every_round(game, {"blackjack": UNIT}, by_plan(plan)):
        assert not round_.table.aftermath, "the shoe must outlast the round"
        won, staked = (Fraction(sum(of), UNIT) for of in zip(*((line.net, line.stake) for line in round_.lines), strict=True))
        net += chance * won
        ends[won, staked] += chance
    assert sum(ends.values()) == 1
    assert abs(plan.expected() - float(net)) < 1e-12
    due: Counter[tuple[Fraction, Fraction]] = Counter()
    for (_, won, staked), chance in plan.ends.items():
        due[won, staked] += chance
    assert due.keys() >= ends.keys()


def of(ranks: str, suits: str) -> tuple[Card, ...]:
    """A pack alike in all its suits."""
    return tuple(card(rank + suit) for rank in ranks for suit in suits)


@pytest.mark.parametrize("pack", [of("234JK", "ch"), of("3JK", "cdh")], ids=["two suits", "three ranks"])
@pytest.mark.parametrize("name", registered("three-card-poker"))
def test_three_card_poker_from_a_small_pack(name: str, pack: tuple[Card, ...]) -> None:
    """Every deal, played by whatever nets more at the table: all ends of ante, play and ante bonus, and of pair plus.

    Straights, flushes and dealers that do not qualify in the first pack, three of a kind and ties in the second.
    """
    game = replace(playable(name), pack=pack)
    wagers = {wager: UNIT for wager in ("ante", "pair-plus") if wager in game.terms.wagers}
    found: dict[str, Counter[Fraction]] = {wager: Counter() for wager in wagers}
    for hand in itertools.combinations(pack, 3):
        dealers = [*itertools.combinations([face for face in pack if face not in hand], 3)]
        played = {wager: Counter(nets) for wager, nets in against(game, wagers, hand, dealers, "play").items()}
        (folded,) = against(game, {"ante": UNIT}, hand, dealers[:1], "fold")["ante"]
        if sum(net * weight for net, weight in played["ante"].items()) <= folded * len(dealers):
            played["ante"] = Counter(
                {folded: len(dealers)}
            )  # pair plus would be lost too: its price is for hands that are played
        for wager in wagers:
            found[wager] += played[wager]
    for wager in wagers:
        price = next(analyze(game, wager))
        ends: Counter[Fraction] = Counter()
        for outcome in price.outcomes:
            ends[outcome.net] += outcome.weight * sum(found[wager].values()) // price.weight
        assert found[wager] == ends, wager


def against(
    game: Playable, wagers: dict[str, int], hand: tuple[Card, ...], dealers: list[tuple[Card, ...]], choice: str
) -> dict[str, list[Fraction]]:
    """What each wager nets, the first with all that it adds, against each dealer's hand."""
    main, *apart = wagers
    nets: dict[str, list[Fraction]] = {wager: [] for wager in wagers}
    for dealer in dealers:
        middle = tuple(itertools.islice((card for card in game.pack if card not in (*hand, *dealer)), game.shape.community))
        dealt = Dealer(hands={1: hand, DEALER: dealer, COMMUNITY: middle})
        round_ = run(Round(game, [1]), dealt, Players({1: wagers}, lambda _, __: choice))
        assert round_.done
        totals: Counter[str] = Counter()
        for line in round_.lines:
            totals[line.wager if line.wager in apart else main] += line.net
        for wager, stake in wagers.items():
            nets[wager].append(Fraction(totals[wager], stake))
    return nets


# The rest of the deck, once some cards are known


@pytest.mark.slow
@pytest.mark.parametrize("hand", ["Ac Kd 9h 7c 4s", "Jc Jd 8h 5c 2s"])
@pytest.mark.parametrize("name", registered("four-card-poker", "crazy-4-poker"))
def test_four_card_hands_against_every_kind_of_dealers_hand(name: str, hand: str) -> None:
    """One dealer's hand of each score at the table, the scores counted by another program: what each choice nets, to the fraction."""
    game, (_, player) = playable(name), as_the_kernel_has_it(hand)
    seen, size, crazy = shows_a_card(game), game.rules.dealer_cards, "super-bonus" in game.terms.wagers
    rest = [number for number in range(52) if number not in player]
    drawn = combinations(rest[1:] if seen else rest, size - seen)
    drawn = np.sort(np.column_stack([drawn, np.full((len(drawn), int(seen)), rest[0], np.int8)]), axis=1)
    _, first, counts = np.unique(best_scores(drawn), return_index=True, return_counts=True)
    wagers = dict.fromkeys(("ante", "super-bonus") if crazy else ("ante",), UNIT)
    faces = tuple(map(kernel_card, player))
    dealers = [tuple(map(kernel_card, drawn[number].tolist())) for number in first]
    sight = Sight(1, faces, dealer=(kernel_card(rest[0]),) if seen else (), stakes=wagers)
    module = crazy_4_poker if crazy else four_card_poker
    choices = module.ODDS.terms(game, wagers).choices(faces, dealers[0])
    advice = module.ODDS.weighed(game, sight, Decision(1, choices, clause=""))
    assert advice is not None
    for weighed in advice.choices:
        settled = against(game, wagers, faces, dealers, weighed.choice)
        total = sum(sum(nets) * count for nets, count in zip(zip(*settled.values(), strict=True), counts.tolist(), strict=True))
        assert Fraction(total) / len(drawn) == weighed.value, weighed.choice


def as_the_kernel_has_it(hand: str) -> tuple[int, list[int]]:
    """A hand's class among the kernel's, and that class's own cards: the suits may have other names."""
    numbers = [number for number in range(52) if kernel_card(number) in cards(hand)]
    for names in itertools.permutations(range(4)):
        renamed = sorted((number & ~3) | names[number & 3] for number in numbers)
        row = rows_by_hand().get(np.array(renamed, np.int8).tobytes())
        if row is not None:
            return row, renamed
    raise AssertionError(hand)


@pytest.mark.slow
@pytest.mark.parametrize("name", registered("dj-wild-stud"))
def test_wild_hands_against_every_kind_of_dealers_hand(name: str) -> None:
    """As above, for a pair, a straight and three of a kind with a deuce."""
    game, found = playable(name), matchups()
    masks, scores = every_score()
    for category in ("pair", "straight", "three-of-a-kind"):
        row = next(n for n, level in enumerate(found.hands.levels) if found.hands.values[level].category == category)
        hand = found.hands.cards[row].astype(np.uint64)
        free = np.flatnonzero(masks & np.bitwise_or.reduce(np.uint64(1) << hand) == 0)
        _, first, counts = np.unique(scores[free], return_index=True, return_counts=True)
        dealers = [tuple(PACK[number] for number in every_hand()[free[place]]) for place in first]
        faces = tuple(PACK[int(number)] for number in hand)
        wagers = {"ante": UNIT, "blind": UNIT}
        advice = dj_wild_stud.ODDS.weighed(game, Sight(1, faces, stakes=wagers), Decision(1, ("play", "fold"), clause=""))
        assert advice is not None
        for weighed in advice.choices:
            nets = against(game, wagers, faces, dealers, weighed.choice)
            total = sum(sum(net) * count for net, count in zip(zip(*nets.values(), strict=True), counts.tolist(), strict=True))
            assert Fraction(total) / len(free) == weighed.value, (category, weighed.choice)


def goes_along(round_: Round, request: Decision) -> str:
    """Checks where it may, and never folds."""
    return "check" if "check" in request.choices else next(word for word in request.choices if word != "fold")


BOARDS = ["Kc 9d 9h 4s 2c", "As Qs 7s 7d 3h", "Jh Th 8h 5h 2c", "9c 8c 7c 6c 5c"]
"""A pair, three of a suit beside one, four of a suit, and a board that nearly everybody plays."""


@pytest.mark.parametrize("board", [BOARDS[0], *(pytest.param(board, marks=pytest.mark.slow) for board in BOARDS[1:])])
@pytest.mark.parametrize("name", registered("ultimate-texas-holdem", "texas-holdem-bonus"))
def test_hole_cards_on_a_board_against_every_dealers_hand(name: str, board: str) -> None:
    """All 990 of them at the table: wins, ties and losses, and those against a dealer who qualifies, as the board sweep has them."""
    game, community = playable(name), tuple(cards(board))
    numbers = np.array([number for face in community for number in range(52) if kernel_card(number) == face])
    suit, threshold = kinds.flush_suit(numbers), next(n for n, value in enumerate(values()) if value.category == "pair")
    worth, tally = np.zeros(kinds.KINDS, np.int64), np.zeros((kinds.KINDS, 5), np.int64)
    kinds.rank_kinds(numbers, suit, threshold, worth, tally)
    rest = [number for number in range(52) if number not in numbers]
    wagers = dict.fromkeys(("ante", "blind") if "blind" in game.terms.wagers else ("ante",), UNIT)
    for hole in (rest[0:2], rest[9:11], [rest[3], rest[40]]):
        kind = kinds.KIND[kinds.FACE[suit, hole[0]], kinds.FACE[suit, hole[1]]]
        left = [kernel_card(number) for number in rest if number not in hole]
        found: Counter[int] = Counter()
        for dealer in itertools.combinations(left, 2):
            hands = {1: tuple(map(kernel_card, hole)), DEALER: dealer, COMMUNITY: community}
            burned = (face for face in left if face not in dealer)
            round_ = run(Round(game, [1]), Dealer(burned, hands), Players({1: wagers}, goes_along))
            assert round_.done
            nets = {line.wager: line.net for line in round_.lines}
            won = nets.get("play", nets.get("flop", 0))
            found[kinds.WINS if won > 0 else kinds.LOSSES if won < 0 else kinds.TIES] += 1
            if "play" in nets and nets["ante"]:
                found[kinds.WINS_AGAINST_QUALIFIED if nets["ante"] > 0 else kinds.LOSSES_TO_QUALIFIED] += 1
        columns = range(5) if "blind" in wagers else (kinds.WINS, kinds.TIES, kinds.LOSSES)
        assert [found[column] for column in columns] == [tally[kind, column] for column in columns], hole
