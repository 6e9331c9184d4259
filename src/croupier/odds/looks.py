"""Side wagers: how often each hand they look at comes, and what the table pays for it.

A side wager is settled by some cards on a ladder of values: those that its file says it looks at. The table is asked at the ends of
each run of hands alike, and between two that are paid differently until the row is found where it changes, and tried with others; where
rows look at the very cards, it is asked about every kind. All else is counting, from the game's own pack.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from croupier.equipment.cards import Card
from croupier.errors import NotPriced
from croupier.hands.four_card import best_four
from croupier.hands.looks import Look, RoyalOf
from croupier.hands.pai_gow import best as best_with_joker
from croupier.hands.poker import Value, best_five, six_card_royal, three_card
from croupier.odds.analyze import tables_of
from croupier.odds.cells import Asked, Deal, Settled, breaks, layout, unit_of
from croupier.odds.dealt import Dealt, by_ranks, few_cards, five_card_counts, two_and_one, two_and_two
from croupier.odds.examples import five_cards, more_cards, six_card_royals
from croupier.odds.looks_tried import Seen, try_runs
from croupier.odds.posted import with_posted
from croupier.odds.price import Price
from croupier.odds.refusing import refused
from croupier.odds.shapes.rankings import best_fours, probes, whole_deck
from croupier.odds.tally import Tally
from croupier.rules.payouts import Kind
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable
from croupier.table.settlement import money


class Plan(Protocol):
    """How hands of a ladder are played, where the seat must decide something."""

    @property
    def scale(self) -> int:
        """How many deals it counts for each hand of the ladder."""

    def counts(self, level: int) -> Mapping[tuple[str, ...], int]:
        """How many deals of a level take each path of decisions."""

    def example(self, level: int, path: tuple[str, ...]) -> tuple[Card, ...]:
        """A hand of the level that is played so."""


class Ladder(NamedTuple):
    """The hands a wager looks at: values lowest first, how many deals have each, and deals to show it with."""

    values: Sequence[Value]
    weights: Sequence[int]
    deals: Callable[[int], list[Deal]]
    apart: tuple[tuple[Deal, int], ...] = ()
    """Deals that a row may name by their very cards; they are not in the weights."""
    known: bool = False
    """Does the seat see these cards when it decides?"""
    lay: Callable[[tuple[Card, ...]], Deal] = Deal
    """A hand that the plan tells of, as it is dealt."""
    paths: tuple[tuple[str, ...], ...] = ()
    """Paths of decisions to ask about; else every one there is."""
    every: bool = False
    """Do rows look at the very cards, so that no level can be told from its neighbours?"""
    unsaid: tuple[str, ...] = ()
    """Words for decisions that change nothing for the wager, or that it is played by."""
    note: str = ""
    level_of: Callable[[Sequence[Card]], int | None] | None = None
    """The level of cards that are looked at, where that is not told by their value."""
    seen: Seen | None = None
    """What the wager looks at, where the table may be tried with all other cards at random."""


OPTIMAL = "optimal"
Ways = Mapping[tuple[str, ...], Settled]
"""What a hand comes to by each path of decisions; by the empty one where there is nothing to decide."""


class Side(NamedTuple):
    """A wager's runs of levels that the table settles alike, from the first to before the last, and the deals apart."""

    runs: tuple[tuple[int, int, Ways], ...]
    apart: tuple[tuple[Ways, int], ...]
    unit: int
    asked: Asked

    @property
    def strategy(self) -> str:
        """The play that the wager is counted by, where a decision changes what it comes to: a fold may forfeit it."""
        return "none" if all(_alike(ways) for _, _, ways in self.runs) else OPTIMAL

    def cases(self, ladder: Ladder, plan: Plan | None) -> Iterator[tuple[Settled, int]]:
        """How every hand is settled and how many there are of it; hands that a decision changes as the plan plays them."""
        by_plan = plan is not None and not all(_alike(ways) for _, _, ways in self.runs)
        scale = plan.scale if by_plan and plan is not None else 1
        for first, last, ways in self.runs:
            for level in range(first, last):
                if not ladder.weights[level]:
                    continue
                if plan is None or _alike(ways):
                    yield self._chosen(ways, known=ladder.known), scale * ladder.weights[level]
                    continue
                for path, count in plan.counts(level).items():
                    if path not in ways:  # not every hand of a level may choose alike
                        deal = ladder.lay(plan.example(level, path))._replace(decisions=path)
                        ways = {**ways, path: self.asked.settled(deal)}
                    yield ways[path], count
        assert not by_plan or not self.apart
        yield from ((self._chosen(ways, known=False), weight) for ways, weight in self.apart)

    def asked_again(self, asked: Asked, ladder: Ladder) -> Side:
        """The same runs at a table where something else stands otherwise; climbed anew where the ends of one are not settled alike."""
        found = []
        for first, last, ways in self.runs:
            dealt = [level for level in range(first, last) if ladder.weights[level]]
            here, there = (_ways(asked, ladder.deals(level)[0], tuple(ways)) for level in (dealt[0], dealt[-1]))
            if any(here[path][:2] != there[path][:2] for path in here):
                return climb(asked, ladder, self.unit)
            found.append((first, last, here))
        apart = tuple((_ways(asked, deal, ladder.paths), weight) for deal, weight in ladder.apart)
        return Side(tuple(found), apart, self.unit, asked)

    def whatever(self, ways: Ways) -> Settled:
        """What a hand comes to whatever is decided; refused where that matters."""
        return self._chosen(ways, known=False)

    def _chosen(self, ways: Ways, *, known: bool) -> Settled:
        """Where a decision is about this wager alone, the choice that nets the most with cards that are known."""
        if not known and not _alike(ways):
            raise self.asked.refused("what a wager is paid depends on a decision that is made without seeing its cards")
        return max(ways.values(), key=lambda settled: settled.net)


