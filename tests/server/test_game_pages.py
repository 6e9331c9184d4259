"""The pages that show games, for every registered game by discovery: each draws, whatever it is given is escaped."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytest.importorskip("nicegui")

import httpx
from markupsafe import Markup
from starlette.datastructures import QueryParams

import croupier
from croupier.compliance import describe
from croupier.compliance.wording import value_text
from croupier.errors import BadInput, OutOfBounds, Unknown
from croupier.odds import shipped
from croupier.rules import source
from croupier.rules.model import Game
from croupier.rules.naming import words
from croupier.server.jobs import known_prices
from croupier.server.pages import library
from croupier.server.pages.game import charts, choices, compare, edges, price_charts, prices, rules
from croupier.server.pages.game.markup import Citations, Text, join, table
from croupier.server.pages.game.paytables import paytables
from tests.support.serving import shared

GAMES = [entry.id for entry in croupier.listing()]
VOID = {"input", "br", "rect", "polygon", "line", "path", "meta", "link"}


class Balanced(HTMLParser):
    """Counts what is opened and closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open and self.open[-1] == tag, (tag, self.open[-3:])
            self.open.pop()


def checked(markup: Markup) -> Balanced:
    reader = Balanced()
    reader.feed(str(markup))
    assert not reader.open
    assert len(reader.ids) == len(set(reader.ids)), "an id stands twice on the page"
    return reader


def whole_page(chosen: choices.Chosen) -> Markup:
    game = chosen.game.terms
    described, clauses = describe.rules(game), describe.clauses(game)
    cite = Citations.of(game)
    parts: list[Text] = [
        rules.glance(game, described, cite),
        choices.controls(chosen, described, cite),
        rules.wagers(game, described, cite),
        paytables(described["paytables"], cite),
        rules.rulings(described, game, cite),
        rules.readings(described, cite),
        rules.deal(described, game, cite),
        rules.coverage(game, clauses, cite),
    ]
    return join(parts)


def misnamed(file: Game, page: Markup) -> list[str]:
    """Names on the page that are ids with their hyphens taken out, where people say them otherwise."""
    heads = re.findall(r"<(th|caption|h3|option)\b[^>]*>(.*?)</\1>", str(page), re.S)
    text = " | ".join(Markup(head).striptags().lower() for _, head in heads)
    ids = {*file.wagers, *file.options, *file.rulings, *(row for table in file.paytables for row in table.rows)}
    plain = {name: name.replace("-", " ") for name in ids if words(name).lower() != name.replace("-", " ")}
    return [name for name, said in plain.items() if re.search(rf"(?<![\w'-]){re.escape(said)}(?![\w'-])", text)]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_page_and_every_link_on_it_leads_somewhere(game: str) -> None:
    chosen = choices.read(game, [], None)
    page = whole_page(chosen)
    found = checked(page)
    assert not misnamed(chosen.game.terms.file, page)
    for target in set(re.findall(r'href="#([^"]+)"', str(page))):
        assert target in found.ids, target


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_a_page_offers_is_one_the_address_takes(game: str) -> None:
    plain = choices.read(game, [], None)
    for name, option in plain.plain.terms.file.options.items():
        for choice in option.one_of or ():
            try:
                chosen = choices.read(game, [f"{name}={choices.text_of(choice)}"], None)
            except OutOfBounds as error:
                assert "goes only with" in str(error)  # two choices that the text ties together
                continue
            assert chosen.game.terms.options[name] == choice
            assert chosen.options == ({} if choice == plain.game.terms.options[name] else {name: choice})
            assert "%" not in chosen.address or "set=" in chosen.address


def test_what_the_text_does_not_leave_to_the_house_is_refused_in_one_line() -> None:
    game = GAMES[0]
    with pytest.raises(BadInput, match="write option=value"):
        choices.read(game, ["decks"], None)
    with pytest.raises(Unknown, match="no option of"):
        choices.read(game, ["no-such-option=1"], None)
    with pytest.raises(Unknown, match="no game called"):
        choices.read("no/game", [], None)


def test_the_library_lists_every_game_and_finds_it_by_its_clauses() -> None:
    page = library.page(library.entries(), library.rulebooks(), {"q": '"><script>'})
    checked(page)
    assert "<script>" not in page
    for entry in croupier.listing():
        assert f'href="/games/{entry.id}"' in page
        assert f'href="/play/{entry.id}"' in page
        assert entry.clause.lower() in page


