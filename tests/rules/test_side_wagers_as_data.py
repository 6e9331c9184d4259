"""A side wager that a file alone describes is settled right by every procedure that takes it, or refused when the file is read."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

import croupier
from croupier.equipment.cards import JOKER, Card
from croupier.errors import Conflict
from croupier.games.registry import procedure
from croupier.games.settleable import check_looks
from croupier.hands.looks import LOOKS
from croupier.hands.patterns import test_for as hand_called
from croupier.hands.poker import FIVE_CARD_ORDER, THREE_CARD_ORDER
from croupier.rules import source
from croupier.rules.model import FORFEITS, Decided, LookName
from croupier.rules.resolve import GameRules, resolve_file
from croupier.table import acts
from croupier.table.legal import still_needed, wagers_among
from croupier.table.playable import Playable
from croupier.table.random_rounds import main_wagers
from croupier.table.requests import Wagering
from croupier.table.round import Round, replay
from croupier.testing.conformance import check_settled
from croupier.testing.driving import RandomPlayer
from tests.support.driving import by_procedure, equipment_variants, listed

MOMENTS: tuple[Decided, ...] = get_args(Decided)
CHIPS, STAKE, METER = 10**7, 1000, "poseidon"
SEED = 100


class Side(NamedTuple):
    """One way in which a file may describe a side wager."""

    looks_at: LookName
    decided: Decided = "showdown"
    waits: Decided | None = None
    lost: bool | None = None
    alone: bool = True
    metered: bool = False

    @property
    def id(self) -> str:
        return "-".join(str(part).lower() for part in ("poseidon", *self))

    def text(self, game: GameRules, main: str) -> str:
        """As a file says it: every row pays otherwise, the first from a meter where there is one."""
        clause, rows = clause_of(game, main), rows_of(game, self.looks_at)
        pays = {row: f"{number}:1" for number, row in enumerate(rows, start=2)}
        pays |= {rows[0]: "100% of meter"} if self.metered else {}
        said: dict[str, object] = {"looks-at": self.looks_at, "decided": self.decided, "clause": clause}
        said |= {"waits-until": self.waits} if self.waits is not None else {}
        said |= {"lost-by-folding": self.lost} if self.lost is not None else {}
        said |= {"meter": METER} if self.metered else {}
        lines = [f"[wagers.{self.id}]", *(f"{key} = {json.dumps(value)}" for key, value in said.items())]
        lines += [] if self.alone else [f'needs = [{{ wager = "{main}", clause = "{clause}" }}]']
        lines += ["", "[[paytables]]", f'wager = "{self.id}"', 'id = "1"', "floor = false", f'clause = "{clause}"']
        return "\n".join(
            (*lines, f"rows = {{ {', '.join(f'{row} = {json.dumps(text)}' for row, text in pays.items())} }}", "\n")
        )


def clause_of(game: GameRules, main: str) -> str:
    return game.wagers[main].clause.split(", ")[0]


def rows_of(game: GameRules, looks_at: LookName) -> list[str]:
    """Rows that the look knows itself, and the hands of three and of five cards, but the lowest; none that the file means otherwise."""
    every = (*LOOKS[looks_at].patterns, *reversed(FIVE_CARD_ORDER[1:]), *THREE_CARD_ORDER[1:])
    return [row for row in dict.fromkeys(every) if row not in game.file.rows]


def written(root: Path, game: str, sides: Sequence[Side], main: str) -> str:
    """The game in a copy of its rulebook, with these side wagers more."""
    rulebook, name = game.split("/")
    terms, folder = listed(game).terms, root / f"atlantis-{len(list(root.iterdir()))}"
    folder.mkdir()
    for path in (source.SHIPPED / rulebook).iterdir():
        (folder / path.name).symlink_to(path)
    (file := folder / f"{name}.toml").unlink()
    meter = f'\n[meters.{METER}]\nseed = {SEED}\nrate = "10%"\nclause = "{clause_of(terms, main)}"\n'
    meter = meter if any(side.metered for side in sides) else ""
    own = (source.SHIPPED / rulebook / f"{name}.toml").read_text(encoding="utf-8")
    file.write_text("\n".join((own, *(side.text(terms, main) for side in sides), meter)), encoding="utf-8")
    return f"{folder.name}/{name}"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(source.SEARCH_PATH, str(tmp_path))
    return tmp_path


def main_of(game: Playable) -> str:
    return main_wagers(game)[0]


def folds(game: Playable) -> tuple[bool | None, ...]:
    """What a file may say of folding: nothing, where nobody gives up a hand."""
    return (False, True) if any(name in game.terms.file.options for name in FORFEITS) else (None,)


def tried(game: str, root: Path) -> tuple[list[Side], dict[Side, Conflict]]:
    """Every look decided at every moment, and then waiting until another: those that a file may say, and why not the others."""
    plain, taken, refused = listed(game), [], {}
    declared = procedure(plain.terms.file.procedure)
    assert declared is not None
    seen_by = {moment: declared.seen_by.get(moment) for moment in declared.moments}
    looks = [Side(name, lost=folds(plain)[0]) for name in LOOKS]
    terms = resolve_file(written(root, game, looks, main_of(plain)))
    for look in looks:
        for side in (look._replace(decided=decided, waits=waits) for decided in MOMENTS for waits in (None, *MOMENTS)):
            wager = replace(terms.wagers[look.id], decided=side.decided, waits_until=side.waits)
            one = replace(terms, wagers={**plain.terms.wagers, look.id: wager})
            try:
                check_looks(one, plain.shape, settles=declared.settles, seen_by=seen_by, joker=JOKER in plain.pack)
                taken.append(side)
            except Conflict as fault:
                assert fault.clauses and fault.file and str(fault.key).startswith(f"wagers.{look.id}."), fault
                refused[side] = fault
    return taken, refused


def cards_of(round_: Round, number: int, side: Side) -> list[Card]:
    """What the wager looks at, off the table as it lies when all is over: a player's cards as they fell."""
    seat, table = round_.table.seats[number], round_.table
    shape = round_.playable.shape
    own = seat.fallen[: shape.hand - shape.later]
    unsplit = seat.fallen[:2] if seat.splits else seat.fallen
    lying = {"own": own, "dealer": table.dealer, "community": table.community, "box": seat.fallen, "unsplit": unsplit}
    return [card for part in LOOKS[side.looks_at].sources for card in lying[part.place][: part.first]]


