"""Cards, shoes, wheels and chance: exact where counting can be, statistical where it must, with planted faults caught."""

from __future__ import annotations

import itertools
import math
import pickle
import random
from collections import Counter
from collections.abc import Callable

import pytest

from croupier.equipment.cards import FACES, JOKER, card, cards, deck
from croupier.equipment.dice import roll
from croupier.equipment.randomness import Committed, Scripted, Seeded, Source, System, verify
from croupier.equipment.shoe import Shoe, shuffled
from croupier.equipment.wheels import RED, colour, prize_wheel, spots
from croupier.errors import BadInput
from croupier.games.registry import playable


def chi_square(counts: Counter[object], cells: int, trials: int) -> float:
    """The upper-tail probability of a flat distribution (Wilson-Hilferty)."""
    expected = trials / cells
    statistic = sum((count - expected) ** 2 for count in counts.values()) / expected + (cells - len(counts)) * expected
    freedom = cells - 1
    z = ((statistic / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / math.sqrt(2 / (9 * freedom))
    return 0.5 * math.erfc(z / math.sqrt(2))


def test_decks() -> None:
    assert len(deck()) == len(set(deck())) == 52
    assert Counter(deck(decks=8))[card("As")] == 8
    assert deck(jokers=1).count(JOKER) == 1
    assert len(deck(decks=6, without=[10])) == 288


def test_cards_are_interned_and_read_back() -> None:
    for text, face in FACES.items():
        assert card(text) is face and str(face) == text and pickle.loads(pickle.dumps(face)) is face
    assert card("10h") is card("Th") and card("kH") is card("Kh")
    for wrong in ("", "1h", "Kx", "K", "Khh"):
        with pytest.raises(BadInput):
            card(wrong)


@pytest.mark.parametrize("make", [lambda: Seeded(1), lambda: Committed(bytes(range(32))), System])
def test_every_order_of_a_small_pack_is_equally_likely(make: Callable[[], Source]) -> None:
    source, trials = make(), 24_000
    counts: Counter[object] = Counter(tuple(map(str, shuffled(cards("Ac Kc Qc Jc"), source))) for _ in range(trials))
    assert len(counts) == 24
    assert chi_square(counts, 24, trials) > 1e-6


def naive_shuffle(pack: list[object], rng: random.Random) -> list[object]:
    """The classic mistake: every place swapped with any place."""
    for place in range(len(pack)):
        other = rng.randrange(len(pack))
        pack[place], pack[other] = pack[other], pack[place]
    return pack


def sattolo(pack: list[object], rng: random.Random) -> list[object]:
    """The off-by-one mistake: a place is never swapped with itself."""
    for place in range(len(pack) - 1):
        other = rng.randrange(place + 1, len(pack))
        pack[place], pack[other] = pack[other], pack[place]
    return pack


@pytest.mark.parametrize("faulty", [naive_shuffle, sattolo])
def test_the_test_would_catch_a_biased_shuffle(faulty: Callable[[list[object], random.Random], list[object]]) -> None:
    rng, trials = random.Random(1), 24_000
    counts: Counter[object] = Counter(tuple(faulty(list("abcd"), rng)) for _ in range(trials))
    assert chi_square(counts, 24, trials) < 1e-6


@pytest.mark.parametrize("bound", [2, 3, 37, 38, 52, 54])
def test_numbers_below_a_bound_are_flat(bound: int) -> None:
    source, trials = Committed(bound.to_bytes(32, "big")), 40_000
    counts: Counter[object] = Counter(source.below(bound) for _ in range(trials))
    assert chi_square(counts, bound, trials) > 1e-6


def test_the_test_would_catch_a_byte_taken_modulo_52() -> None:
    rng, trials = random.Random(3), 40_000
    counts: Counter[object] = Counter(rng.randrange(256) % 52 for _ in range(trials))
    assert chi_square(counts, 52, trials) < 1e-6


def test_a_shoe_deals_what_a_full_shuffle_would() -> None:
    pack = deck()
    order = shuffled(pack, Seeded(9))
    shoe = Shoe(pack, Seeded(9))
    assert [shoe.draw() for _ in range(52)] == order
    with pytest.raises(BadInput):
        shoe.draw()


def test_commit_and_reveal() -> None:
    source = Committed()
    published = source.commitment
    order = shuffled(deck(), source)
    seed = source.reveal()
    assert verify(published, seed)
    assert shuffled(deck(), Committed(bytes.fromhex(seed))) == order, "anyone can recompute the shuffle"
    other = format(int(seed, 16) ^ 1, "064x")
    assert not verify(published, other) and not verify(published, "not hex")


def test_scripted_numbers() -> None:
    source = Scripted([3, 60])
    assert source.below(4) == 3
    with pytest.raises(BadInput):
        source.below(52)
    with pytest.raises(BadInput):
        source.below(52)


def test_dice_are_flat() -> None:
    source, trials = Seeded(5), 36_000
    counts: Counter[object] = Counter(roll(source) for _ in range(trials))
    assert len(counts) == 36 and chi_square(counts, 36, trials) > 1e-6


def test_layout_spots_cover_what_they_say() -> None:
    layout = ["single", "split", "street", "corner", "line", "column", "dozen", "red", "black", "odd", "even", "low", "high"]
    sizes = dict(zip(layout, (1, 2, 3, 4, 6, 12, 12, 18, 18, 18, 18, 18, 18), strict=True))
    for pattern in layout:
        assert all(len(covers) == sizes[pattern] for covers in spots([pattern], ["0", "00"]).values())
    assert len(RED) == 18 and colour("00") == colour("0") == "green" and colour("1") == "red" and colour("2") == "black"
    # Boxes two numbers share a line exactly when they stand side by side in three columns of twelve.
    adjacent = {f"{a}-{b}" for a, b in itertools.combinations(range(1, 37), 2) if b - a == 3 or (b - a == 1 and a % 3 != 0)}
    assert set(spots(["split"], ["0"])) == adjacent


def test_colours_alternate_between_the_zeros_of_the_printed_wheels() -> None:
    for options in ({"wheel": "single-zero"}, {"wheel": "double-zero"}):
        for game in ("cincinnati/roulette", "cleveland/roulette", "ny/roulette"):
            wheel = playable(game, {"options": options}).wheel
            assert wheel is not None and len(wheel.sections) == len(set(wheel.sections)) == (
                37 if "single-zero" in options.values() else 38
            )
            colours = [colour(number) for number in wheel.sections]
            pairs = zip(colours, colours[1:] + colours[:1], strict=True)
            assert all(a != b for a, b in pairs if "green" not in (a, b))


def test_prize_wheel_keeps_its_counts() -> None:
    wheel = prize_wheel({"$1": 24, "$2": 15, "$5": 7, "$10": 4, "$20": 2, "joker": 1, "logo": 1})
    assert Counter(wheel.sections)["$1"] == 24 and len(wheel.sections) == 54
    assert all(a != b or a == "$1" for a, b in itertools.pairwise(wheel.sections))