def _alike(ways: Ways) -> bool:
    return len({settled[:2] for settled in ways.values()}) == 1


def settle_ladder(game: Playable, wager: str, ladder: Ladder, stake: int | None = None) -> Side:
    """Every hand of a ladder settled at the table, with whatever the wager needs beside it."""
    asked = Asked(game, layout(game, wager, stake), only=[wager], unsaid=ladder.unsaid)
    return climb(asked, ladder, unit_of(game, wager, stake))


def climb(asked: Asked, ladder: Ladder, unit: int) -> Side:
    """The runs of a ladder that the table settles alike."""
    kept: dict[int, tuple[object, ...] | None] = {}

    def told(level: int) -> tuple[object, ...] | None:
        if level not in kept:
            deals = ladder.deals(level) if ladder.weights[level] else []
            kept[level] = (
                tuple((path, found[:2], found.outcome) for path, found in _ways(asked, deals[0], ladder.paths).items())
                if deals
                else None
            )
        return kept[level]

    held = [level for level, weight in enumerate(ladder.weights) if weight]
    told_apart = held if ladder.every else probes(ladder.values)
    probed = [level for level in {*told_apart, held[0], held[-1]} if ladder.weights[level]]
    starts = [held[0], *breaks(sorted(probed), told)]
    runs = []
    for first, last in zip(starts, [*starts[1:], held[-1] + 1], strict=True):
        dealt = [level for level in range(first, last) if ladder.weights[level]]
        if not dealt:
            continue
        here, there = ladder.deals(dealt[0]), ladder.deals(dealt[-1])
        ways = _ways(asked, here[0], ladder.paths)
        for path in ways:  # other suits, and the other end of the run
            asked.agreed(
                [deal._replace(decisions=path) for deal in (here[0], here[-1], there[-1])], f"{ladder.values[first]} {path}"
            )
        runs.append((first, last, ways))
    try_runs(asked, ladder, runs)
    apart = tuple((_ways(asked, deal, ladder.paths), weight) for deal, weight in ladder.apart)
    return Side(tuple(runs), apart, unit, asked)


def _ways(asked: Asked, deal: Deal, paths: Sequence[tuple[str, ...]] = ()) -> dict[tuple[str, ...], Settled]:
    """What a deal comes to by each of some paths, or by every path of decisions there is."""
    return {path: asked.settled(deal._replace(decisions=path)) for path in paths or asked.paths(deal)}


def ways_of(asked: Asked, deals: Sequence[Deal]) -> Settled:
    """What deals alike come to, whatever is decided; an error where a decision or another deal of them changes it."""
    paths = _ways(asked, deals[0])
    return asked.agreed([deal._replace(decisions=path) for deal in deals for path in paths], f"{deals[0].hand}")


def price_side(
    game: Playable, wager: str, table: Paytable, *ladders: Ladder, plan: Plan | None = None, stake: int | None = None
) -> Price:
    """A wager paid by a ladder of hands, or by one of several which together are all deals, with `table` posted."""
    tally, posted = Tally(unit_of(game, wager, stake)), with_posted(game, table)
    sides = [settle_ladder(posted, wager, ladder, stake) for ladder in ladders]
    for side, ladder in zip(sides, ladders, strict=True):
        for settled, weight in side.cases(ladder, plan):
            tally.add(settled, weight)
    strategy = next((side.strategy for side in sides if side.strategy == OPTIMAL), "none")
    fixed = any(payout.kind is Kind.FIXED for payout in table.rows.values())
    notes = [*(ladder.note for ladder in ladders if ladder.note), *([f"fixed sums per stake of {money(tally.unit)}"] * fixed)]
    found = Price(wager, table.id, tally.outcomes, strategy, clause=table.clause, readings=tally.readings)
    return replace(found, note="; ".join(notes))


