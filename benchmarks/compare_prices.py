"""Every price of two checkouts side by side, weight for weight: `python -m benchmarks.compare_prices OLD NEW [--houses] [GAME ...]`.

A price is the same when its distribution is: how often each net comes with each stake. Names of outcomes are compared apart.
`--houses` prices every choice left to the house too, one at a time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ASK = r"""
import json, sys
from croupier.games.registry import all_games, playable
from croupier.odds.analyze import analyze
from croupier.rules.resolve import resolve_file
from croupier.errors import BadInput

def houses(name, every):
    yield {}
    for option, terms in (resolve_file(name).file.options.items() if every else ()):
        for choice in (terms.one_of or ())[1:]:
            yield {"options": {option: choice}}

every, wanted = sys.argv[1] == "--houses", sys.argv[2:]
for name in all_games():
    if wanted and not any(word in name for word in wanted):
        continue
    for house in houses(name, every):
        try:
            game = playable(name, house)
        except BadInput:
            continue
        try:
            found = list(analyze(game))
        except (BadInput, NotImplementedError) as error:
            print(json.dumps([name, house, "refused", "", {"": str(error)}, ""]), flush=True)
            continue
        for price in found:
            counts, named = {}, {}
            for end in price.outcomes:
                key = f"{end.net} of {end.staked}"
                counts[key] = counts.get(key, 0) + end.weight
                named[f"{end.outcome}: {key}"] = end.weight
            print(json.dumps([name, house, price.wager, price.paytable, counts, named, str(price.house_edge)]), flush=True)
"""


def prices(checkout: Path, every: bool, games: list[str]) -> dict[str, list[Any]]:
    """Each price of a checkout by game, house, wager and table."""
    own = checkout / ".venv/bin/python"
    command = [str(own) if own.exists() else sys.executable, "-c", ASK, "--houses" if every else "--default", *games]
    env = os.environ | {"PYTHONPATH": str(checkout / "src")}
    done = subprocess.run(command, cwd=checkout, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{checkout}: {done.stderr.strip().splitlines()[-1]}")
    found: dict[str, list[Any]] = {}
    for line in done.stdout.splitlines():
        game, house, wager, table, *rest = json.loads(line)
        key = " ".join((game, wager, table, json.dumps(house)))
        while key in found:
            key += "'"
        found[key] = rest
    return found


def scaled(counts: dict[str, int]) -> dict[str, int]:
    """Weights in lowest terms: two ways to count may do so in other multiples."""
    from math import gcd

    common = gcd(*counts.values()) or 1
    return {key: weight // common for key, weight in counts.items() if weight}


def main() -> None:
    words = sys.argv[1:]
    every = "--houses" in words
    old, new, *games = [word for word in words if word != "--houses"]
    before, after = (prices(Path(place).resolve(), every, games) for place in (old, new))
    same = renamed = 0
    for key in dict.fromkeys((*before, *after)):
        if key not in before or key not in after:
            print(f"only {'before' if key in before else 'after'}: {key}")
            continue
        (counts, named, *edge), (counts_now, named_now, *edge_now) = before[key], after[key]
        if counts == counts_now or (edge and scaled(counts) == scaled(counts_now)):
            same += 1
            renamed += named != named_now
        else:
            print(f"differs: {key}: {' '.join(edge)} -> {' '.join(edge_now)}")
    told = f"{same} the same weight for weight, {renamed} of them with outcomes named otherwise"
    print(f"{len(before)} prices before, {len(after)} after; {told}")


if __name__ == "__main__":
    main()
