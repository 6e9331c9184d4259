"""One card against one, and after a tie another of each: every order of four ranks from a full shoe, decided for the most."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from croupier.equipment.cards import RANKS, Card, card
from croupier.odds.advice import DECLINE, Advice, Chart, Question, Sight, amounts_of, weigh
from croupier.odds.analyze import tables_of
from croupier.odds.cells import Asked, Deal, Settled, layout
from croupier.odds.posted import with_posted
from croupier.odds.price import Price
from croupier.odds.shapes import FaceUp, Shape
from croupier.odds.shapes.war_tried import refuse_what_goes_by_more
from croupier.odds.tally import Tally, best_of
from croupier.table.playable import Playable
from croupier.table.requests import Decision, Offer

if TYPE_CHECKING:
    from croupier.odds.kernels.tables import Array
    from croupier.odds.simulation import Simulation

LOWEST = 2
NOTHING = ""
"""What is decided after a tie where the table asks nothing."""
Counts = Mapping[int, int]
"""How many cards of each rank are unseen."""
Ends = Iterable[tuple[Settled, int]]


class Tie(NamedTuple):
    """A tie of one rank: what each choice nets there, and the ends of the best with their weights."""

    values: Mapping[str, Fraction]
    best: str
    ends: tuple[tuple[Settled, int], ...]


def first(rank: int) -> tuple[Card, ...]:
    """A player's card of a rank, then the dealer's: of other suits, so that any four of them are in one deck."""
    return card(f"{RANKS[rank - LOWEST]}c"), card(f"{RANKS[rank - LOWEST]}d")


def second(rank: int) -> tuple[Card, ...]:
    """The cards of a rank that decide a war."""
    return card(f"{RANKS[rank - LOWEST]}h"), card(f"{RANKS[rank - LOWEST]}s")


def counts_of(cards: Iterable[tuple[Card, int]]) -> dict[int, int]:
    """Cards by rank."""
    found = dict.fromkeys(range(LOWEST, LOWEST + len(RANKS)), 0)
    for face, count in cards:
        found[face.rank] += count
    return found


def without(unseen: Counts, *ranks: int) -> dict[int, int]:
    return {rank: count - ranks.count(rank) for rank, count in unseen.items()}


def pairs(unseen: Counts) -> Iterator[tuple[int, int, int]]:
    """The rank of a player's card, of the dealer's, and the orders in which such two come."""
    for own, dealers in itertools.product(unseen, repeat=2):
        if ways := unseen[own] * (unseen[dealers] - (own == dealers)):
            yield own, dealers, ways


def total(unseen: Counts) -> int:
    """The orders in which two cards come."""
    cards = sum(unseen.values())
    return cards * (cards - 1)


@dataclass(frozen=True, slots=True)
class War(Shape):
    """`opens` is the wager on the first card, `grows` the one on the second, `ties` the one on their being equal."""

    opens: str
    grows: str
    ties: str

    def asked(self, game: Playable, wager: str, stake: int | None = None) -> Asked:
        """The table with one wager and what it needs; a wager on the tie does not care how the tie is played on."""
        silent = (DECLINE,) if wager == self.opens else tuple(self.choices(game))
        return Asked(game, layout(game, wager, stake), only=self.counts_with(wager), unsaid=silent)

    def counts_with(self, wager: str) -> tuple[str, ...]:
        """The wagers that are one with a wager: the war goes with the one that opens."""
        return (self.opens, self.grows) if wager == self.opens else (wager,)

    def counted_as(self, deal: Deal) -> Deal:
        """The cards which the count has for those of a deal; of a wager that no war decides, the first."""
        hand, dealer = (
            tuple(of(card.rank)[side] for of, card in zip((first, second), cards, strict=False))
            for side, cards in enumerate((deal.hand, deal.dealer))
        )
        return deal._replace(hand=hand, dealer=dealer)

    def choices(self, game: Playable) -> Sequence[str]:
        """What may be done after a tie."""
        own, dealers = first(LOWEST)
        return Asked(game, layout(game, self.opens), unsaid=(DECLINE,)).choices(Deal((own,), (dealers,)))

    def tie(self, asked: Asked, rank: int, unseen: Counts) -> Tie:
        """What each choice nets after a tie of a rank, with so many cards unseen, and how the best of them ends."""
        own, dealers = first(rank)
        found: dict[str, tuple[tuple[Settled, int], ...]] = {}
        for choice in asked.choices(Deal((own,), (dealers,))) or (NOTHING,):
            found[choice] = self.war(asked, rank, choice, unseen) or ((self.gives_up(asked, rank, choice), total(unseen)),)
        values = {choice: mean(ends) / asked.stakes[self.opens] for choice, ends in found.items()}
        best = max(values, key=lambda choice: values[choice])
        return Tie(values, best, found[best])

    def gives_up(self, asked: Asked, rank: int, choice: str) -> Settled:
        own, dealers = first(rank)
        return asked.settled(Deal((own,), (dealers,), decisions=made(choice)))

    def war(self, asked: Asked, rank: int, choice: str, unseen: Counts) -> tuple[tuple[Settled, int], ...]:
        """How second cards end; empty where the choice brings none. All that stand so must be settled alike."""
        if choice != self.grows:
            return ()
        by_standing: dict[int, list[tuple[int, int, int]]] = {}
        for own, dealers, ways in pairs(unseen):
            by_standing.setdefault((own > dealers) - (own < dealers), []).append((own, dealers, ways))
        (mine, theirs), found = first(rank), []
        for standing, cards in by_standing.items():
            deals = [
                Deal((mine, second(own)[0]), (theirs, second(dealers)[1]), decisions=(choice,)) for own, dealers, _ in cards
            ]
            found.append((asked.agreed(deals, (rank, standing)), sum(ways for *_, ways in cards)))
        return tuple(found)

    def ends(self, game: Playable, wager: str, stake: int | None = None) -> Iterator[tuple[str, Settled, int]]:
        """Every way a wager ends from a full shoe, by name, with the orders of four cards that end so."""
        refuse_what_goes_by_more(game, self, stake)
        asked, unseen = self.asked(game, wager, stake), counts_of(game.counts.items())
        for own, dealers, ways in pairs(unseen):
            left = without(unseen, own, dealers)
            deal = Deal((first(own)[0],), (first(dealers)[1],))
            if own == dealers and wager == self.opens:
                found = self.tie(asked, own, left)
                for settled, orders in found.ends:
                    yield self.name(settled), settled, ways * orders
            else:
                settled = asked.settled(deal)
                yield settled.outcome, settled, ways * total(left)

    def name(self, settled: Settled) -> str:
        """What became of a tie."""
        fought = settled.outcome_of(self.grows)
        if fought is None:
            return settled.outcome
        return f"{self.grows}-tied" if settled.outcome != "lose" else f"{self.grows}-{fought}"

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """The wager on the first card with the war behind it, under its own tables and the war's; then the wager on a tie."""
        for wager, posted in ((self.opens, self.opens), (self.opens, self.grows), (self.ties, self.ties)):
            for table in tables_of(game, posted):
                stands = game.terms.chosen.get(posted) == table
                if wanted not in (None, posted) or (posted == self.grows and (stands and wanted is None)):
                    continue
                house = game if stands else with_posted(game, table)
                tally = Tally(layout(house, wager, stake)[wager])
                for name, settled, orders in self.ends(house, wager, stake):
                    tally.add(settled, orders, name)
                priced = best_of(wager, table, tally, f"{game.rules.decks} decks, a full shoe")
                yield priced if wager == self.opens else replace(priced, strategy="none")

    def face_up(self, game: Playable) -> FaceUp:
        """The dealer's card."""
        return FaceUp(dealer=1)

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        """After a tie, by all the cards in sight; a further wager on the tie by how often the next two are equal."""
        if len(sight.hand) != 1 or len(sight.dealer) != 1 or self.opens not in sight.stakes:
            return None
        rank = sight.hand[0].rank
        unseen = without(
            counts_of(game.counts.items()), *(face.rank for face in (*sight.hand, *sight.dealer, *sight.elsewhere))
        )
        stake, basis = sight.stakes[self.opens], f"all orders of the {sum(unseen.values())} cards that are not in sight"
        if isinstance(request, Decision):
            refuse_what_goes_by_more(game, self, stake)
            found = self.tie(self.asked(game, self.opens, stake), rank, unseen)
            return weigh(sight, {choice: found.values[choice] for choice in request.choices}, basis=basis)
        if not isinstance(request, Offer) or request.spot != self.ties:
            return None
        amounts = amounts_of(request)
        values = {word: self.second_tie(game, rank, unseen, stake, amount) for word, amount in amounts.items()}
        return weigh(sight, values, basis=basis, amounts=amounts, when_equal=DECLINE)

    def second_tie(self, game: Playable, rank: int, unseen: Counts, stake: int, amount: int) -> Fraction:
        """What a further wager on the tie nets, per unit of the wager that opens the round."""
        asked = Asked(game, {self.opens: stake}, only=(self.ties,))
        mine, theirs = first(rank)
        found = Fraction(0)
        for own, dealers, ways in pairs(unseen):
            hands = (mine, second(own)[0]), (theirs, second(dealers)[1])
            found += ways * asked.settled(Deal(*hands, decisions=(self.grows, str(amount)))).net
        return found / total(unseen) / stake

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        """What to do after a tie of each rank, from a full shoe."""
        refuse_what_goes_by_more(game, self, None)
        asked, unseen = self.asked(game, self.opens), counts_of(game.counts.items())
        words = list(self.choices(game))
        rows = []
        for rank in reversed(unseen):
            found = self.tie(asked, rank, without(unseen, rank, rank))
            figures = (f"{float(found.values[word]):+.4f}" if word in found.values else "" for word in words)
            rows.append((RANKS[rank - LOWEST], found.best, *figures))
        told = "what each choice nets, in units of the wager that opens the round, from a full shoe"
        return (Chart("after a tie", ("card", "play", *words), tuple(rows)),), told

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """One: both wagers go by the same cards."""
        import numpy as np

        from croupier.odds.kernels import sim_war as kernel
        from croupier.odds.shapes.baccarat import shoe_of
        from croupier.odds.simulation import End, Section, Simulation

        refuse_what_goes_by_more(game, self, None)
        asked, unseen = self.asked(game, self.opens), counts_of(game.counts.items())
        plans = {rank: self.tie(asked, rank, without(unseen, rank, rank)) for rank in unseen}
        goes: Array = np.array([plans[rank].best == self.grows for rank in unseen], np.uint8)
        sections = []
        for wager in (self.opens, self.ties):
            ends: dict[int, End] = {}
            table, unit = self.asked(game, wager), layout(game, wager)[wager]
            for own, dealers in itertools.product(unseen, repeat=2):
                place = kernel.place_of(own - LOWEST, dealers - LOWEST)
                path = made(plans[own].best) if own == dealers and wager == self.opens else ()
                if path == (self.grows,):
                    continue
                ended = table.settled(Deal((first(own)[0],), (first(dealers)[1],), decisions=path))
                ends[place] = End(ended.outcome, *ended.per(unit), choices=path)
            for rank in (rank for rank in unseen if goes[rank - LOWEST]):
                mine, theirs = first(rank)
                for own, dealers in itertools.product(unseen, repeat=2):
                    place = kernel.place_of_war(rank - LOWEST, own - LOWEST, dealers - LOWEST)
                    if wager == self.ties:
                        ends[place] = ends[kernel.place_of(rank - LOWEST, rank - LOWEST)]
                        continue
                    hands = (mine, second(own)[0]), (theirs, second(dealers)[1])
                    ended = table.settled(Deal(*hands, decisions=(self.grows,)))
                    ends[place] = End(self.name(ended), *ended.per(unit), choices=(self.grows,))
            strategy = "optimal" if wager == self.opens else "none"
            sections.append(Section(wager, game.terms.chosen[wager], ends, strategy))
        yield Simulation("sim_war", (shoe_of(len(game.pack)), goes), kernel.SIZE, tuple(sections))

    def dealt(self, seed: int, index: int, simulation: Simulation) -> dict[int | str, list[Card]]:
        """The cards of one round of the kernel."""
        import numpy as np

        from croupier.odds.card_numbers import kernel_card
        from croupier.odds.kernels.randomness import key_of
        from croupier.odds.kernels.sim_baccarat import dealt_six

        drawn = [kernel_card(number % 52) for number in dealt_six(key_of(seed), np.uint64(index), simulation.tables[0])]
        return {1: [drawn[0], drawn[2]], "dealer": [drawn[1], drawn[3]]}


def made(choice: str) -> tuple[str, ...]:
    """A choice as a deal has it: none where a tie is settled at once."""
    return () if choice == NOTHING else (choice,)


def mean(ends: Ends) -> Fraction:
    """What some ends net on average, in cents."""
    weighted = list(ends)
    return Fraction(sum(settled.net * ways for settled, ways in weighted), sum(ways for _, ways in weighted))
