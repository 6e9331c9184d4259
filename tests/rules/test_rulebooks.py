"""The law as data: every clause accounted for, every citation real, and the texts themselves where they are at hand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.compliance import describe
from croupier.games.registry import all_games, playable
from croupier.rules import load, model, resolve, source
from croupier.rules.payouts import Kind

ROOT = Path(__file__).parents[2]
TEXTS = ROOT.parent / "shared" / "rulebooks"
INDEXES = sorted(source.SHIPPED.glob("*/clauses/*.toml"))
SHIPPED = [path for path in sorted(source.SHIPPED.glob("*/*.toml")) if path.stem != "rulebook"]
needs_texts = pytest.mark.skipif(not TEXTS.is_dir(), reason="the rulebook texts are not beside this checkout")


def _name(path: Path) -> str:
    return path.relative_to(source.SHIPPED).as_posix()


def cited_in(rulebook: Path) -> set[str]:
    """Every clause that some file of the rulebook rests on."""
    found: set[str] = set()
    for path in rulebook.glob("*.toml"):
        if path.stem != "rulebook":
            raw = source.parse(path)
            kind: type[model.Sections] = model.Game if "procedure" in raw else model.General
            found |= resolve.citations(kind.model_validate(raw)).keys()
    return found


@pytest.mark.parametrize("path", INDEXES, ids=_name)
def test_every_clause_is_accounted_for(path: Path) -> None:
    index = load.load_clauses(path.parent.parent / path.name)
    assert index
    cited = cited_in(path.parent.parent)
    forgotten = [name for name, clause in index.items() if not clause.fate and name not in cited]
    assert not forgotten
    unexplained = [name for name, clause in index.items() if clause.fate == "out-of-scope" and not clause.reason]
    assert not unexplained


@pytest.mark.parametrize("path", SHIPPED, ids=_name)
def test_every_citation_points_somewhere(path: Path) -> None:
    known: set[str] = set()
    for index in (path.parent / "clauses").glob("*.toml"):
        known |= (load.load_clauses(path.parent / index.name) or {}).keys()
    raw = source.parse(path)
    kind: type[model.Sections] = model.Game if "procedure" in raw else model.General
    cited = resolve.citations(kind.model_validate(raw))
    assert not [clause for clause in cited if clause not in known]


@pytest.mark.parametrize("game_id", all_games())
def test_the_game_stands_under_its_own_clause_index(game_id: str) -> None:
    game = playable(game_id).terms
    assert game.clauses
    assert not [
        entry for entry in describe.clauses(game) if entry["became"] == "unaccounted" and entry["clause"] in game.citations
    ]
    for name in game.citations:
        assert name in game.clauses, f"{name} is cited by {game_id} and is in none of its indexes"


@pytest.mark.parametrize("game_id", all_games())
def test_no_rule_without_its_words(game_id: str) -> None:
    file = playable(game_id).terms.file
    assert all(ruling.says for ruling in file.rulings.values())
    for name, reading in file.readings.items():
        assert reading.text and reading.adopted and reading.because, name


@pytest.mark.parametrize("game_id", all_games())
def test_every_pay_table_row_can_be_tested(game_id: str) -> None:
    ready = playable(game_id)
    plain = {"win", "dealer-does-not-qualify", "second-tie", "two-card-21-against-21"} | {
        "three-7s-of-the-same-suit-on-more",
        "other-player",
    }
    if ready.script.BY_ROLLS or ready.script.THROWS:
        return  # dice rows are names of numbers and totals: test_dice_wagers.py and test_shaken_dice.py roll each of them
    for wager, table in ready.terms.chosen.items():
        matched = {row for row, _, _ in ready.tables[wager]}
        declined = {row for row, option in table.offered.items() if ready.terms.options[option] in (False, "none")}
        rows = [row for row, payout in table.rows.items() if payout.kind is not Kind.COMMISSION and row not in declined]
        assert not [row for row in rows if row not in matched | plain]


def test_no_code_names_a_rulebook() -> None:
    names = "|".join(source.rulebook_folders())
    pattern = re.compile(
        rf"""["'](?:{names})[/"']|\b(?:horseshoe|5324|{"|".join(n for n in source.rulebook_folders() if len(n) > 2)})\b""", re.I
    )
    hits = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted((ROOT / "src" / "croupier").rglob("*.py"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if pattern.search(line)
        and not line.lstrip().startswith((">>>", "..."))  # doctests may show real games
        and path.name != "__init__.py"
    ]
    assert not hits


def _furniture(rulebook: str) -> list[re.Pattern[str]]:
    facts = source.parse(source.SHIPPED / rulebook / "rulebook.toml")
    return [re.compile(pattern) for pattern in facts.get("furniture", [])]


@needs_texts
@pytest.mark.parametrize("path", INDEXES, ids=_name)
def test_every_line_of_the_section_belongs_to_a_clause(path: Path) -> None:
    rulebook = path.parent.parent.name
    text = (TEXTS / f"{rulebook}.txt").read_text(errors="replace").splitlines()
    index = load.load_clauses(path.parent.parent / path.name) or {}
    covered: set[int] = set()
    for clause in index.values():
        for first, last in (clause.lines, *clause.also):
            assert 1 <= first <= last <= len(text)
            covered |= set(range(first, last + 1))
    furniture = _furniture(rulebook)
    forgotten = [
        f"{number}: {line}"
        for number, line in enumerate(text[min(covered) - 1 : max(covered)], start=min(covered))
        if line.strip() and number not in covered and not any(pattern.search(line.strip()) for pattern in furniture)
    ]
    assert not forgotten, "\n".join(forgotten)


@needs_texts
def test_no_sentence_of_the_texts_is_in_the_project() -> None:
    """Facts, figures and citations only: no run of fourteen words of a text stands in a tracked file."""
    size = 14

    def words(body: str) -> list[str]:
        return re.findall(r"[a-z0-9']+", body.lower())

    runs: set[int] = set()
    for text in TEXTS.glob("*.txt"):
        found = words(text.read_text(errors="replace"))
        runs.update(hash(tuple(found[i : i + size])) for i in range(len(found) - size + 1))
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    copied = []
    for name in tracked:
        path = ROOT / name
        if not path.is_file() or path.suffix in (".png", ".lock"):
            continue
        found = words(path.read_text(errors="replace"))
        # A roulette wheel's order is thirty-seven numbers in a row wherever it is printed: figures, not a sentence.
        copied += [
            f"{name}: {' '.join(found[i : i + size])}"
            for i in range(len(found) - size + 1)
            if hash(tuple(found[i : i + size])) in runs
            and not all(word.isdecimal() or word == "and" for word in found[i : i + size])
        ]
    assert not copied, "\n".join(copied[:20])


@needs_texts
@pytest.mark.parametrize("path", [p for p in SHIPPED if "procedure" in source.head(p)], ids=_name)
def test_every_printed_figure_stands_in_the_lines_it_cites(path: Path) -> None:
    """The odds typed into a file are found in the text, in the lines of the clauses they cite."""
    game = playable(f"{path.parent.name}/{path.stem}").terms
    text = (TEXTS / f"{path.parent.name}.txt").read_text(errors="replace").splitlines()
    for table in game.paytables:
        if table.reading is not None and game.file.readings[table.reading].kind == "silent":
            continue  # no figure is printed: the reading says where it comes from
        for row, payout in table.rows.items():
            cited = f"{table.clause}, {table.ground(row).clause}"
            printed = _printed(text, [game.clauses[name] for name in cited.split(", ")])
            figure = payout.text
            forms = [figure, figure.replace(":", " to "), figure.replace(":", ": "), figure.replace(" of meter", "")]
            forms += [figure.removesuffix(" per $1"), figure.replace("% of ", "% "), figure.replace(":", " :")]
            if table.reading is not None and game.file.readings[table.reading].kind == "damage":
                printed = printed.replace(" 00 ", "00 ")  # a space stands in a figure, as the reading says
            forms += ["returned", "returns", "push", "n/a"] if figure == "push" else []
            forms += (
                [f"{figure[:-1]} percent", *{"4%": ("four or", "four percent"), "5%": ("five percent",)}.get(figure, ())]
                if "%" in figure
                else []
            )
            assert any(form in printed for form in forms), f"{table.wager} {table.id} {row}: {figure} is not in {cited}"


def _printed(text: list[str], clauses: list[model.Clause]) -> str:
    """What the lines of these clauses print, figures in the form in which files have them."""
    spans = [span for clause in clauses for span in (clause.lines, *clause.also)]
    lines = " ".join(" ".join(text[first - 1 : last]) for first, last in spans)
    printed = re.sub(r"\bto(?=\d)", "to ", re.sub(r"\\?\$ ?", "$", lines).lower())  # one text prints "6 to1", one "$ 25"
    return printed + re.sub(r"(?<=\d),(?=\d{3})", "", printed)  # odds are typed without the comma of 1,000


def test_the_schema_is_json_schema() -> None:
    done = subprocess.run([sys.executable, "-m", "croupier", "schema"], capture_output=True, text=True, check=True)
    assert '"$defs"' in done.stdout and "inherits" in done.stdout


def test_names_of_clauses_are_read_off_as_they_are_parsed() -> None:
    """The library lists every game by them and must not wait for what they say."""
    for game in all_games()[::6]:
        terms = playable(game).terms
        files = [terms.path.with_name(f"{name}.toml") for name in (*terms.file.inherits, terms.path.stem)]
        assert set(terms.clause_names) == {name for path in files for name in load.load_clauses(path) or {}}
