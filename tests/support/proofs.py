"""Which test shows that a clause is kept: `python -m tests.support.proofs` plays every case and writes down what it went through.

A clause is shown by a case that was written from its lines, that settles or is refused by it, or that goes through an entry of the
rulebook file that rests on it (an option the procedure reads, a wager made, a way of dealing, a question asked, a ruling); by a test that names it
(`@pytest.mark.clause("cincinnati/craps", "B.12.I.B")`); or, for a pay table, by the second extraction of its figures.
"""

from __future__ import annotations

import json
import re
import types
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import Any

import croupier
from croupier.errors import BadInput
from croupier.games.registry import all_games, playable
from croupier.rules import source
from croupier.rules.resolve import GameRules
from croupier.table import acts, life, round
from croupier.table.patrons import POSITIONS
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.testing.driving import equipment_variants, house_variants

TESTS = Path(__file__).parents[1]
NAMED = re.compile(r'@pytest\.mark\.clause\(((?:\s*"[^"]+",?)+)\s*\)(?=(?:\n@[^\n]+)*\n(?:async )?def (test_\w+))')


class Spy:
    """The procedure's questions, remembering which were asked."""

    def __init__(self, rules: Any, asked: set[str]) -> None:
        self._rules, self._asked = rules, asked

    def __getattr__(self, name: str) -> Any:
        self._asked.add(name.replace("_", "-"))
        return getattr(self._rules, name)


def cases() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every written round with the name of its test; of citations too."""
    for folder, function in (("cases", "games/test_cases.py::test_case"), ("citations", "games/test_citations.py")):
        for path in sorted((TESTS / folder).glob("*.json")):
            for case in json.loads(path.read_text()):
                yield f"tests/{function}[{case['id']}]", case


def gone_through(case: dict[str, Any]) -> set[str]:
    """The clauses a case rests on, as the table goes through it."""
    asked: set[str] = set()
    cited: set[str] = set()
    terms = playable(case["input"]["game"]).terms
    conduct, ask = round._conduct, Table.ask

    @types.coroutine
    def heard(table: Table, request: Any) -> Generator[Any, Any, Any]:
        cited.update((getattr(request, "clause", None) or "").split(", "))
        return (yield from ask(table, request))

    async def watched(table: Table) -> None:
        spied = table.playable.play
        try:
            await spied(table, Spy(table.playable.rules, asked))
        except round.RoundVoid as void:
            table.void_round(void.clause, void.reading)
        table.finish()

    round._conduct, Table.ask = watched, heard  # type: ignore[method-assign]
    try:
        played = croupier.settle(case["input"])
    except BadInput as error:
        return {clause for clause in terms.clauses if re.search(rf"(?<![\w.]){re.escape(clause)}(?![\w(.])", str(error))}
    finally:
        round._conduct, Table.ask = conduct, ask  # type: ignore[method-assign]
    found = cited | {clause for option in asked if option in terms.file.options for clause in terms.file.options[option].clause}
    for one in (*played.earlier, played):
        found |= _of_round(terms, one)
    return found


def _of_round(terms: GameRules, played: Round) -> set[str]:
    found = {clause for line in played.lines for clause in line.clause.split(", ")}
    relied = {name for line in played.lines for name in line.readings if name in terms.file.readings}
    found |= {clause for name in relied for clause in terms.file.readings[name].clauses}
    made = {played.playable.called[line.wager].wager.id for line in played.lines}
    for name in made:
        wager = terms.file.wagers[name]
        found |= {*wager.clause, *(clause for need in wager.needs for clause in need.clause)}
        for option in filter(None, (wager.offered, wager.alone, wager.dice.limit if wager.dice else None)):
            found |= set(terms.file.options[option].clause)
    if terms.file.deal:
        found |= set(played.table.dealing.clause)
    found |= {
        clause for act in played.log if isinstance(act, acts.Reported) for clause in terms.file.rulings[act.irregularity].clause
    }
    return found


def by_line(terms: GameRules, cite: str) -> set[str]:
    """The clauses in whose lines a case was written."""
    spans = [(int(first), int(last or first)) for first, last in re.findall(r"\bL?(\d{2,5})(?:-L?(\d{2,5}))?", cite)]
    return {
        name
        for name, clause in terms.clauses.items()
        for first, last in (clause.lines, *clause.also)
        if any(first <= end and begin <= last and end - begin < 40 for begin, end in spans)
    }


def of_the_life(game: str) -> dict[str, str]:
    """Steps that a session asks for under some of the house's equipment, and how long cards and stubs may go uncounted."""
    from tests.table.test_session import steps_asked_for

    file = playable(game).terms.file
    listed = [
        step for part in ("opening", "between_rounds", "idle", "resuming", "closing") for step in getattr(file.life, part)
    ]
    further = {name for step in listed for name in step.when} - {"dealing", "shuffler", "wheel"}
    houses = [
        *equipment_variants(game),
        *(house for house in house_variants(game) if further & house.get("options", {}).keys()),
    ]
    asked = {step for house in houses for step in steps_asked_for(playable(game, house))}
    asked |= {(step.step, ", ".join(step.clause)) for step in listed if step.step in ("shuffle", "burn") and not step.optional}
    shown = {
        clause: "tests/table/test_session.py::test_every_step_that_binds_is_asked_for_with_its_clauses"
        for step in listed
        if (step.step, ", ".join(step.clause)) in asked
        for clause in step.clause
    }
    for entries, test in (
        (file.life.card_hours, "test_cards_are_changed_in_time_and_the_opening_comes_again"),
        (file.life.stub_count, "test_the_stub_is_counted_every_five_rounds"),
    ):
        for entry in entries:
            shown |= dict.fromkeys(entry.clause, f"tests/table/test_session.py::{test}")
    return shown