# What the files say


class Shaped(Protocol):
    """What a shape knows of the hands a wager looks at: which of them the seat sees, and how they are played.

    They are played as in `house`: another table posted for a wager beside the game changes nothing in how its hands are played.
    """

    def __call__(
        self, game: Playable, wager: str, ladder: Ladder, stake: int | None, *, house: Playable
    ) -> tuple[Ladder, Plan | None]: ...


def price_looks(
    game: Playable,
    wanted: str | None,
    stake: int | None = None,
    *,
    counted: Callable[[Playable, str], Ladder] | None = None,
    shaped: Shaped | None = None,
    but: Sequence[str] = (),
) -> Iterator[Price]:
    """Every side wager whose file says what it looks at, under each of its tables; `but` are priced elsewhere, as on a meter.

    A shape that knows more of the cards than their pack gives the ladder by `counted`.
    """
    for wager in game.looks:
        if wager in but or wanted not in (None, wager) or game.terms.wagers[wager].meter is not None:
            continue
        for number, table in enumerate(tables_of(game, wager)):
            posted = with_posted(game, table)
            ladder, plan = (counted or ladder_of)(posted, wager), None
            ladder = ladder if not number or ladder.seen is None else ladder._replace(seen=ladder.seen.of_another_table())
            if shaped is not None and _is_played(posted, wager, ladder, stake):
                ladder, plan = shaped(posted, wager, ladder, stake, house=game)
            price = price_side(posted, wager, table, ladder, plan=plan, stake=stake)
            yield replace(price, note="; ".join(filter(None, (price.note, _tipped(posted, wager, price)))))


def _is_played(game: Playable, wager: str, ladder: Ladder, stake: int | None) -> bool:
    """Is a seat with this wager asked anything? One that has it alone may only wait for the cards."""
    asked = Asked(game, layout(game, wager, stake), only=[wager], unsaid=ladder.unsaid)
    dealt = next(level for level, weight in enumerate(ladder.weights) if weight)
    return len(asked.stakes) > 1 or any(asked.paths(ladder.deals(dealt)[0]))


def _tipped(game: Playable, wager: str, price: Price) -> str:
    """What the house gives the dealers for hands that win the wager, whatever its stake: on average, in words."""
    if (line := game.tipped.get(wager)) is None:
        return ""
    rows = game.terms.chosen[line].rows
    paid = sum(end.weight * rows[end.outcome].won(0) for end in price.outcomes if end.outcome in rows)
    cents = paid / sum(end.weight for end in price.outcomes)
    return f"beside it the house pays the dealers' pool {cents:.2f} cents a wager, whatever its stake"


def ladder_of(game: Playable, wager: str) -> Ladder:
    """The hands that a side wager looks at, as its file says, counted from the game's own pack."""
    return looking(game, wager, _counted(game, wager))


def looking(game: Playable, wager: str, ladder: Ladder) -> Ladder:
    """A ladder of hands as a wager looks at them, by whose values its levels are told, so that the table is tried with it."""
    return ladder._replace(seen=Seen(game.looks[wager], ladder.level_of)) if wager in game.looks else ladder


def _counted(game: Playable, wager: str) -> Ladder:
    look, dealt = game.looks[wager], game.shape
    size, lay = sum(look.counts(dealt.hand, dealt.dealer, dealt.community)), laid_by(game, look)
    if look.value is best_five and size >= 5:
        return best_five_of(game, size, lay)
    by_suit = any(isinstance(test, RoyalOf) for _, test, _ in game.tables[wager])
    if look.value is three_card and len(game.counts) == len(game.pack) and not by_suit:
        return three_cards_of(game, lay)
    if look.value is best_four:
        return best_four_of(game, size, lay)
    if look.by_rank and look.alike:
        return by_rows(game, wager, by_ranks(game, size), lay)
    if size <= 3 and look.alike:
        return by_rows(game, wager, few_cards(game, size), lay)
    if size == 3 and len(look.sources) == 2 and not look.alike:
        return by_rows(game, wager, two_and_one(tuple(game.counts.items())), lay)
    if size == 4 and not look.alike:
        return by_rows(game, wager, two_and_two(game, wager), lay)
    if look.value is best_with_joker:
        from croupier.odds.shapes.counted_alike import refuse_rows_that_tell_apart

        whole_deck(game, jokers=1)
        if size == 6:
            from croupier.odds.shapes.five_and_one_best import by_best_five, members_of_best_five

            refuse_rows_that_tell_apart(game, wager, members_of_best_five(), look.value)
            return by_rows(game, wager, by_best_five(), lay)
        from croupier.odds.shapes.two_hands_classes import by_type, members_of_types

        refuse_rows_that_tell_apart(game, wager, members_of_types(), look.value)
        return by_rows(game, wager, by_type()[0], lay)
    raise NotPriced(f"{game.terms.id}: {wager}: {look.says}: not counted in this game ({game.terms.wagers[wager].clause})")


