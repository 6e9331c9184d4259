"""The rules of a game in our words, with their clauses: wagers, deal, rulings, readings and what became of every clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from croupier.compliance.wording import choice_text, condition_text, limits, need_text, pays, size
from croupier.rules import model, texts
from croupier.rules.listing import listing
from croupier.rules.resolve import GameRules
from croupier.server.floor import prepare
from croupier.server.pages.frame import money
from croupier.server.pages.game.choices import reading_tag
from croupier.server.pages.game.markup import Citations, Text, anchor, cells, facts, join, table
from croupier.server.pages.saying import title, words

Data = Mapping[str, Any]
ELSEWHERE = "elsewhere"
"""A general clause that this game does not rest on and another game of the rulebook does."""
FATES = {
    "implemented": "implemented",
    "procedure-note": "note",
    "out-of-scope": "out of scope",
    "heading": "heading",
    ELSEWHERE: "for other games",
    "unaccounted": "unaccounted for",
}
LIFE = ("opening", "between-rounds", "idle", "resuming", "closing")


def glance(game: GameRules, described: Data, cite: Citations) -> Markup:
    """What the game is, in figures, and what the text fixes."""
    entries: list[tuple[str, Text]] = [
        ("family", title(described["family"])),
        ("wagers", f"{sum(wager['offered'] for wager in described['wagers'])}"),
        ("irregularities ruled on", f"{len(described['rulings'])}"),
        ("readings", f"{len(described['readings'])}"),
    ]
    current = game.version or next((version["id"] for version in described["versions"] if version["current"]), None)
    if current:
        entries.append(("version", current))
    fixed = [
        (
            title(option["option"]),
            choice_text(game.file.options[option["option"]], option["is"]),
            option["says"],
            join((cite.chips(option["clause"]), reading_tag(option["reading"])), " "),
        )
        for option in described["options"]
        if "is" in option
    ]
    meters = [
        (title(meter["meter"]), f"{money(meter['seed'])}", str(meter["rate"]), cite.chips(meter["clause"]))
        for meter in described["meters"]
    ]
    return join(
        (
            facts(entries),
            Markup('<p data-testid="source">Taken from {}: {} of {}.</p>').format(
                texts.edition(game), texts.lines(*described["lines"]), texts.document(game.rulebook).text or "the text"
            ),
            table(("rule", "is", "what it is", "clause"), fixed, caption="Fixed by the text") if fixed else "",
            table(("meter", "seed", "rate", "clause"), meters, caption="Meters", numbers=(1, 2)) if meters else "",
        )
    )


def wagers(game: GameRules, described: Data, cite: Citations) -> Markup:
    """Every wager: its size and limits, what must stand beside it, what it pays at this house."""
    rows = []
    for (name, terms), wager in zip(game.file.wagers.items(), described["wagers"], strict=True):
        other = Markup('<span class="tag">not under this choice</span>') if not wager["offered"] else ""
        label = terms.name or title(wager["wager"])
        also = f" (also {', '.join(map(words, wager['aliases']))})" if wager["aliases"] else ""
        rows.append(
            (
                join((Markup("<span title='{}'>{}</span>").format(wager["wager"], label), other), " "),
                join((size(wager), limits(game, name)), "; " if limits(game, name) else ""),
                needs(game, terms, wager),
                pays(game, name),
                join((wager["says"], also, f" It looks at {wager['looks_at_says']}." if "looks_at" in wager else "")),
                join((cite.chips(wager["clause"]), reading_tag(wager["reading"])), " "),
            )
        )
    return table(("wager", "stake", "needs", "pays", "what it is", "clause"), rows, testid="wagers")


def needs(game: GameRules, terms: model.Wager, wager: Data) -> Markup:
    """What must stand beside a wager; what only another choice asks for is dimmed."""
    return join(
        Markup('<div class="{}">{}</div>').format("" if game.holds(need.when) else "muted small", need_text(said))
        for need, said in zip(terms.needs, wager["needs"], strict=True)
    )


def deal(described: Data, game: GameRules, cite: Citations) -> Markup:
    """How the cards come out, and the table's day."""
    methods = [
        (
            title(method["method"]),
            join(
                (
                    Markup("{}{}").format("; ".join(map(_deal_step, method["opening"])), ""),
                    Markup("; on every later street: {}").format("; ".join(map(_deal_step, method["street"])))
                    if method["street"]
                    else "",
                )
            ),
            cite.chips(method["clause"]),
        )
        for method in described["deal"]
    ]
    parts = [table(("dealt from", "order", "clause"), methods, caption="The deal")] if methods else []
    for part in LIFE:
        steps = [
            (
                title(step["step"]),
                words(step["by"]),
                join(
                    (
                        step["says"],
                        Markup(" <span class='muted'>(when {})</span>").format(condition_text(step["when"]))
                        if step["when"]
                        else "",
                    )
                ),
                cite.chips(step["clause"]),
            )
            for step in described["life"][part]
        ]
        if steps:
            parts.append(table(("step", "by", "what is done", "clause"), steps, caption=f"The table: {words(part)}"))
    life = [
        (f"cards or dice are changed after {entry['hours']} hours", condition_text(entry["when"]), cite.chips(entry["clause"]))
        for entry in described["life"]["card-hours"]
    ] + [
        (f"the cards are counted {entry['counted']}", condition_text(entry["unless"]), cite.chips(entry["clause"]))
        for entry in described["life"]["stub-count"]
    ]
    life += [
        (
            f"{words(entry['cards'])} burned for every new {entry['per']}",
            condition_text(entry["when"]),
            cite.chips(entry["clause"]),
        )
        for entry in described["life"]["burns"]
    ]
    life += [
        (
            f"a cutting card with {entry['behind']} cards behind it{', then one more round' * entry['one-more-round']}",
            condition_text(entry["when"]),
            cite.chips(entry["clause"]),
        )
        for entry in described["life"]["shoe"]
    ]
    if life:
        parts.append(table(("rule", "when, or unless", "clause"), life, caption="The cards"))
    return join(parts)


