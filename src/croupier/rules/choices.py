"""A house's choices against what the text leaves to it: options, limits, wagers, pay tables and meters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from croupier.errors import BadInput, OutOfBounds, Place, Unknown, about, shown
from croupier.rules import model
from croupier.rules.choosing import choose, default
from croupier.rules.dice import ComeOut, Removal
from croupier.rules.limits import Limits, Posted, limits_of
from croupier.rules.naming import title
from croupier.rules.once import once_a_file
from croupier.rules.payouts import Payout
from croupier.rules.terms import Condition, Dice, Need, Paytable, Wager, grounds, joined


def holds(condition: Condition, options: Mapping[str, Any]) -> bool:
    """Does every option named in `condition` have the value, one of the values, or a value within the bounds asked for?"""
    return not condition or all(_fits(options[name], wanted) for name, wanted in condition.items())


def _fits(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        # An option that is no number ("none") lies within no bounds.
        return isinstance(value, int) and bool(wanted.get("at-least", value) <= value <= wanted.get("at-most", value))
    return value in wanted if isinstance(wanted, (list, tuple)) else bool(value == wanted)


def _renamed(file: model.Game, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """What a house says yes or no to by another name, as the option and the value it means; a no leaves the option as it is."""
    meant = {word: (name, value) for name, option in file.options.items() for word, value in option.chosen_by.items()}
    spelled = {alias: key for key, variant in file.variants.items() for alias in variant.aliases}
    renamed: dict[str, Any] = {}
    for name, value in chosen.items():
        option, chosen_value = meant.get(name, (name, value)) if isinstance(value, bool) else (name, value)
        if option == "variant" and isinstance(value, str):
            chosen_value = spelled.get(value, value)
        if value is False and name in meant:
            continue
        if renamed.setdefault(option, chosen_value) != chosen_value:
            clause = joined(file.options[option].clause)
            raise OutOfBounds(f"{option}: {renamed[option]} and {chosen_value} are both chosen ({clause})")
    return renamed


def followed_by(option: model.Option, options: Mapping[str, Any]) -> model.Follows | None:
    """What settles an option under these choices of others, if any does."""
    return next((entry for entry in option.follows if holds(entry.when, options)), None)


def _follow(name: str, followed: model.Follows, chosen: Mapping[str, Any]) -> Any:
    if name in chosen and chosen[name] != followed.is_:
        given = ", ".join(f"{other}={value}" for other, value in followed.when.items())
        clause = joined(followed.clause)
        raise OutOfBounds(f"{name}: {shown(chosen[name])} is not a choice where {given}: it is {followed.is_} ({clause})")
    return followed.is_


def options_of(file: model.Game, chosen: Mapping[str, Any]) -> dict[str, Any]:
    chosen = _renamed(file, chosen)
    for name in chosen:
        if name not in file.options:
            raise Unknown(f"option of {file.name}", name, file.options)
    options = dict.fromkeys(file.options)
    for name, option in sorted(file.options.items(), key=lambda entry: bool(entry[1].follows)):
        with about(Place(f"option {name}")):
            followed = followed_by(option, options)
            if followed is not None and not (followed.unless_chosen and name in chosen):
                options[name] = _follow(name, followed, chosen)
            else:
                options[name] = choose(name, option, chosen[name]) if name in chosen else default(option)
    for constraint in file.constraints:
        if holds(constraint.when, options) and not holds(constraint.must, options):
            given = ", ".join(f"{name}={options[name]}" for name in constraint.when)
            must = ", ".join(f"{name}={value}" for name, value in constraint.must.items())
            raise OutOfBounds(f"{given} goes only with {must} ({joined(constraint.clause)})")
    return options


def wagers_of(file: model.Game, options: Mapping[str, Any], limits: Mapping[str, Any], posted: Posted) -> dict[str, Wager]:
    bounds = {name: limits_of(file, name, posted, limits.get(name, {})) for name in file.wagers}
    found = {}
    for name, wager in file.wagers.items():
        if (wager.offered is not None and not options[wager.offered]) or not holds(wager.when, options):
            continue
        needs = tuple(
            Need(need.wager, Fraction(need.at_least or 0), joined(need.clause))
            for need in wager.needs
            if holds(need.when, options)
        )
        found[name] = Wager(
            id=name,
            called=wager.called or name,
            name=wager.name or title(wager.called or name),
            aliases=wager.aliases,
            placed=wager.placed,
            times=wager.times,
            of=wager.of,
            amount=wager.amount if wager.amount_by is None else options[wager.amount_by],
            amounts=wager.amounts,
            needs=needs,
            apart_from=tuple((other, joined(apart.clause)) for apart in wager.apart_from for other in apart.wager),
            bars_surrender=joined(wager.bars_surrender),
            area=wager.area,
            collected=wager.collected,
            meter=wager.meter,
            limits=bounds[name],
            clause=joined(wager.clause),
            says=wager.says,
            reading=wager.reading,
            dice=_dice(file, name, wager),
            staked_by=wager.staked_by,
            paid_to=wager.paid_to,
            pooled=wager.pooled,
            banks=wager.banks,
            lasts=wager.lasts,
            alone=_alone(wager, options, bounds),
            looks_at=wager.looks_at,
            checks=wager.checks,
            counted=joined(wager.counted),
            decided=wager.decided,
            waits_until=wager.waits_until,
            dealt_on=wager.dealt_on,
            payout_limit=wager.payout_limit,
            payout_limit_for=wager.payout_limit_for,
            least_win_lifts=wager.least_win_lifts,
            lost_by_folding=wager.lost_by_folding or any(name in options.get(key, ()) for key in model.FORFEITS),
            any_amount=wager.any_amount,
            outcomes=grounds(wager.outcomes),
        )
    return found


def _alone(wager: model.Wager, options: Mapping[str, Any], bounds: Mapping[str, Limits]) -> int | None:
    """How large a stake may stand by itself: the minimum of the table, or the least of the wagers it otherwise needs."""
    if wager.alone is None:
        return None
    minimum = options[wager.alone]
    needed = [bounds[other].minimum for need in wager.needs for other in need.wager]
    return min(needed, default=1) if minimum == "none" else int(minimum)


def _dice(file: model.Game, name: str, wager: model.Wager) -> Dice | None:
    """The wager's row with its handling; the file has been checked to say it exactly once, or not to need it."""
    if wager.dice is None:
        return None
    handling = file.dice
    removal = next((entry for entry in handling.removal if name in entry.wager), None)
    come_out = next((entry for entry in handling.come_out if name in entry.wager), None)
    return Dice(
        row=wager.dice,
        removal=removal or Removal(wager=(name,), until="decided", clause=wager.clause),
        come_out=come_out or ComeOut(wager=(name,), action="on", clause=wager.clause),
        commission=next((entry for entry in handling.commission if name in entry.wager), None),
    )