def varied(game: str) -> dict[str, str]:
    """What the conformance suite tries at every table: each choice of the house, and each irregularity at every moment."""
    file, shown = playable(game).terms.file, {}
    for name, option in file.options.items():
        if option.one_of is not None or name in ("seats", "decks"):
            shown |= dict.fromkeys(option.clause, f"tests/games/test_conformance.py (house choices: {game})")
    for ruling in file.rulings.values():
        shown |= dict.fromkeys(ruling.clause, f"tests/games/test_conformance.py (irregularities: {game})")
    return shown


def discovered(game: str) -> dict[str, str]:
    """What tests find in every file by themselves: ways of dealing, shoes and batches, what may be done, positions, meters."""
    from tests.games import test_dealing
    from tests.table import test_shufflers

    terms, shown = playable(game).terms, dict[str, str]()
    file, houses = terms.file, [house.terms for house in test_shufflers.houses(game)]
    by_name = "tests/table/test_shufflers.py::test_"

    def show(entries: Iterable[Any], test: str) -> None:
        for entry in entries:
            shown.update(dict.fromkeys(entry.clause, test))

    for row, method, house in test_dealing.METHODS:
        if row == game:
            stacks = "every_position_gets_its_stack_and_those_without_a_wager_go_to_the_rack"
            plain = "cards_come_out_as_the_method_in_force_lays_down"
            test = stacks if test_dealing.positions(house) else plain
            show([file.deal[method]], f"tests/games/test_dealing.py::test_{test}")
    steps = (*file.life.opening, *file.life.between_rounds, *file.life.idle, *file.life.resuming)
    may = [step for step in steps if step.optional and step.step not in life.WITH_THE_SHUFFLE]
    tried = [step for step in may if step not in file.life.resuming and any(house.holds(step.when) for house in houses)]
    show(tried, f"{by_name}what_nobody_must_do_is_written_down_when_the_one_the_text_names_does_it")
    turns = [step for step in steps if step.step in life.ALTERNATING and any(house.holds(step.when) for house in houses)]
    show(turns, f"{by_name}of_two_batches_each_serves_every_second_shoe_or_round")
    if any(life.shoe(house) is not None for house in houses):
        again = [step for step in file.life.between_rounds if step.step == "shuffle"]
        every = f"{by_name}every_shoe_is_dealt_to_its_cutting_card_and_all_of_it_shuffled_then"
        dealt_from = [file.options["shoe"]] if "shoe" in file.options else []
        show([*file.life.shoe, *file.life.burns, *again, *dealt_from], every)
    if POSITIONS in file.options:
        refused = "test_nobody_has_more_positions_than_text_and_house_give_and_the_refusal_cites_it"
        show([file.options[POSITIONS]], f"tests/table/test_patrons.py::{refused}")
    show(file.meters.values(), "tests/table/test_meters.py::test_a_meter_starts_where_its_text_or_house_has_it_and_no_lower")
    spoken = {"verbal-cash": "every_text_that_speaks_of_cash_and_words_is_kept"}
    if file.procedure == "craps":
        spoken["late"] = "every_text_that_speaks_of_wagers_in_the_air_is_kept"
    spoken["coupons"] = "no_coupon_is_taken_where_a_text_does_not_say_what_it_pays"
    for topic, test in spoken.items():
        show([file.wagering[topic]] if topic in file.wagering else [], f"tests/table/test_spoken.py::test_{test}")
    if "limits" in file.wagering:
        bound = "test_what_is_posted_for_the_table_binds_every_wager_that_has_no_limit_of_its_own"
        show([file.wagering["limits"]], f"tests/table/test_limits.py::{bound}")
    show(file.constraints, "tests/rules/test_constraints.py::test_choices_that_go_together_are_refused_apart")
    if file.procedure == "craps":
        cells = [
            clause for clause, places in terms.citations.items() if any(p.startswith(("wagers.", "dice.")) for p in places)
        ]
        shown.update(dict.fromkeys(cells, f"tests/games/test_dice_wagers.py ({game})"))
    ranks = [name for name, clause in terms.clauses.items() if clause.kind == "ranking" and terms.citations.get(name)]
    shown.update(dict.fromkeys(ranks, "tests/hands"))
    return shown