def earned(round_: Round, number: int, side: Side) -> str:
    """The first row that the cards earn, or the rows that their parts do."""
    look, cards = LOOKS[side.looks_at], cards_of(round_, number, side)
    rows = [(row, look.patterns.get(row) or hand_called(row)) for row in rows_of(round_.playable.terms, side.looks_at)]
    parts = [cards] if look.each is None else look.each(cards)
    found = [next((row for row, test in rows if test is not None and test(look.value(part), part)), None) for part in parts]
    return "-and-".join(dict.fromkeys(row for row in found if row is not None)) or "lose"


def gave_up(round_: Round, number: int, side: Side) -> bool:
    """Did its player fold or surrender before it was settled? After the deal that is at the first decision."""
    said = [act.choice for act in round_.log if isinstance(act, acts.Choice) and act.seat == number]
    return round_.table.seats[number].folded and (side.decided == "showdown" or said[0] == "fold")


class Staked(NamedTuple):
    """What the tests stake: for main wagers, and for a side wager beside them or alone."""

    main: dict[str, int]
    side: dict[Side, int]


def stakes(game: Playable, sides: Sequence[Side]) -> Staked:
    """The main wagers of a seat and what they need, and of each side wager what is staked beside those."""
    round_, seat, main = Round(game, [1]), 1, dict[str, int]()
    player = RandomPlayer(0)
    while not isinstance(round_.pending, Wagering):
        assert round_.pending is not None
        round_.answer(player.answer(round_, round_.pending))
    wanted = [main_of(game)]
    while wanted:
        entry = next(entry for entry in wagers_among(round_.listed()) if entry.spot == wanted[0])
        round_.answer(entry.act(main.setdefault(entry.spot, entry.nearest(STAKE))))
        wanted = sorted(still_needed(round_.table, round_.table.seats[seat].stakes))
    free = {entry.spot: entry.nearest(STAKE) for entry in wagers_among(round_.listed())}
    return Staked(main, {side: free[side.id] for side in sides})