def _deal_step(step: Data) -> str:
    cards = (
        f"{step['cards']} card{'s' if step['cards'] > 1 else ''} face {step['face']} to {' and '.join(map(words, step['to']))}"
    )
    return cards + (f", {step['times']} times" if step["times"] > 1 else "")


def rulings(described: Data, game: GameRules, cite: Citations) -> Markup:
    """What goes wrong, what then happens, who has authority, and the clause."""
    rows = []
    for ruling in described["rulings"]:
        extra = []
        if ruling["choices"]:
            who = "the player" if ruling["decides"] == "seat" else "the floor"
            extra.append(f"{who} chooses: " + ", ".join(f"{words(k)} ({words(v)})" for k, v in ruling["choices"].items()))
        if ruling["after_first"]:
            often = "second" if ruling["times"] == 1 else "third" if ruling["times"] == 2 else f"{ruling['times'] + 1}th"
            extra.append(f"from the {often} time on: {words(ruling['after_first'])}")
        if ruling["otherwise"]:
            extra.append(f"otherwise: {words(ruling['otherwise'])}")
        if ruling["then"]:
            extra.append("then " + ", ".join(map(words, ruling["then"])))
        if ruling["requires"]:
            extra.append(f"when {condition_text(ruling['requires'])}")
        possible = ruling["irregularity"] in game.rulings
        rows.append(
            Markup('<tr data-text="{}" id="ruling-{}" class="{}">{}</tr>').format(
                " ".join((ruling["irregularity"], words(ruling["irregularity"]), ruling["says"], ruling["clause"])).lower(),
                ruling["irregularity"],
                "" if possible else "dim",
                cells(
                    RULING_COLUMNS,
                    (
                        title(ruling["irregularity"]),
                        join(
                            (
                                ruling["says"],
                                Markup('<br><span class="muted">{}</span>').format("; ".join(extra)) if extra else "",
                            )
                        ),
                        title(ruling["remedy"]),
                        f"during {', '.join(map(words, ruling['during']))}",
                        words(ruling["authority"]),
                        join((cite.chips(ruling["clause"]), reading_tag(ruling["reading"])), " "),
                    ),
                ),
            )
        )
    return join((sifter("rulings-list", "Search the irregularities", ()), _body("rulings-list", RULING_COLUMNS, rows)))


RULING_COLUMNS = ("irregularity", "what happens", "remedy", "when", "authority", "clause")


def readings(described: Data, cite: Citations) -> Markup:
    """Where the text is silent, contradictory or damaged, what is read, and what rests on it."""
    if not described["readings"]:
        return Markup("<p>No reading was needed: the text settles everything this game asks.</p>")
    return join(
        Markup(
            '<article id="reading-{id}" class="reading"><h3>{name} <span class="tag">{kind}</span></h3>'
            "<p><b>The text.</b> {text}</p><p><b>Read as.</b> {adopted}</p><p><b>Because.</b> {because}</p>"
            '<p class="small">{clauses} {used}</p></article>'
        ).format(
            id=reading["reading"],
            name=title(reading["reading"]),
            kind=reading["kind"],
            text=reading["text"],
            adopted=reading["adopted"],
            because=reading["because"],
            clauses=cite.chips(reading["clauses"]),
            used=Markup('<span class="muted">rested on by {}</span>').format(join(map(_place, reading["used_by"]), ", "))
            if reading["used_by"]
            else "",
        )
        for reading in described["readings"]
    )


