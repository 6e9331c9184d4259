"""Meters that tables share: what each has put on them and taken off, to the last fraction, and a round that is told of it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.errors import BadInput, OutOfBounds, Unknown
from croupier.games.registry import playable
from croupier.table import acts
from croupier.table.link import Link
from croupier.table.meters import Moved
from croupier.table.round import Round, replay

CHAPTER, STUD = "cincinnati/linked-progressive", "cincinnati/mississippi-stud"
RATES = {"meters": {"multi-link": {"rate": "15.5%"}, "secondary": {"rate": "6%"}}}


def test_a_link_is_its_seed_and_contributions_less_payouts() -> None:
    link = Link.opened(playable(CHAPTER, RATES).terms.meters)
    for moved in (Moved(Fraction(31, 2)), Moved(Fraction(31, 2), 100_003), Moved(Fraction(-31, 2)), Moved(resets=Fraction(7))):
        link = link.moved({"multi-link": moved})
    meter = link.meters["multi-link"]
    assert meter.amount == 1_000_000 + Fraction(31, 2) + 7 - 100_003 and meter.balanced()
    assert Link.read(link.written()) == link
    assert link.meters["secondary"].amount == 0


def test_every_game_of_the_chapter_names_one_link_and_the_house_may_name_another() -> None:
    """L.5.II."""
    chapter = playable(CHAPTER).terms
    names = [CHAPTER, *(f"{chapter.rulebook}/{game}" for game in chapter.options["linked-games"])]
    assert {playable(name).terms.link for name in names} == {chapter.link}
    apart = playable(STUD, {"meters": {"multi-link": {"link": "high-limit"}}}).terms
    assert apart.link not in (chapter.link, None)
    assert playable(STUD, {"options": {"progressive": False}}).terms.link is None
    with pytest.raises(OutOfBounds):
        playable(STUD, {"meters": {"multi-link": {"link": "No Such Name"}}})


def test_tables_on_other_terms_are_not_linked() -> None:
    """L.7.III: one seed, one rate."""
    link = Link.opened(playable(CHAPTER).terms.meters)
    link.check("one", playable(STUD).terms.meters)
    for other in (RATES, {"meters": {"multi-link": {"seed": 2_000_000}}}):
        with pytest.raises(OutOfBounds, match=r"link one: multi-link starts at 1000000 cents and takes 21\.00%.*J\.14\.3\.III"):
            link.check("one", playable(STUD, other).terms.meters)


def test_a_jackpot_without_printed_figures_has_those_of_the_house() -> None:
    """14.1(b), by the reading of its figures: stake, seed and rate are options, in every linked game, and have no second place."""
    chapter = playable("cleveland/linked-progressive").terms
    own = {"progressive-stake": 500, "progressive-seed": 2_500_000, "progressive-rate": "12.5%"}
    for game in ("linked-progressive", *chapter.options["linked-games"]):
        terms = playable(f"cleveland/{game}", {"options": own}).terms
        meter = terms.meters["multi-link"]
        assert (terms.wagers["progressive"].amount, meter.seed, meter.rate) == (500, 2_500_000, "12.5%")
    for figure in ({"seed": 2_500_000}, {"rate": "12.5%"}):
        with pytest.raises(OutOfBounds, match=r"the option progressive-(seed|rate) sets it \(14\.1\(b\)"):
            playable("cleveland/linked-progressive", {"meters": {"multi-link": figure}})
    with pytest.raises(OutOfBounds, match=r"progressive-stake: 0 is too low.*14\.1\(b\)"):
        playable("cleveland/linked-progressive", {"options": {"progressive-stake": 0}})


def test_a_round_pays_by_the_meter_it_was_last_told_of_and_its_log_says_so() -> None:
    """L.7.IV: by the amount on the meter when it is the player's turn."""
    round_ = Round(playable(CHAPTER), [1])
    for form in (
        ["done", "shuffle"],
        ["wager", 1, "progressive", 100],
        ["meter", "multi-link", "2000000"],
        ["no-more-bets"],
        ["done", "count-chips"],
        *(["card", card] for card in ("As", "Ks", "Qs", "Js", "Ts")),
        ["meter", "multi-link", "6000001/2"],
        ["choice", 1, "stay"],
        *(["done", step] for step in ("check-hand", "check-light", "verify", "look-on", "sort-deck")),
    ):
        round_.answer(acts.read(form))
    assert [line.won for line in round_.lines if line.wager == "progressive"] == [3_000_000]
    meter = round_.table.meters["multi-link"]
    assert (
        meter.amount == 1_000_000 + Fraction(1, 2)
        and meter.balanced()
        and meter.moved == Moved(Fraction(21), 3_000_000, Fraction(10**6))
    )
    again = replay(round_.playable, round_.written())
    assert again.lines == round_.lines and again.table.meters == round_.table.meters


@pytest.mark.parametrize(("form", "error"), [(["meter", "x", "1"], Unknown), (["meter", "multi-link", "-1"], BadInput)])
def test_a_meter_that_is_not_there_or_below_nothing_is_refused(form: list[str], error: type[Exception]) -> None:
    round_ = Round(playable(CHAPTER), [1])
    with pytest.raises(error):
        round_.answer(acts.read(form))
    assert round_.log == []