def test_the_library_says_which_rulebook_files_are_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = (source.SHIPPED / "cincinnati" / "mini-baccarat.toml").read_text()
    files = {
        "rulebook": "name =",
        "spoilt": "name = <script>",
        "absurd": game.replace("one-of = [6, 7, 8, 4, 5]", "is = 1000000000000").replace("[6, 7, 8]", "[1000000000000]"),
    }
    for name, text in files.items():
        (tmp_path / "added").mkdir(exist_ok=True)
        (tmp_path / "added" / f"{name}.toml").write_text(text)
    monkeypatch.setenv(source.SEARCH_PATH, str(tmp_path))
    page = library.page(library.entries(), library.rulebooks(), {}, library.faults())
    checked(page)
    listed = page[page.index("library-broken") : page.index('<div id="games">')]
    assert "added/rulebook.toml" in listed and "added/spoilt.toml" in listed and "<script>" not in listed
    card = page[page.index('data-testid="game-added/absurd"') :]
    assert "decks: 1000000000000" in card[: card.index("</article>")]


@pytest.mark.parametrize("game", sorted({entry.game for entry in croupier.listing()}))
def test_a_game_is_compared_across_its_rulebooks(game: str) -> None:
    games = compare.chosen(game, "")[: compare.MOST]
    checked(compare.comparison(game, compare.Wanted(tuple(games))))


def test_a_game_compared_with_itself_differs_in_nothing() -> None:
    game = GAMES[0]
    assert 'class="differs"' not in compare.comparison(game.partition("/")[2], compare.Wanted((game, game)))
    with pytest.raises(Unknown, match="no game called 'no-such-game'"):
        compare.chosen("no-such-game", "")
    with pytest.raises(BadInput, match="too many"):
        compare.chosen("x", ",".join(GAMES[: compare.MOST + 1]))


def test_a_refused_page_is_answered_as_refused_with_a_way_on() -> None:
    """What stands there is drawn in the browser; a program, a cache and whoever looks for dead links go by the status."""
    address, game = shared().address, GAMES[0]
    for path, status, said in (
        ("/games/ny/no-such-game", 404, "This rulebook has"),
        ("/games/nowhere/no-such-game", 404, "/desk"),
        ("/games/ny/three-card-pokr", 404, "Did you mean"),
        (f"/games/{game}?set=no-such-option=1", 404, "The game as the text has it"),
        (f"/games/{game}?set=no-such-option", 409, "The game as the text has it"),
        (f"/games/{game}?version=1999", 404, "The game as the text has it"),
        ("/play/ny/no-such-game", 404, "This rulebook has"),
        ("/compare/no-such-game", 404, "/desk"),
        ("/desk?game=ny/no-such-game", 404, "No rulebook has a game"),
        ("/drill?game=ny/no-such-game", 404, "No rulebook has a game"),
        ("/nothing", 404, "Nothing stands at /nothing"),
        (f"/games/{game}", 200, "Play this game"),
    ):
        answer = httpx.get(address + path, timeout=60)
        assert (answer.status_code, said in answer.text) == (status, True), path


def test_what_is_compared_stands_in_the_address_with_each_games_choices() -> None:
    game, other = compare.chosen("blackjack", "")[:2]
    name, value = "blackjack-pays", "6:5"
    address = choices.compared(choices.read(game, [f"{name}={value}"], None), [game, other])
    asked = compare.wanted("blackjack", QueryParams(f"{address.partition('?')[2]}&differs=yes"))
    assert asked == compare.Wanted((game, other), {game: (f"{name}={value}",)}, only_differences=True)
    drawn = str(compare.comparison("blackjack", asked))
    assert "checked" in drawn and f"set={game}:{name}={value}" in asked.address("blackjack", [game]), "kept when another leaves"
    assert asked.address("blackjack", [other]).endswith(f"differs=yes&games={other}")
    with pytest.raises(BadInput, match="write game:option=value"):
        compare.wanted("blackjack", QueryParams("set=decks=2"))