def played(game: Playable, seats: dict[int, dict[str, int]], seed: int) -> Round:
    """A round of these wagers whose players decide at random; nothing is settled by a card that lies face down."""
    round_, player = Round(game, list(seats)), RandomPlayer(seed)
    for seat in seats:
        round_.answer(acts.Chips(seat, CHIPS))
    laid = [acts.Wager(seat, spot, amount) for seat, wagers in seats.items() for spot, amount in wagers.items()]
    for _ in range(2000):
        if round_.pending is None:
            return round_
        wagering = isinstance(round_.pending, Wagering)
        act = (laid.pop(0) if laid else acts.NoMoreBets()) if wagering else player.answer(round_, round_.pending)
        before = len(round_.lines)
        round_.answer(act)
        if len(round_.lines) > before:
            check_seen(round_)
    raise AssertionError("the round does not end")


def check_seen(round_: Round) -> None:
    """What a wager was settled by lies open, but where a fold lost it; rows that ask for both hands are known by the dealer's look."""
    looks, wagers, table = round_.playable.looks, round_.playable.terms.wagers, round_.table
    for line in round_.lines:
        forfeited = line.wager in looks and wagers[line.wager].lost_by_folding and table.seats[line.seat].folded
        if line.wager in looks and not forfeited and not looks[line.wager].by_own:
            for part in looks[line.wager].sources:
                pile = {"dealer": table.dealer, "community": table.community}.get(part.place)
                assert pile is None or all(pile.up[: part.first]), f"{line.wager} is settled by a card that lies face down"


def check(round_: Round, staked: dict[int, list[Side]]) -> None:
    """Settled, to the cent and by the cards; a fold loses what it is said to lose and what was not settled before."""
    game = round_.playable
    check_settled(round_)
    for number, seat in round_.table.seats.items():
        assert seat.chips == CHIPS + round_.net.get(number, 0), f"{game.terms.id}: chips are lost or found"
        for side in staked[number]:
            (line,) = [line for line in round_.lines if (line.seat, line.wager) == (number, side.id)]
            told = f"{line}: {' '.join(map(str, cards_of(round_, number, side)))}"
            if side.lost and gave_up(round_, number, side):
                assert (line.outcome, line.returned) == ("lose", 0), told
                continue
            row = earned(round_, number, side)
            assert line.outcome == row, told
            if side.metered and line.outcome == rows_of(game.terms, side.looks_at)[0]:
                assert line.won >= SEED, told
                continue
            odds = {row: odds for odds, row in enumerate(rows_of(game.terms, side.looks_at), start=2)}
            parts = [odds[row] for row in line.outcome.split("-and-")] if line.outcome in odds else []
            assert LOOKS[side.looks_at].each is not None or line.won == sum(parts) * line.stake, told
            assert line.returned == (0 if line.outcome == "lose" else line.stake), told
    again = replay(game, json.loads(json.dumps(round_.written())))
    assert again.lines == round_.lines and again.log == round_.log


def play_all(game: Playable, sides: Sequence[Side], seed: int) -> None:
    """Each once alone at a table or beside somebody with others, with the main wagers or, where it may, without them."""
    staked, rng = stakes(game, sides), random.Random(seed)
    for turn, side in enumerate(sides):
        number, other = (1, 2) if turn % 2 else (2, 1)
        held = {number: [side]} | ({other: rng.sample(sides, min(len(sides), 3))} if turn % 3 or not side.alone else {})
        wagers = {seat: {one.id: staked.side[one] for one in theirs} for seat, theirs in held.items()}
        wagers |= {seat: staked.main | theirs for seat, theirs in wagers.items() if seat != number or not side.alone}
        check(played(game, wagers, 1000 * seed + turn), held)


@pytest.mark.parametrize("game", by_procedure())
def test_a_side_wager_is_settled_as_its_file_says_or_refused(game: str, root: Path) -> None:
    """Under every way of dealing that the house may choose."""
    plain, (taken, refused) = listed(game), tried(game, root)
    for side in {str(fault.key).rpartition(".")[2]: side for side, fault in refused.items()}.values():
        side = side._replace(lost=folds(plain)[0])
        with pytest.raises(Conflict) as fault:
            croupier.playable(written(root, game, [side], main_of(plain)))
        assert fault.value.clauses and fault.value.file and str(fault.value.key).startswith(f"wagers.{side.id}.")
    if taken:
        sides = [side._replace(lost=lost, alone=alone) for side in taken for lost in folds(plain) for alone in (True, False)]
        sides += [side._replace(metered=True) for side in taken if side.waits is None and LOOKS[side.looks_at].each is None]
        own = written(root, game, sides, main_of(plain))
        for number, house in enumerate(equipment_variants(game)):
            play_all(croupier.playable(own, house), sides, number)
