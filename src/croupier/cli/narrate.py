"""A round told in plain text: what was dealt, decided, ruled and paid, each with its clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.rules.naming import words
from croupier.table.narrate import tell_written
from croupier.table.settlement import money
from croupier.table.written import Prepare, answer_json


def narrate(document: Mapping[str, Any], prepare: Prepare) -> str:
    """The whole round in text."""
    round_, story = tell_written(document, prepare)
    game = round_.playable.terms
    answer = answer_json(round_)
    head = [f"{game.name} ({game.id}), {game.clause}", ""]
    settled = ["", "settlement"]
    for line in answer["lines"]:
        wager = f"  seat {line['seat']}  {words(line['wager']):22} {money(line['stake']):>10}  {words(line['outcome']):28}"
        paid = f"returned {money(line['returned']):>10}  won {money(line['won']):>12}"
        commission = f"  commission {money(line['commission'])}" if line["commission"] else ""
        settled.append(f"{wager} {paid}{commission}  [{line['clause']}]".rstrip())
    for seat, stakes in answer.get("remaining", {}).items():
        settled.append(
            f"  seat {seat}  still up: " + ", ".join(f"{words(spot)} {money(stake)}" for spot, stake in stakes.items())
        )
    settled += [f"  seat {seat}: {money(total)}" for seat, total in answer["net"].items()]
    settled += [f"  tip pool: {money(answer['tip_pool'])}"] if "tip_pool" in answer else []
    if answer.get("readings"):
        settled += ["", "readings relied on"]
        for name in answer["readings"]:
            reading = game.file.readings[name]
            settled.append(f"  {words(name)}: {reading.adopted}")
    return "\n".join([*head, *story, *settled]) + "\n"
