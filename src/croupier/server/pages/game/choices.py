"""A house's choices on a game page: read from the address, drawn as controls, written back into the address."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from markupsafe import Markup

from croupier import documents
from croupier.compliance.wording import bounds, choice_text, dollars, value_text
from croupier.errors import BadInput
from croupier.rules import model
from croupier.server.floor import prepare
from croupier.server.pages.game.markup import Citations, join, table
from croupier.server.pages.saying import title, words
from croupier.table.playable import Playable

VERSION = "version of the text"
"""What the control for dated versions is called: no option of a game has blanks in its name."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A game under the choices an address names, beside the same game as the text has it."""

    game: Playable
    plain: Playable
    options: Mapping[str, Any]
    version: str | None

    @property
    def address(self) -> str:
        """The page of this choice, to be linked."""
        return address(self.game.terms.id, self.options, self.version)


def text_of(value: Any) -> str:
    """A value as an address and a control write it."""
    return json.dumps(value) if isinstance(value, bool | dict | list) else str(value)


def address(game: str, options: Mapping[str, Any], version: str | None, *, at: str = "/games/") -> str:
    """The address of a game's page under these choices."""
    query = [("set", f"{name}={text_of(value)}") for name, value in options.items()] + (
        [("version", version)] if version else []
    )
    return f"{at}{quote(game)}" + (f"?{urlencode(query)}" if query else "")


def compared(chosen: Chosen, games: Sequence[str]) -> str:
    """The address at which a game under these choices stands beside others."""
    game = chosen.game.terms
    query = [("set", f"{game.id}:{name}={text_of(value)}") for name, value in chosen.options.items()]
    return f"/compare/{quote(game.game)}?{urlencode([*query, ('games', ','.join(games))], safe='/,:=')}"


def read(game: str, pairs: Iterable[str], version: str | None) -> Chosen:
    """The game under `option=value` pairs; what the text does not leave to the house is refused."""
    plain = prepare(game, None, version or None)
    options: dict[str, Any] = {}
    for pair in filter(None, pairs):
        name, equals, text = pair.partition("=")
        if not equals:
            raise BadInput(f"{pair}: write option=value")
        options[name] = _value(plain.terms.file.options.get(name), text)
    changed = {name: value for name, value in options.items() if plain.terms.options.get(name) != value}
    return Chosen(prepare(game, {"options": changed} if changed else None, version or None), plain, changed, version or None)


def saved(options: Mapping[str, Any]) -> str:
    """The choices as a file of house rules, which the command line takes too."""
    return json.dumps({"options": dict(options)}, indent=1) + "\n"


