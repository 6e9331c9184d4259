"""The drawn felt, by discovery over every registered game: every spot has a place of its own, and nothing hidden is drawn."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.equipment.faces import FACES
from croupier.ledger.database import Database
from croupier.rules.choosing import HOUSE_SYMBOL
from croupier.server import admission, between, house, people, playing, seeing
from croupier.server.floor import Floor, prepare
from croupier.server.pages.felt import drawing, own, printing, scene
from croupier.server.pages.felt import layout as felt
from croupier.server.pages.felt.layout import Layout, Place, lay_out, slug, stakeable
from croupier.server.pages.saying import spoken
from croupier.server.pages.table import telling
from croupier.server.people import Person
from croupier.table.legal import LegalWager, wagers_among

GAMES = [entry.id for entry in croupier.listing()]
WHEELS = [entry.id for entry in croupier.listing() if entry.family == "wheel"]


def laid_out(game: str, *, narrow: bool, others: int = 5) -> Layout:
    playable = prepare(game, None, None)
    return lay_out(playable, others=min(others, playable.seats - 1), seated=True, narrow=narrow)


def edges(place: Place | felt.Box) -> tuple[float, float, float, float]:
    return (
        place.x - place.width / 2,
        place.y - place.height / 2,
        place.x + place.width / 2,
        place.y + place.height / 2,
    )


def overlap(one: Place | felt.Box, other: Place | felt.Box) -> bool:
    a, b = edges(one), edges(other)
    return a[0] < b[2] - 0.5 and b[0] < a[2] - 0.5 and a[1] < b[3] - 0.5 and b[1] < a[3] - 0.5


# Every game


@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_every_spot_has_a_place_on_the_felt_and_no_two_share_one(game: str, narrow: bool) -> None:
    layout = laid_out(game, narrow=narrow)
    assert set(layout.places) == {spot.id for spot in stakeable(prepare(game, None, None))}
    for name, place in layout.places.items():
        left, top, right, bottom = edges(place)
        assert left >= -0.5 and top >= -0.5 and right <= layout.width + 0.5 and bottom <= layout.height + 0.5, name
        assert place.label, name
    areas = [(name, part) for name, place in layout.places.items() if place.shape != "line" for part in place.parts]
    areas += [(fixture.kind, fixture.box) for fixture in layout.fixtures]
    for (one, first), (other, second) in itertools.combinations(areas, 2):
        assert one == other or not overlap(first, second), f"{one} and {other} overlap"
    points = [(round(place.x), round(place.y)) for place in layout.places.values() if place.shape == "line"]
    assert len(points) == len(set(points)), "two border bets share a point"


@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_cards_and_seats_keep_clear_of_the_spots(game: str, narrow: bool) -> None:
    for others in (0, 1, 4, 13):
        layout = laid_out(game, narrow=narrow, others=others)
        cross = (*layout.cross, layout.dealer) if layout.cross else (layout.dealer, layout.community)
        boxes = [box for box in (*cross, layout.hand, *layout.others) if box is not None]
        for box in boxes:
            assert edges(box)[0] >= -0.5 and edges(box)[2] <= layout.width + 0.5 and edges(box)[3] <= layout.height + 0.5
            for name, place in layout.places.items():
                assert not any(overlap(box, part) for part in place.parts), name
            assert not any(overlap(box, fixture.box) for fixture in layout.fixtures)
        for one, other in itertools.combinations(boxes, 2):
            assert not overlap(one, other)


@pytest.mark.parametrize("game", GAMES)
def test_markers_are_unique_and_names_are_said(game: str) -> None:
    playable = prepare(game, None, None)
    markers = [slug(spot.id) for spot in playable.spots.values()]
    assert len(markers) == len(set(markers)) and all(markers)
    names = [felt.spot_name(spot) for spot in stakeable(playable)]
    assert len(names) == len(set(names)) and not any("#" in name for name in names)


@pytest.mark.parametrize("game", WHEELS)
@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "phone"])
def test_a_border_bet_touches_the_numbers_it_covers_and_no_other(game: str, narrow: bool) -> None:
    playable, layout = prepare(game, None, None), laid_out(game, narrow=narrow)
    cells = {next(iter(spot.covers)): layout.places[spot.id] for spot in stakeable(playable) if len(spot.covers) == 1}
    assert set(cells) == set(playable.wheel.marks if playable.wheel is not None else ()) - {HOUSE_SYMBOL}
    for spot in stakeable(playable):
        place = layout.places[spot.id]
        if place.shape != "line":
            continue
        touched = {
            mark
            for mark, cell in cells.items()
            if edges(cell)[0] - 1 <= place.x <= edges(cell)[2] + 1 and edges(cell)[1] - 1 <= place.y <= edges(cell)[3] + 1
        }
        assert touched <= spot.covers, spot.id
        assert touched == spot.covers or len(spot.covers) in (3, 5, 6), spot.id


# Layouts as dealers know them


@pytest.mark.parametrize("game", [entry.id for entry in croupier.listing() if entry.game.endswith("craps")])
def test_the_pass_line_goes_round_and_the_field_prints_its_numbers(game: str) -> None:
    playable = prepare(game, None, None)
    for narrow in (False, True):
        layout = laid_out(game, narrow=narrow)
        line, words = layout.places["pass"], {caption.text for caption in layout.captions}
        assert line.upright is not None and edges(line)[0] == pytest.approx(edges(line.upright)[0])
        assert edges(line.upright)[1] < edges(layout.places["come"])[1] < edges(layout.places["field"])[1] < edges(line)[1]
        assert {"4", "5", "SIX", "8", "NINE", "10", "2", "3", "11", "12", "double", "NO CALL BETS"} <= words
        assert set(map(str, playable.terms.options["points"])) <= set(layout.numbers)
        assert layout.places["six-the-hardway"].dice == (3, 3) and layout.places["craps-12"].dice == (6, 6)
        assert layout.places["any-craps"].pays == "7 to 1"
        if "dont-pass" in layout.places:
            assert layout.places["dont-pass"].label == "DON'T PASS BAR" and layout.places["dont-pass"].dice == (6, 6)


@pytest.mark.parametrize(
    "game", [entry.id for entry in croupier.listing() if entry.family == "wheel" and entry.game == "roulette"]
)
def test_roulettes_outside_boxes_are_called_what_layouts_print(game: str) -> None:
    labels = [place.label for place in laid_out(game, narrow=False).places.values() if place.shape == "box"]
    assert labels.count("2 to 1") == 3
    assert {"1st 12", "2nd 12", "3rd 12", "1 to 18", "19 to 36", "Odd", "Even", "Red", "Black"} <= set(labels)


def of(family: str) -> list[str]:
    return [entry.id for entry in croupier.listing() if entry.family == family]


@pytest.mark.parametrize("game", of("blackjack"))
def test_blackjack_prints_what_texts_want_and_no_area_for_what_lies_beside_a_wager(game: str) -> None:
    playable = prepare(game, None, None)
    for narrow in (False, True):
        layout = laid_out(game, narrow=narrow)
        words = [caption.text for caption in layout.captions]
        paid, soft = playable.terms.options["blackjack-pays"], playable.terms.options["dealer-hits-soft-17"]
        assert f"BLACKJACK PAYS {felt.odds(paid).upper()}" in words
        assert f"Dealer must draw to 16 and {'hit soft 17' if soft else 'stand on all 17s'}" in words
        assert layout.places["insurance"].label.startswith("INSURANCE PAYS ") and layout.places["insurance"].shape == "box"
        quiet = {name for name, place in layout.places.items() if place.tone == "quiet"}
        assert quiet == {name for name in layout.places if re.match("double-down|split|free-", name)}


@pytest.mark.parametrize("game", of("baccarat"))
def test_baccarats_bands_lie_in_order_with_a_numbered_box_for_each_seat(game: str) -> None:
    layout = laid_out(game, narrow=False)
    tops = [edges(layout.places[name])[1] for name in ("tie", "banker", "player")]
    assert tops == sorted(tops) and all(layout.places[name].pays for name in ("tie", "banker", "player"))
    assert [caption.text for caption in layout.captions[-len(layout.frames) :]] == [
        str(number + 1) for number in range(prepare(game, None, None).seats)
    ]


@pytest.mark.parametrize("game", of("house poker"))
def test_what_opens_the_round_lies_between_side_wagers_and_later_ones_unless_the_text_says_otherwise(game: str) -> None:
    """As 5324.31(a)(2), 5324.36(a)(2)(i), 5324.37(a)(2)(ii) and 5324.38(a)(2)(ii) have it; 5324.35(a)(2)(ii) has the later ones before."""
    playable, layout = prepare(game, None, None), laid_out(game, narrow=False)
    places, areas = layout.places, playable.terms.file.areas
    if areas is not None:
        assert {name for row in areas.rows for name in row} <= set(playable.terms.wagers)
        heights = [[places[name].y for name in row if name in places] for row in areas.rows]
        assert all(len(set(row)) == 1 for row in heights) and heights == sorted(heights)
        return
    sides, mains, later = own.divided(playable, stakeable(playable))
    low = [max((places[spot.id].y for spot in tier), default=0.0) for tier in (sides, mains)]
    assert all(places[spot.id].y > low[0] for spot in mains) and all(places[spot.id].y > low[1] for spot in later)


@pytest.mark.clause("ny/texas-holdem-bonus", "5324.35(a)(2)(ii)", "5324.35(a)(2)(iii)")
@pytest.mark.clause("cincinnati/texas-holdem-bonus", "K.2.I.C", "K.2.I.D")
@pytest.mark.clause("cleveland/texas-holdem-bonus", "13.2(a)(3)", "13.2(a)(4)")
def test_hold_em_bonus_has_its_later_wagers_before_the_ante_and_the_bonus_before_them() -> None:
    for game in (game for game in GAMES if game.endswith("/texas-holdem-bonus")):
        places = laid_out(game, narrow=False).places
        assert places["bonus"].y < places["flop"].y == places["turn"].y == places["river"].y < places["ante"].y
        assert places["flop"].x < places["bonus"].x


def test_hands_that_are_set_have_their_places_and_cards_lie_in_them() -> None:
    for game in of("pai gow"):
        playable, layout = prepare(game, None, None), laid_out(game, narrow=False)
        assert sum(playable.shape.sets) == playable.shape.hand
        words = [caption.text for caption in layout.captions]
        assert {"High hand", "Low hand"} <= set(words) and ("Medium hand" in words) is (len(playable.shape.sets) == 3)


def test_the_dealers_side_shows_limits_and_the_houses_choices() -> None:
    posted = {"table": {"minimum": 1500, "maximum": 50_000}}
    chosen = {"blackjack-pays": "6:5", "decks": 2, "dealer-hits-soft-17": False, "dealing": "hand", "double-after-split": False}
    playable = prepare("cincinnati/blackjack", {"options": chosen, "limits": posted}, None)
    layout = lay_out(playable, others=2, seated=True, narrow=False)
    kinds = {fixture.kind: fixture for fixture in layout.fixtures}
    assert {"rack", "deck", "discards", "placard"} == set(kinds)
    assert kinds["placard"].lines == ("Limits $15 to $500", "2 decks", "Dealing: hand", "Double after split: no")
    words = {caption.text for caption in layout.captions}
    assert {"BLACKJACK PAYS 6 TO 5", "Dealer must draw to 16 and stand on all 17s"} <= words
    assert "2 decks" in printing.printed(layout, playable, ())


def test_sums_on_the_placard_are_money_and_a_rake_is_told_in_words() -> None:
    chosen = {"lower-limit": 700, "upper-limit": 1400, "rake": {"method": "percentage", "percent": 10, "maximum": 400}}
    layout = lay_out(prepare("oneida/poker", {"options": chosen}, None), others=2, seated=True, narrow=False)
    lines = [line for fixture in layout.fixtures if fixture.kind == "placard" for line in fixture.lines]
    assert {"Lower limit: $7", "Upper limit: $14", "Rake: 10%, at most $4"} <= set(lines)


def test_a_house_that_has_chosen_much_has_a_second_placard_and_says_how_much_more_there_is() -> None:
    playable = prepare("cincinnati/blackjack", None, None)
    free = {
        name: value for name, value in playable.terms.options.items() if len(playable.terms.file.options[name].one_of or ()) > 1
    }
    playable = prepare("cincinnati/blackjack", {"options": free}, None)
    for narrow, placards in ((False, 2), (True, 1)):
        layout = lay_out(playable, others=2, seated=True, narrow=narrow)
        lines = [fixture.lines for fixture in layout.fixtures if fixture.kind == "placard"]
        assert len(lines) == placards and all(len(each) <= 4 for each in lines)
        assert lines[-1][-1].endswith("more choices")
        for one, other in itertools.combinations([fixture.box for fixture in layout.fixtures], 2):
            assert not overlap(one, other)


def test_the_point_marker_stands_on_the_number_that_won_when_the_wheel_has_stopped() -> None:
    game = prepare("ny/roulette", None, None)
    seen: Any = {"view": None, "round": {"results": ["17"], "done": True}, "you": {"seat": None}, "players": {}}
    drawn = scene.Scene(laid_out("ny/roulette", narrow=False), game, seen, ())
    assert re.search(r'<g class="told"><rect[^>]*class="lit"/><g class="marker"><title>Point marker on 17<', drawn.draw())
    assert re.search(r'<g class=""><rect[^>]*class="lit"/><g class="marker">', drawn.draw(results_before=1))


def test_chips_lie_where_they_lay_until_the_wheel_stops_each_players_in_their_own_colour(floor: Floor) -> None:
    player, game = guest(floor), "ny/roulette"
    playable = prepare(game, None, None)
    table = house.open_table(floor, player, game, settings={"practice": True}, companions=2)["table"]
    house.sit(floor, player, table, 1)
    playing.open_round(floor, player, table)
    playing.answer(floor, player, table, [["wager", 1, "red", 500], ["no-more-bets"]])
    seen = seeing.see(floor, player, table)
    drawn = scene.Scene(laid_out(game, narrow=False), playable, seen, ())
    swept = re.search(r'<g class="gone">(.*)</g><g class="told">', drawn.draw())
    assert swept is not None and "seat 1: $5 on Red" in swept[1]
    colours = {drawing.PLAYERS[line["seat"] % len(drawing.PLAYERS)] for line in seen["view"]["lines"]}
    assert len(colours) == 3 and all(colour in swept[1] for colour in colours)
    assert 'class="gone"' not in drawn.draw(results_before=1)


# Drawing


def test_words_that_go_into_a_picture_are_escaped() -> None:
    assert "<b>" not in drawing.text(0, 0, "<b>&", 10)
    assert "&lt;b&gt;&amp;" in drawing.text(0, 0, "<b>&", 10)
    assert "<img" not in drawing.chip(500, 0, 0, 10, says="<img src=x>")
    assert "<img" not in drawing.card("<img>", 0, 0, 80)


def test_a_card_says_what_it_is_and_a_hidden_one_does_not() -> None:
    assert "<title>king of hearts</title>" in drawing.card("Kh", 0, 0, 80)
    assert "<title>joker</title>" in drawing.card("Jo", 0, 0, 80)
    hidden = drawing.card("??", 0, 0, 80)
    assert "<title>a card face down</title>" in hidden and "suit-" not in hidden


def test_a_tile_shows_its_spots_ones_and_fours_red_and_a_hidden_one_none() -> None:
    for face, red, white in (("2-4", 4, 2), ("1-2", 1, 2), ("6-6", 6, 6), ("1-1", 2, 0), ("5-6", 0, 11)):
        drawn = drawing.tile(face, 0, 0, 80)
        assert drawn.count("spot red") == red and drawn.count("spot white") == white
        assert f"<title>tile {red + white} ({face})</title>" in drawn
    hidden = drawing.tile("??", 0, 0, 80)
    assert "<title>a tile face down</title>" in hidden and "spot" not in hidden
    assert "spot red" in drawing.inline_cards(["2-4", "1-2"]) and "spot" not in drawing.inline_cards(["Kh"])


def test_cards_that_do_not_fit_overlap() -> None:
    lefts = drawing.spread(7, 100, 100, 200)
    assert lefts[0] >= -0.01 and lefts[-1] + 100 * drawing.RATIO <= 200.01


@pytest.mark.parametrize(
    ("entry", "chip", "take", "stake"),
    [
        ({"stake": 0, "minimum": 1, "maximum": None, "step": 1}, 500, False, 500),
        ({"stake": 0, "minimum": 1000, "maximum": None, "step": 100}, 500, False, 1000),
        ({"stake": 1000, "minimum": 1000, "maximum": None, "step": 100}, 500, False, 1500),
        ({"stake": 400, "minimum": 100, "maximum": 500, "step": 100}, 500, False, 500),
        ({"stake": 0, "minimum": 250, "maximum": 1000, "step": 200}, 100, False, 400),
        ({"stake": 0, "minimum": 700, "maximum": 700, "step": 700}, 10_000, False, 700),
        ({"stake": 1500, "minimum": 1000, "maximum": None, "step": 100}, 500, True, 1000),
        ({"stake": 1000, "minimum": 1000, "maximum": None, "step": 100}, 500, True, 0),
        ({"stake": 300, "minimum": 1, "maximum": None, "step": 1}, 500, True, 0),
    ],
)
def test_a_chip_more_or_less_stays_within_the_legal_entry(entry: dict[str, Any], chip: int, take: bool, stake: int) -> None:
    wager = LegalWager(1, "ante", **entry)
    assert (wager.less(chip) if take else wager.nearest(wager.stake + chip)) == stake


# What each person gets


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Floor:
    return Floor(Database(str(Path(tmp_path_factory.mktemp("felt")) / "ledger.db")))


def guest(floor: Floor) -> Person:
    secret, _ = admission.admit_guest(floor)
    return people.identify(floor.database, secret)


def names_in(svg: str) -> list[str]:
    return re.findall(r"<title>([^<]* of (?:clubs|diamonds|hearts|spades)|joker|tile \d+ \(\d-\d\))</title>", svg)


def faces_in(seen: Any) -> list[str]:
    if isinstance(seen, dict):
        return [face for value in seen.values() for face in faces_in(value)]
    if isinstance(seen, (list, tuple)):
        return [face for value in seen for face in faces_in(value)]
    return seen.split() if isinstance(seen, str) else []


def answer_first(floor: Floor, person: Person, table: str) -> bool:
    """One answer a person could give; False when the round is over."""
    looked = seeing.see_answers(floor, person, table)
    seen, pending = looked.state, looked.state["pending"]
    if pending is None:
        return False
    legal = pending["legal"]
    assert legal == [entry.as_json() for entry in looked.answers]
    entry = legal[0]
    if pending["kind"] == "wager":
        stakes = seen["view"]["seats"]["1"]["stakes"]
        opening = [e for e in legal if e["act"] == "wager" and (e.get("opens") or not stakes or e["spot"] not in stakes)]
        done = any(e["act"] == "no-more-bets" for e in legal)
        wanted = [e for e in opening if e.get("opens")]
        if stakes and done and not wanted:
            playing.answer(floor, person, table, [["no-more-bets"]])
            return True
        entry = (wanted or opening)[0]
        wager = next(wager for wager in wagers_among(looked.answers) if wager.spot == entry["spot"])
        playing.answer(floor, person, table, [["wager", 1, wager.spot, wager.nearest(500)]])
        return True
    forms = {
        "choice": ["choice", 1, entry.get("choice")],
        "arrange": ["arrange", 1, entry.get("hands")],
        "discard": ["discard", 1, entry.get("cards")],
        "done": ["done", entry.get("what")],  # as before a progressive win is paid
    }
    form = forms.get(entry["act"]) or ["wager", 1, entry["spot"], entry["maximum"]]
    playing.answer(floor, person, table, [form])
    return True


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_drawn_that_seeing_does_not_show(floor: Floor, game: str) -> None:
    """At every answer of a round, for the player and for somebody who looks on: cards drawn are cards shown, no more."""
    player, onlooker = guest(floor), guest(floor)
    playable = prepare(game, None, None)
    settings = {"practice": True, "shared": True}
    table = house.open_table(floor, player, game, settings=settings, companions=min(2, playable.seats - 1))["table"]
    house.sit(floor, player, table, 1)
    playing.open_round(floor, player, table)
    for _ in range(300):
        for person, seated in ((player, True), (onlooker, False)):
            seen = seeing.see(floor, person, table)
            layout = lay_out(playable, others=len(scene.others(seen)), seated=seated, narrow=False)
            drawn = scene.Scene(layout, playable, seen, ()).draw()
            shown = {spoken(face) for face in faces_in(seen) if face in FACES}
            assert set(names_in(drawn)) <= shown
            if not seated and seen["pending"] is not None and not seen["round"]["done"]:
                assert not seen["pending"]["legal"] and not seen["irregularities"] and "1" not in seen["round"]["arranged"]
                assert not seen["round"]["settled"]
            if seated and seen["view"]["seats"]["1"]["stakes"]:
                assert "Your wagers:" in telling.spoken(playable, seen)
        if not answer_first(floor, player, table):
            break
    assert seeing.see(floor, player, table)["round"]["done"]


def test_of_split_hands_the_one_being_played_is_marked(floor: Floor) -> None:
    player, game = guest(floor), "cincinnati/blackjack"
    playable = prepare(game, None, None)
    table = house.open_table(floor, player, game, settings={"practice": True, "equipment": "entered"})["table"]
    house.sit(floor, player, table, 1)
    for step in ("inspect", "wash"):
        between.tell(floor, player, table, [["step", step, "dealer"]])
    first, dealer, second, hole, *drawn = ["8c", "6d", "8d", "Th", "5c", "7h"]
    forms: list[list[Any]] = [["done", done] for done in ("shuffle", "cut", "load-shoe", "burn")]
    forms += [["wager", 1, "blackjack", 1000], ["no-more-bets"], *(["card", face] for face in (first, dealer, second, hole))]
    playing.open_round(floor, player, table)
    playing.answer(floor, player, table, forms)

    def marked() -> tuple[int | None, int, str]:
        seen = seeing.see(floor, player, table)
        layout = lay_out(playable, others=0, seated=True, narrow=False)
        picture = scene.Scene(layout, playable, seen, ()).draw()
        return seen["pending"]["hand"], picture.count('class="playing"'), seen["pending"]["asks"]

    assert marked()[:2] == (None, 0), "one hand needs no mark"
    playing.answer(floor, player, table, [["choice", 1, "split"], ["card", drawn[0]]])
    assert marked()[:2] == (1, 1) and marked()[2].startswith("seat 1, hand 1: ")
    playing.answer(floor, player, table, [["choice", 1, "stand"], ["card", drawn[1]]])
    assert marked()[:2] == (2, 1)


def test_what_is_won_and_lost_to_the_same_amount_is_even_and_no_push() -> None:
    line = {"seat": 1, "stake": 1000, "commission": 0}
    won, lost = line | {"outcome": "win", "won": 1000, "returned": 1000}, line | {"outcome": "lose", "won": 0, "returned": 0}
    back = line | {"outcome": "push", "won": 0, "returned": 1000}
    assert [scene.brought(lines) for lines in ([won], [won, lost], [back, back], [back | {"outcome": "void"}], [won, lost, back])] == [
        "+$10", "even", "push", "void", "even",
    ]  # fmt: skip


def test_ten_dice_lie_on_the_cloth_on_a_phone_too_and_are_not_added_up() -> None:
    name = "pa/high-roll-dice"
    thrown = [6, 6, 6, 6, 6, 6, 6, 6, 5, 4]
    seen: Any = {"view": None, "round": {"results": [thrown], "done": True}, "you": {"seat": None}, "players": {}}
    for narrow in (False, True):
        layout = laid_out(name, narrow=narrow)
        drawn = scene.Scene(layout, prepare(name, None, None), seen, ()).draw()
        dice = [
            (float(left), float(side))
            for left, side in re.findall(r'translate\(([\d.-]+) [\d.-]+\)"><g class="rolled"><rect width="([\d.]+)"', drawn)
        ]
        assert len(dice) == len(thrown) and all(left >= 0 and left + side <= layout.width for left, side in dice)
        assert all(left + side < beside for (left, side), (beside, _) in itertools.pairwise(dice)), "no die lies on another"
        assert f">{sum(thrown)}<" not in drawn


def test_the_barred_dice_stand_clear_of_the_words_beside_them() -> None:
    place = next(place for place in laid_out("ny/craps", narrow=False).places.values() if place.label == "DON'T PASS BAR")
    drawn = printing._in_the_middle(place)
    words = re.search(r'<text x="([\d.]+)" y="[\d.]+" font-size="([\d.]+)"', drawn)
    die = re.search(r"translate\(([\d.]+)", drawn)
    assert words and die
    widest = 0.76  # of its size: a capital letter of the serif faces that browsers fall back on
    assert float(words[1]) + len(place.label) * float(words[2]) * widest / 2 < float(die[1])


def test_a_board_lights_what_a_throw_wins_and_shows_what_places_pay() -> None:
    game = prepare("ny/sic-bo", None, None)
    seen: Any = {"view": None, "round": {"results": [[3, 3, 3]], "done": True}, "you": {"seat": None}, "players": {}}
    for narrow in (False, True):
        layout = laid_out("ny/sic-bo", narrow=narrow)
        drawn = scene.Scene(layout, game, seen, ()).draw()
        assert drawn.count('class="lit"') == len(["3 once", "3 twice", "3 thrice", "any three", "total 9"])
        printed = printing.printed(layout, game, ())
        assert all(odds in printed for odds in ("150 to 1", "24 to 1", "50 to 1", "one die 1 to 1, two dice 2 to 1"))
        assert layout.places["two-dice-combination-1-6"].dice == (1, 6) and layout.places["three-of-a-kind-4"].dice == (4, 4, 4)