def proofs() -> dict[str, dict[str, str]]:
    """Game to clause to the test that shows it."""
    terms = {game: playable(game).terms for game in all_games()}
    found: dict[str, dict[str, str]] = {game: {} for game in terms}
    for path in sorted(TESTS.rglob("test_*.py")):
        for quoted, function in NAMED.findall(path.read_text()):
            game, *clauses = re.findall(r'"([^"]+)"', quoted)
            for clause in clauses:
                assert clause in terms[game].clauses, f"{path.name}: {game} has no clause {clause}"
                found[game].setdefault(clause, f"{path.relative_to(TESTS.parent)}::{function}")
    for name, case in cases():
        game = case["input"]["game"]
        for clause in sorted(by_line(terms[game], case.get("cite", "")) | gone_through(case)):
            if clause in terms[game].clauses:
                found[game].setdefault(clause, name)
    for game, rules in terms.items():
        for table in rules.file.paytables:
            for clause in table.clause:
                found[game].setdefault(clause, f"tests/rules/test_paytables.py ({game})")
        for clause, test in {**discovered(game), **varied(game), **of_the_life(game)}.items():
            found[game].setdefault(clause, test)
        told = {name for name, clause in rules.clauses.items() if clause.fate == "procedure"} | set(
            rules.file.procedure_clauses
        )
        for clause in told:
            test = "tests/hands" if rules.clauses[clause].kind == "ranking" else f"tests/games/test_playthroughs.py ({game})"
            found[game].setdefault(clause, test)
    return found


if __name__ == "__main__":
    for game, shown in proofs().items():
        path = source.game_path(game).parent / "proofs" / f"{game.partition('/')[2]}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(dict(sorted(shown.items())), indent=0) + "\n")
