"""What every command shares: the application, its arguments, JSON in and out."""

from __future__ import annotations

import importlib.util
import json
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from croupier import __version__, documents
from croupier.cli.completing import complete_game, complete_set, complete_version
from croupier.errors import BadInput, MissingExtra


class Told(TyperGroup):
    """A group of commands whose help tells what each does to the end of the sentence, as wide as the terminal is."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for command in self.commands.values():
            command.short_help = command.short_help or command.help
        super().format_commands(ctx, formatter)


HELP = {"max_content_width": 120, "help_option_names": ["--help", "-h"]}
app = typer.Typer(
    cls=Told,
    context_settings=HELP,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Casino table games as regulators write them, made executable.",
)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


Game = Annotated[str, typer.Argument(help="rulebook/game, as `croupier games` lists them.", autocompletion=complete_game)]
Set = Annotated[list[str] | None, typer.Option("--set", help="A house rule: option=value.", autocompletion=complete_set)]
HouseRules = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="A house's choices, as TOML or JSON: options, paytables, limits, meters. --set wins over it."
    ),
]
Version = Annotated[str | None, typer.Option(help="A dated version of the text.", autocompletion=complete_version)]


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    print(json.dumps(value, ensure_ascii=False, indent=1 if sys.stdout.isatty() else None))


def laid_out(value: Any, *, room: int = 100, depth: int = 0) -> str:
    """JSON as a person would write it: what is short on one line, and the rest part by part."""
    line, inner = json.dumps(value, ensure_ascii=False), "  " * (depth + 1)
    if not value or not isinstance(value, (dict, list)) or (depth and len(line) <= room):
        return line
    if isinstance(value, list):
        parts = [laid_out(part, room=room, depth=depth + 1) for part in value]
    else:
        parts = [f"{json.dumps(name)}: {laid_out(part, room=room, depth=depth + 1)}" for name, part in value.items()]
    opening, closing = "[]" if isinstance(value, list) else "{}"
    return f"{opening}\n{inner}" + f",\n{inner}".join(parts) + f"\n{'  ' * depth}{closing}"


def house(file: str | None, pairs: list[str] | None) -> dict[str, Any]:
    """A house's choices: those of the file, and over them every `--set name=value`; true, false and whole numbers are read as such."""
    chosen = {} if file is None else documents.house_rules(file)
    options: dict[str, Any] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadInput(f"--set {pair}: write option=value")
        options[name] = _value(value, pair)
    if options:
        chosen["options"] = {**documents.table(chosen.get("options", {}), "options"), **options}
    return chosen


def needs(what: str, extra: str, *modules: str) -> None:
    """Refuse what was asked where a part of the program that it needs is not installed."""
    if any(importlib.util.find_spec(module) is None for module in modules):
        raise MissingExtra(what, extra)


def _value(text: str, pair: str) -> Any:
    try:
        found = json.loads(text)
    except RecursionError:
        raise BadInput(f"--set {pair[:40]}...: nested too deeply") from None
    except ValueError:
        found = text
    documents.check(found, f"--set {pair[:40]}")
    return found


def read_json(path: str) -> Any:
    """A JSON document from a file, or from standard input for `-`."""
    return documents.from_json(documents.read(path), documents.shown_path(path))


@app.callback(invoke_without_command=True)
def guide(ctx: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """What Croupier is and what you can do next."""
    if version:
        print(__version__)
    elif ctx.invoked_subcommand is None:
        from croupier.cli.guide import show_guide

        show_guide()