def test_games_differ_by_their_values_never_by_document_words_or_citation() -> None:
    from croupier.compliance.differences import Fact, Row, Side
    from croupier.compliance.differences import compare as differences

    def part(game: str, other: str, name: str) -> dict[str, Row]:
        sides = [Side.of(croupier.playable(one).terms, one) for one in (game, other)]
        return {row.name: row for row in next(part for part in differences(sides) if part.name == name).rows}

    one, two = compare.chosen("three-card-poker", "")[:2]
    assert not part(one, two, "glance")["rulebook"].differs, "documents are not rules"
    assert part(one, "ny/big-six", "glance")["procedure"].differs
    assert Row("x", (Fact(1, "one", clauses="a"), Fact(1, "1", clauses="b"))).differs is False
    assert Row("x", (Fact(1, "one"), None)).differs


def test_what_is_not_known_is_neither_equal_nor_different_and_is_counted_apart() -> None:
    from croupier.compliance.differences import UNKNOWN, Fact, Part, Row

    one, other = Fact(1, "one"), Fact(2, "two")
    rows = Row("a", (one, UNKNOWN)), Row("b", (one, other, UNKNOWN)), Row("c", (one, one)), Row("d", (None, UNKNOWN))
    assert [(row.differs, row.unknown) for row in rows] == [(False, True), (True, False), (False, False), (False, True)]
    assert compare._differing(Part("prices", rows)) == "1 of 4 differ, 2 not known"


def test_a_comparison_counts_what_can_be_seen_to_differ() -> None:
    """A game that a text calls otherwise stands beside the others, and counts that are not alike are a difference."""
    from croupier.compliance.differences import Side
    from croupier.compliance.differences import compare as differences

    games = compare.chosen("three-card-poker", "")
    sides = [Side.of(croupier.playable(game).terms, game) for game in games]
    parts = {part.name: {row.name: row for row in part.rows} for part in differences(sides)}
    for row in parts["glance"].values():
        shown = {fact.says for fact in row.facts if fact is not None}
        assert row.differs == (len(shown) > 1 and row.name not in ("name", "rulebook", "clause")), row.name
    bonus = [row for name, row in parts["paytables"].items() if name.startswith("ante-bonus: ")]
    assert bonus and all(None not in row.facts for row in bonus), "every text has it, by whatever name"
    assert {fact.called for row in bonus for fact in row.facts if fact} > {"ante-bonus"}
    page = compare.comparison("three-card-poker", compare.Wanted(tuple(games)))
    assert "not priced yet" not in page and "called bonus" in page


def test_a_card_and_the_top_of_a_page_say_what_the_game_costs() -> None:
    games = {entry.listed.id: entry for entry in library.entries()}
    assert all("%" in entry.edges or "no house edge" in entry.edges for entry in games.values())
    assert "<b>5.26%</b> house edge" in games["cincinnati/roulette"].edges
    game = croupier.playable("ny/three-card-poker")
    top = edges.strip(game, known_prices(game))
    checked(top)
    assert "3.37%" in top and "Pair plus" in top
    assert "not known" in edges.strip(croupier.playable("ny/three-card-poker", {"options": {"seats": 2}}), None)
    assert "no wager against the house" in edges.strip(croupier.playable("cleveland/poker"), [])


def test_only_what_is_exact_is_called_so_and_shows_a_fraction() -> None:
    for name in GAMES[::5]:
        for price in known_prices(croupier.playable(name)) or ():
            drawn = prices.picture(price)
            assert ("every case counted" in drawn) == (price["method"] == "exact") == (price["house_edge_exact"] is not None)
            assert "as a fraction" not in drawn or price["method"] == "exact"


def test_a_bar_is_of_time_and_never_full_while_the_work_goes_on() -> None:
    parts = [0.1, 0.1, 0.1, 0.1, 0.1, 19.5]
    assert prices.far(parts, 5, 0) == pytest.approx(0.025), "five of six prices are a fortieth of the work"
    assert prices.far(parts, 5, 10) == pytest.approx(0.525)
    assert max(prices.far(parts, done, 1e6) or 0 for done in range(9)) < 1
    assert prices.far(parts, 0, 1) is None and prices.far([], 3, 1) is None


def test_a_house_that_offers_less_is_expected_to_take_less() -> None:
    whole, less = (
        croupier.playable("cincinnati/ultimate-texas-holdem", {"options": {"progressive": on}}) for on in (True, False)
    )
    assert len(shipped.expected(less)) < len(shipped.expected(whole)) == len(shipped.edges_of(whole) or ())