def composed_tables(file: model.Game, chosen: Mapping[str, Paytable]) -> dict[str, Paytable]:
    """Pay tables of wagers that are paid as if their parts had been made separately: each total at its part's odds."""
    found = {}
    for name, wager in file.wagers.items():
        if wager.dice is None or not wager.dice.parts or name in chosen:
            continue
        parts = [part for part in wager.dice.parts if part != "it"]
        rows = {
            str(mark): chosen[part].rows["win"]
            for part in parts
            for terms in [file.wagers[part].dice]
            if terms is not None
            for mark in terms.wins
        }
        cited = dict.fromkeys((*wager.clause, *(clause for part in parts for clause in chosen[part].clause.split(", "))))
        ordered = MappingProxyType(dict(sorted(rows.items(), key=lambda item: int(item[0]))))
        found[name] = Paytable(name, "1", ordered, False, ", ".join(cited), {}, wager.reading, wager.says)
    return found


def _rows(table: model.Paytable) -> dict[str, Payout]:
    rows = {
        row: Payout.parse(text)._replace(per=table.sums_per or 0, whole=table.whole, off_meter=row in table.off_meter)
        for row, text in table.rows.items()
    }
    return rows | {row: rows[row]._replace(beside=rows[other]) for row, other in table.beside.items()}


@once_a_file
def tables_of(file: model.Game) -> tuple[Paytable, ...]:
    """Every pay table that is printed, wager by wager."""
    return tuple(
        Paytable(
            wager=wager,
            id=table.id,
            rows=MappingProxyType(_rows(table)),
            floor=table.floor,
            clause=joined(table.clause),
            when=table.when,
            reading=table.reading,
            says=table.says,
            column=table.column,
            stakes_from=table.stakes_from,
            called=table.called,
            cites=grounds(table.cites),
            not_from_tray=table.not_from_tray,
            offered=table.offered,
            at_most={row: Payout.parse(text) for row, text in table.at_most.items()},
        )
        for table in file.paytables
        for wager in table.wager
    )


def _own_table(name: str, rows: Mapping[str, Any], allowed: list[Paytable]) -> Paytable:
    """A table of the house's own, allowed where the text prints a floor and no figure falls below it."""
    floor = allowed[0]
    if not floor.floor:
        raise OutOfBounds(f"paytables.{name}: the figures are fixed by the text ({floor.clause})")
    try:
        parsed = {row: Payout.parse(str(text)) for row, text in rows.items()}
    except ValueError as error:
        raise OutOfBounds(f"paytables.{name}: {error}") from None
    for row, least in floor.rows.items():
        if row not in parsed or not parsed[row].at_least(least):
            offered = parsed[row].text if row in parsed else "nothing"
            raise OutOfBounds(f"paytables.{name}.{row}: {offered} is less than {least.text} ({floor.clause})")
        if row in floor.at_most and not floor.at_most[row].at_least(parsed[row]):
            raise OutOfBounds(
                f"paytables.{name}.{row}: {parsed[row].text} is more than {floor.at_most[row].text} ({floor.clause})"
            )
        parsed[row] = parsed[row]._replace(per=least.per, whole=least.whole, off_meter=least.off_meter)
    unknown = parsed.keys() - floor.rows.keys()
    if unknown:
        raise Unknown(f"row of {name}", sorted(unknown)[0], floor.rows)
    return replace(floor, wager=name, id="house", rows=MappingProxyType(parsed))