def _place(place: str) -> Markup:
    """Where something stands in the file, linked where it stands on the page."""
    part, _, name = place.partition(".")
    if part == "rulings":
        return Markup('<a href="#ruling-{}">{}</a>').format(name, words(name))
    said = [", ".join(map(words, piece.split("+"))) for piece in name.split(".")]
    if part == "paytables":
        said[1] = f"table {said[1]}"
    return Markup("{} {}").format(words(part), ", ".join(said))


def used_elsewhere(game: GameRules, clauses: Iterable[Data]) -> list[Data]:
    """The clauses, those that only other games of the rulebook rest on marked as such."""
    known = list(clauses)
    if not any(clause["became"] == "unaccounted" for clause in known):
        return known
    others = [entry.id for entry in listing() if entry.rulebook == game.rulebook and entry.id != game.id]
    cited = {clause for other in others for clause in prepare(other, None, None).terms.citations}
    return [
        {**clause, "became": ELSEWHERE} if clause["became"] == "unaccounted" and clause["clause"] in cited else clause
        for clause in known
    ]


def coverage(game: GameRules, clauses: Iterable[Data], cite: Citations) -> Markup:
    """What became of every clause: counts as a bar, and the index to be searched."""
    known = used_elsewhere(game, clauses)
    counts = Counter(clause["became"] for clause in known)
    bar = join(
        Markup('<span class="f-{}" style="flex: {} 0 0" title="{}: {}"></span>').format(fate, counts[fate], name, counts[fate])
        for fate, name in FATES.items()
        if counts[fate]
    )
    legend = join(
        Markup('<li><i class="f-{}"></i>{} <b>{}</b> ({:.0%})</li>').format(fate, name, counts[fate], counts[fate] / len(known))
        for fate, name in FATES.items()
        if counts[fate]
    )
    columns = ("clause", "says, in our words", "lines", "became", "where")
    rows = [
        Markup('<tr data-text="{}" data-became="{}" id="{}">{}</tr>').format(
            f"{clause['clause']} {clause['says']} {' '.join(clause['where'])}".lower(),
            clause["became"],
            anchor(clause["clause"]),
            cells(
                columns,
                (
                    cite.short(clause["clause"]),
                    _says(clause),
                    texts.lines(*clause["lines"]).partition(" ")[2],
                    _became(clause["became"]),
                    _where(clause),
                ),
            ),
        )
        for clause in known
    ]
    fates = [(fate, f"{name} ({counts[fate]})") for fate, name in FATES.items() if counts[fate]]
    return join(
        (
            Markup(
                '<p data-testid="edition">{} ({}).</p><div class="meter-bar" role="img" aria-label="{}">{}</div>'
                '<ul class="legend">{}</ul>'
            ).format(
                texts.edition(game),
                f"{texts.document(game.rulebook).text or 'the text'}; lines are counted in it",
                ", ".join(f"{name} {counts[fate]}" for fate, name in FATES.items() if counts[fate]),
                bar,
                legend,
            ),
            sifter("clauses-list", "Search the clauses", fates),
            _body("clauses-list", columns, rows),
        )
    )


def _says(clause: Data) -> Markup:
    damage = Markup('<br><span class="muted">damage: {}</span>').format(clause["damage"]) if clause.get("damage") else ""
    return join((clause["says"], damage))


def _became(fate: str) -> Markup:
    return Markup('<span class="legend-mark"><i class="f-{}"></i>{}</span>').format(fate, FATES[fate])


def _where(clause: Data) -> str:
    return ", ".join(clause["where"]) or clause.get("reason", "")


def sifter(name: str, label: str, fates: Iterable[tuple[str, str]]) -> Markup:
    """A search box, and a filter by what became of a clause, for the list called `name`."""
    options = join(Markup('<option value="{}">{}</option>').format(value, text) for value, text in fates)
    select = (
        Markup(
            '<label for="{0}-became">What became of it<select class="control" id="{0}-became" data-sift="became" data-testid="{0}-became">'
            '<option value="">everything</option>{1}</select></label>'
        ).format(name, options)
        if options
        else ""
    )
    return Markup(
        '<div class="controls" data-sifts="{0}"><label class="wide" for="{0}-search">{1}'
        '<input class="control" id="{0}-search" type="search" data-sift="text" data-testid="{0}-search"></label>{2}'
        '<span class="muted figures" role="status" data-shown></span></div>'
    ).format(name, label, select)


def _body(name: str, columns: Iterable[str], rows: Iterable[Markup]) -> Markup:
    return Markup(
        '<div class="scrolls"><table class="ruled stack" id="{0}" data-testid="{0}">'
        "<thead><tr>{1}</tr></thead><tbody>{2}</tbody></table></div>"
    ).format(name, join(Markup('<th scope="col">{}</th>').format(column) for column in columns), join(rows))
