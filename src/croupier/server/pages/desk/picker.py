"""A deck to pick cards from, as they are dealt: click a card to add it, click it again to take it back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from nicegui import ui

from croupier.equipment.cards import JOKER_TEXT, RANKS
from croupier.equipment.faces import FACES
from croupier.equipment.tiles import TILES
from croupier.server.pages.desk.cards import cards
from croupier.server.pages.desk.parts import drawn, spoken_as, testid
from croupier.server.pages.saying import spoken

STYLE = """
.deck { display: grid; grid-template-columns: repeat(13, 1fr); gap: 4px; width: 100%; }
@media (max-width: 600px) { .deck { grid-template-columns: repeat(7, 1fr); } }
.deck button { font: 600 1rem system-ui, sans-serif; min-height: 2.5rem; border: 1px solid #9aa0a6; border-radius: 5px; background: #fffdf8;
  color: #1f2933; cursor: pointer; padding: 0; }
.deck button.red { color: #b3161b; }
.deck button.picked { background: #14532d; color: #fff; }
.deck button:disabled { opacity: .35; cursor: not-allowed; }
"""


class Picker:
    """One dialog for every hand of the page."""

    def __init__(self, pack: Mapping[str, int]) -> None:
        self.pack = dict(pack)
        self.picked: list[str] = []

    def open(self, title: str, given: list[str], most: int, used: list[str], done: Callable[[list[str]], object]) -> None:
        """Let somebody pick up to `most` cards; those lying elsewhere are not offered again."""
        own = [card for card in given if card in FACES]
        self.picked = own[:most]
        elsewhere = Counter(used) - Counter(own)
        with spoken_as(ui.dialog(), title) as dialog, ui.card().classes("w-full").style("max-width: 44rem"):
            ui.label(title).classes("text-lg")
            shown = drawn("")
            deck = ui.element("div").classes("deck")
            with ui.row():
                testid(ui.button("Done", on_click=dialog.close).props("no-caps"), "picker-done")
                ui.button("Start again", on_click=lambda: pick(None)).props("flat no-caps")

        def pick(card: str | None) -> None:
            if card is None:
                self.picked.clear()
            elif card in self.picked and (self.pack.get(card, 0) - elsewhere[card] == 1 or len(self.picked) >= most):
                self.picked.remove(card)
            elif len(self.picked) < most:
                self.picked.append(card)
            done(list(self.picked))
            draw()

        def draw() -> None:
            shown.set_content(cards(self.picked) if self.picked else f"<span class='muted'>{most} cards to pick</span>")
            deck.clear()
            with deck:
                for suit in "shdc":
                    for rank in reversed(RANKS):
                        button(f"{rank}{suit}")
                for face in (JOKER_TEXT, *TILES):
                    button(face)

        def button(card: str) -> None:
            held = self.pack.get(card, 0)
            if not held:
                return
            face, chosen = FACES[card], card in self.picked
            made = ui.element("button").props(
                f'type=button aria-label="{spoken(card)}" aria-pressed={"true" if chosen else "false"}'
            )
            made.classes("picked" if chosen else "red" if face.suit in "dh" else "")
            testid(made, f"card-{card}")
            if held - elsewhere[card] < 1:
                made.props("disabled")
            made.on("click", lambda: pick(card))
            with made:
                ui.label(face.symbol)

        draw()
        dialog.open()