def _no_table(name: str, pick: str, printed: list[Paytable], allowed: list[Paytable]) -> OutOfBounds:
    """The tables there are; of one that goes with other choices of the house, which ones."""
    fault = f"paytables.{name}: {shown(pick)} is not a choice: one of {', '.join(table.id for table in allowed)}"
    elsewhere = next((table for table in printed if table.id == pick), None)
    if elsewhere is None:
        return OutOfBounds(f"{fault} ({allowed[0].clause})")
    needs = ", ".join(f"{option}={value}" for option, value in elsewhere.when.items())
    return OutOfBounds(f"{fault} ({allowed[0].clause}); {pick} goes with {needs} ({elsewhere.clause})")


def chosen_tables(
    tables: tuple[Paytable, ...], options: Mapping[str, Any], wanted: Mapping[str, Any], names: Mapping[str, str]
) -> dict[str, Paytable]:
    """The table posted for each wager; where it is printed in columns, each as `wager:column` and the first as `wager` too."""
    together = {
        table.called: {other.wager for other in tables if other.called == table.called} for table in tables if table.called
    }
    choice = {wager: value for name, value in wanted.items() for wager in together.get(name, {names.get(name, name)})}
    for name in choice:
        if not any(table.wager == name for table in tables):
            raise Unknown("pay table for wager", name, {table.wager for table in tables})
    found: dict[str, Paytable] = {}
    for name, column in dict.fromkeys((table.wager, table.column) for table in tables):
        printed = [table for table in tables if (table.wager, table.column) == (name, column)]
        allowed = [table for table in printed if holds(table.when, options)]
        if not allowed:
            continue
        pick, key = choice.get(name), f"{name}:{column}" if column else name
        with about(Place(f"option {name}")):
            if pick is None:
                found[key] = allowed[0]
            elif isinstance(pick, Mapping):
                found[key] = _own_table(name, pick, allowed)
            else:
                match = [table for number, table in enumerate(allowed, start=1) if str(pick) in (table.id, str(number))]
                if not match:
                    raise _no_table(name, str(pick), printed, allowed)
                found[key] = match[0]
        found.setdefault(name, found[key])
    return found


def _least_rate(meter: model.Meter, options: Mapping[str, Any]) -> str:
    return next((entry.rate for entry in meter.rates if holds(entry.when, options)), meter.rate)


def _meter_terms(name: str, terms: Any) -> Mapping[str, Any]:
    """What a house says of one meter, refused where it is no table of what a house can say."""
    if not isinstance(terms, Mapping) or terms.keys() - {"seed", "rate", "link"}:
        raise BadInput(f"meters.{name}: a table of a seed in cents and a rate such as 25% is expected")
    return terms


def _figures_set(file: model.Game, options: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The house's figures for its meters, those among them that it sets by an option: one figure has one place."""
    found = {name: dict(_meter_terms(name, terms)) for name, terms in wanted.items()}
    for name, meter in file.meters.items():
        for figure, option in (("seed", meter.seed_by), ("rate", meter.rate_by)):
            if option is not None:
                if figure in wanted.get(name, {}):
                    raise OutOfBounds(f"meters.{name}.{figure}: the option {option} sets it ({joined(meter.clause)})")
                found.setdefault(name, {})[figure] = options[option]
    return found


def meters_of(
    file: model.Game, options: Mapping[str, Any], wanted: Mapping[str, Any], chosen: Mapping[str, Paytable]
) -> dict[str, model.Meter]:
    """The meters with the house's own seed and rate, which may be above the text's and not below."""
    posted = {wager.meter: chosen[name].id for name, wager in file.wagers.items() if wager.meter is not None and name in chosen}
    found = {
        name: meter.model_copy(update={"seed": meter.seed_with(posted.get(name, "")), "rate": _least_rate(meter, options)})
        for name, meter in file.meters.items()
    }
    leasts = {name: meter.rate for name, meter in found.items()}
    for name, terms in _figures_set(file, options, wanted).items():
        if name not in found:
            raise Unknown(f"meter of {file.name}", name, found)
        least = found[name]
        try:
            changed = least.model_validate({**least.model_dump(by_alias=True), **terms})
            rate = Fraction(changed.rate.rstrip("%"))
        except ValueError:
            raise OutOfBounds(f"meters.{name}: a seed in cents and a rate such as 25% ({joined(least.clause)})") from None
        if changed.seed < least.seed or rate < 0:
            raise OutOfBounds(f"meters.{name}: at least {least.seed} cents and {least.rate} ({joined(least.clause)})")
        found[name] = changed.starting_at(changed.seed) if "seed" in terms else changed
    for name, least in file.meters.items():
        fed = [terms for other, terms in found.items() if name in (other, terms.beside)]
        if sum(Fraction(terms.rate.rstrip("%")) for terms in fed) < Fraction(leasts[name].rstrip("%")):
            raise OutOfBounds(f"meters.{name}: at least {least.seed} cents and {leasts[name]} ({joined(least.clause)})")
    return found