def laid_by(game: Playable, look: Look) -> Callable[[Sequence[Card]], Deal]:
    """How cards that are looked at lie on the table; a hand of which only the first are is filled up with others of the pack."""
    dealt = {"own": game.shape.hand, "dealer": game.shape.dealer, "community": game.shape.community}

    def lay(seen: Sequence[Card]) -> Deal:
        looked, lying = iter(seen), dict[str, tuple[Card, ...]]()
        for source in look.sources:
            if source.place not in dealt:  # a box's cards in the order they fall: only the shoe's own ladder knows them
                raise refused(game, f"{look.says}: not counted in this game")
            lying[source.place] = tuple(itertools.islice(looked, source.count(dealt[source.place])))
        if any(len(held) < dealt[place] for place, held in lying.items()):
            left = list(game.pack)
            for card in seen:
                left.remove(card)
            others = iter(left)
            lying = {place: (*held, *itertools.islice(others, dealt[place] - len(held))) for place, held in lying.items()}
        return Deal(lying.get("own", ()), lying.get("dealer", ()), lying.get("community", ()))

    return lay


def by_rows(game: Playable, wager: str, cases: Iterable[Dealt], lay: Callable[[Sequence[Card]], Deal]) -> Ladder:
    """Cards by category, leading rank and all rows of the posted table that name them, which may look at the very cards."""
    look, tests = game.looks[wager], [test for _, test, _ in game.tables[wager]]
    found: dict[tuple[object, ...], tuple[Value, list[tuple[Card, ...]], int]] = {}

    def kind_of(value: Value, cards: Sequence[Card]) -> tuple[object, ...]:
        return (value.category, value.ranks[:1], *(test(value, cards) for test in tests))

    for cards, weight in cases:
        value = look.value(cards)
        kind = kind_of(value, cards)
        _, shown, before = found.get(kind, (value, [cards], 0))
        found[kind] = value, [shown[0], cards], before + weight
    kinds, levels = list(found.values()), {kind: level for level, kind in enumerate(found)}
    return Ladder(
        [value for value, _, _ in kinds],
        [weight for _, _, weight in kinds],
        lambda level: [lay(cards) for cards in kinds[level][1]],
        every=True,
        level_of=lambda cards: levels.get(kind_of(look.value(cards), cards)),
    )


def three_cards_of(game: Playable, lay: Callable[[Sequence[Card]], Deal]) -> Ladder:
    """Any three of a pack of different cards."""
    from croupier.odds.kernels.three_cards import hands

    known = hands(game.pack)
    levels, weights = known.levels.tolist(), [0] * len(known.values)
    shown: list[list[int]] = [[] for _ in known.values]
    for row, (level, weight) in enumerate(zip(levels, known.weights.tolist(), strict=True)):
        weights[level] += weight
        shown[level].append(row)

    def deals(level: int) -> list[Deal]:
        places = known.places[known.first[shown[level]]].tolist()
        return [lay([game.pack[place] for place in hand]) for hand in (places[0], places[-1])]

    return Ladder(known.values, weights, deals)


def best_four_of(game: Playable, size: int, lay: Callable[[Sequence[Card]], Deal]) -> Ladder:
    """The best four of five or six cards."""
    from croupier.odds.kernels.four_card import ordered, ranking

    whole_deck(game)
    known = ordered(size)
    counts = known.weights
    weights = [int(counts[first:last].sum()) for first, last in itertools.pairwise(known.starts.tolist()[1:])]
    return Ladder(ranking().values[1:], weights, lambda level: [lay(hand) for hand in best_fours(size, level)])


def best_five_of(game: Playable, cards: int, lay: Callable[[tuple[Card, ...]], Deal]) -> Ladder:
    """The best five of so many cards, laid on the table by `lay`; six-card royals apart, since a table may pay their suit."""
    from croupier.odds.kernels import classes

    whole_deck(game)
    values = classes.values()[1:]
    weights = list(five_card_counts(cards))

    def deals(level: int) -> list[Deal]:
        if cards == 5:
            return [lay(five_cards(values[level], turn)) for turn in range(2)]
        return [lay(hand) for hand in more_cards(values[level], cards, game.pack) if not six_card_royal(hand)]

    royals = six_card_royals(game.pack) if cards == 6 else []
    if royals:
        weights[-1] -= len(royals)
    return Ladder(values, weights, deals, tuple((lay(hand), 1) for hand in royals))