def loaded(game: str, content: bytes, name: str) -> str:
    """The address of a game's page under the choices of such a file; one that this game does not leave to the house is refused."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{name}: not a text file in UTF-8") from None
    house = documents.read_house_rules(text, name, toml=name.endswith(".toml"))
    if others := sorted(house.keys() - {"options"}):
        raise BadInput(
            f"{name}: this page shows what options do; {', '.join(others)}: croupier --house-rules takes them, and the desk"
        )
    options = documents.table(house.get("options", {}), "options")
    prepare(game, {"options": options}, None)
    return address(game, options, None)


def _value(option: model.Option | None, text: str) -> Any:
    if option is not None and option.one_of is not None:
        return next((choice for choice in option.one_of if text_of(choice) == text), text)
    if option is not None and option.unit is not None:
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def controls(chosen: Chosen, described: Mapping[str, Any], cite: Citations) -> Markup:
    """A form with every choice the text leaves to the house, and the dated versions where there are several."""
    game, plain = chosen.game.terms, chosen.plain.terms
    rows: list[tuple[Markup | str, ...]] = []
    for entry in described["options"]:
        name = entry["option"]
        option = game.file.options[name]
        if option.is_ is not None:
            continue
        changed = game.options[name] != plain.options[name]
        mark = Markup('<span class="tag strong">changed</span>') if changed else ""
        rows.append(
            (
                join((title(name), mark), " "),
                _control(name, option, game.options[name], plain.options[name]),
                join((bounds(option), entry["says"]), ". " if entry["says"] and bounds(option) else ""),
                join((cite.chips(entry["clause"]), reading_tag(entry["reading"])), " "),
            )
        )
    if len(described["versions"]) > 1:
        rows.insert(0, _versions_row(described["versions"], chosen.version, cite))
    if not rows:
        return Markup("<p>The text leaves nothing to the house.</p>")
    reset = (
        Markup('<a class="act quiet" href="/games/{}#options" data-testid="options-reset">As the text has it</a>').format(
            game.id
        )
        if chosen.options or chosen.version
        else ""
    )
    save = Markup(
        ' <a class="act quiet" download="{}-house-rules.json" href="data:application/json,{}" data-testid="options-save">Save as a file</a>'
    ).format(game.game, quote(saved(chosen.options)))
    return Markup(
        "<p>Choose otherwise to see this game's tables and prices as another house would run it; the address can be passed on.</p>"
        '<form data-chooses data-testid="options-form">{}<div class="controls">'
        '<button class="act" type="submit" data-testid="options-apply">Show this choice</button>{}{}</div></form>'
    ).format(table(("option", "choice", "what it is", "clause"), rows), reset, save)


def _versions_row(versions: Iterable[Mapping[str, Any]], chosen: str | None, cite: Citations) -> tuple[Markup | str, ...]:
    known = list(versions)
    current = next((version["id"] for version in known if version["current"]), "")
    picked = chosen or current
    said = next((version for version in known if version["id"] == picked), {"says": "", "clause": ""})
    choices = [("" if version["id"] == current else version["id"], _dated(version)) for version in known]
    return (
        Markup("Version of the text"),
        _select(VERSION, choices, "" if picked == current else picked, ""),
        said["says"],
        cite.chips(said["clause"]),
    )


def _dated(version: Mapping[str, Any]) -> str:
    return str(version["id"]) + (" (current)" if version["current"] else "")


def _control(name: str, option: model.Option, value: Any, default: Any) -> Markup | str:
    if option.one_of is not None:
        return _select(
            name, [(text_of(choice), choice_text(option, choice)) for choice in option.one_of], text_of(value), text_of(default)
        )
    if option.house_sets == "yes-or-no":
        return _select(name, [("true", "yes"), ("false", "no")], text_of(value), text_of(default))
    if option.house_sets == "sections":
        return value_text(value)
    if option.is_money:
        return _field(name, Markup('type="text" size="10" inputmode="decimal" data-cents'), _sum(value), _sum(default))
    kind, least, most = Markup('type="text" size="8"'), option.at_least, option.at_most
    if option.unit is None and isinstance(default, int):
        kind = Markup('type="number" min="{}"').format(least or 0) + (
            Markup(' max="{}"').format(most) if most is not None else ""
        )
    return _field(name, kind, text_of(value), text_of(default))


def _field(name: str, kind: Markup, value: str, default: str) -> Markup:
    return Markup(
        '<input class="control" {} value="{}" data-option="{}" data-default="{}" aria-label="{}" data-testid="option-{}">'
    ).format(kind, value, name, default, title(name), name)


def _sum(value: Any) -> str:
    """A sum as people type it, in dollars; the page's script makes cents of it again."""
    return dollars(value) if isinstance(value, int) else text_of(value)


def _select(name: str, choices: Iterable[tuple[str, str]], chosen: str, default: str) -> Markup:
    listed = join(
        Markup('<option value="{}"{}>{}</option>').format(value, Markup(" selected") if value == chosen else "", text)
        for value, text in choices
    )
    return Markup(
        '<select class="control" data-option="{}" data-default="{}" aria-label="{}" data-testid="option-{}">{}</select>'
    ).format(name, default, title(name), name.replace(" ", "-"), listed)


def reading_tag(reading: str | None) -> Markup | str:
    """A link to the reading that something rests on."""
    if not reading:
        return ""
    return Markup('<a class="chip-clause" href="#reading-{0}" title="rests on a reading">reading: {1}</a>').format(
        reading, words(reading)
    )
