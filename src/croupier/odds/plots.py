"""Pictures of a price: how a round ends, and what the house holds as rounds go by."""

from __future__ import annotations

from pathlib import Path

from croupier.odds.price import Price


def draw(price: Price, path: Path, *, title: str) -> None:
    """Save the distribution and the hold over time; the kind of file follows from its name."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, (ends, hold) = pyplot.subplots(1, 2, figsize=(11, 4.5), layout="constrained")
    nets = sorted({outcome.net for outcome in price.outcomes})
    weights = [sum(outcome.weight for outcome in price.outcomes if outcome.net == net) / price.weight for net in nets]
    colours = ["#b03030" if net < 0 else "#808080" if net == 0 else "#2e7d32" for net in nets]
    ends.bar(range(len(nets)), weights, color=colours)
    step = max(1, len(nets) // 12)
    ends.set_xticks(range(0, len(nets), step), [f"{float(net):g}" for net in nets[::step]], rotation=45)
    ends.set_yscale("log")
    ends.set_xlabel("net, in units of the opening wager")
    ends.set_ylabel("probability")
    ends.set_title("how a round ends")
    rounds = [10**power for power in range(1, 7)]
    edge, deviation = float(price.house_edge), float(price.variance) ** 0.5
    middle = [edge] * len(rounds)
    for width, shade in ((1.96, 0.2), (1.0, 0.35)):
        spread = [width * deviation / count**0.5 for count in rounds]
        hold.fill_between(rounds, [edge - s for s in spread], [edge + s for s in spread], color="#1f4e79", alpha=shade, lw=0)
    hold.plot(rounds, middle, color="#1f4e79")
    hold.set_xscale("log")
    hold.axhline(0, color="black", lw=0.6)
    hold.set_xlabel("rounds")
    hold.set_ylabel("hold per unit, with 68% and 95% bands")
    hold.set_title(f"house edge {edge:.4%}")
    figure.suptitle(title)
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