def test_a_chart_has_one_letter_and_one_colour_a_word_and_a_legend() -> None:
    told = shipped.strategy_of(croupier.playable("cincinnati/blackjack"))
    assert told is not None
    page = charts.charts(told)
    checked(page)
    cells = re.findall(r'<td class="c-(\w+)" title="([^"]+)"><span aria-hidden="true">(\w+)</span>', page)
    assert len(cells) > 200
    by_word: dict[str, set[tuple[str, str]]] = {}
    for colour, says, letters in cells:
        by_word.setdefault(says.partition(";")[0], set()).add((colour, letters[0]))
    assert all(len(found) == 1 for found in by_word.values()), by_word
    assert {word: letter for word, found in by_word.items() for _, letter in found} == {
        "stand": "S",
        "hit": "H",
        "double": "D",
        "split": "P",
    }
    assert "double; hit where that is not open" in page and "--hand" not in page and "`" not in page


@pytest.mark.parametrize("game", GAMES)
def test_every_chart_is_drawn_with_what_it_says(game: str) -> None:
    told = shipped.strategy_of(croupier.playable(game))
    if told is None:
        assert not shipped.against_the_house(croupier.playable(game))
        return
    page = charts.charts(told)
    checked(page)
    assert page.count("<table") == len(told["charts"]) and "--" not in page.replace("<!--", "")


def test_a_price_is_drawn_with_its_whole_numbers() -> None:
    from croupier.odds.analyze import analyze

    game = next(entry.id for entry in croupier.listing() if entry.procedure == "big-six")
    found = [price.as_json() for price in analyze(croupier.playable(game))]
    checked(prices.price_table(found))
    for price in found:
        drawn = prices.picture(price)
        checked(drawn)
        assert all(f"{outcome['weight']:,}" in drawn for outcome in price["outcomes"])
    worst = max(found, key=lambda price: price["house_edge"])
    assert "width: 100.0%" in prices.bar(worst["house_edge"], worst["house_edge"])


def test_a_price_with_one_result_or_none_of_chance_is_drawn_all_the_same() -> None:
    sure = {
        "wager": "sure",
        "paytable": "1",
        "house_edge": 0.0,
        "standard_deviation": 0.0,
        "outcomes": [{"outcome": "push", "weight": 10**400, "probability": 1.0, "pays": 0}],
    }
    checked(price_charts.distribution(sure, price_charts.WIDE))
    checked(price_charts.hold(sure, price_charts.NARROW))


def test_text_is_escaped_wherever_it_stands() -> None:
    evil = '<img src=x onerror="alert(1)">'
    drawn = table((evil, Markup("<b>bold</b>")), [(evil, evil)], caption=evil)
    assert "<img" not in drawn
    assert "<b>bold</b>" in drawn
    assert 'data-label="bold"' in drawn
    assert "<img" not in Citations("x", {evil: evil}).chips([evil])
    assert value_text({"a-b": True, "c": [1, 2]}) == "a b yes, c 1, 2"


@pytest.mark.parametrize("game", GAMES)
def test_choices_are_saved_to_a_file_and_loaded_from_it(game: str) -> None:
    plain = choices.read(game, [], None)
    for name, option in plain.game.terms.file.options.items():
        if option.one_of is None or len(option.one_of) < 2:
            continue
        try:
            chosen = choices.read(game, [f"{name}={choices.text_of(option.one_of[1])}"], None)
        except OutOfBounds:
            continue  # goes only with another choice
        kept = choices.saved(chosen.options)
        assert choices.loaded(game, kept.encode(), "house.json") == chosen.address
        assert croupier.playable(game, json.loads(kept)).terms.options == chosen.game.terms.options, (
            "the command line reads it too"
        )


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"[]",
        b"{",
        b'{"options": 5}',
        b'{"options": {"wheel": "triple"}}',
        b'{"limits": {}}',
        b'{"x": {}}',
        b"[" * 5000,
    ],
)
def test_a_file_that_holds_no_choices_of_this_game_is_refused(content: bytes) -> None:
    with pytest.raises(BadInput):
        choices.loaded("ny/roulette", content, "house.json")
    assert choices.loaded("ny/roulette", b'[options]\nwheel = "single-zero"\n', "house.toml").endswith(
        "?set=wheel%3Dsingle-zero"
    )
