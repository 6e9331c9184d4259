"""Functions compiled by Numba. Plain typed Python on whole numbers; nothing here knows a rulebook.

Where to begin, and what is taken for granted everywhere:

- Cards are numbers, 4 * rank + suit, ranks from the deuce up. `evaluate` turns a hand into its class, 1 to 7,462, from sums of words
  a card, so a hand grows by addition and shrinks by subtraction. `places` numbers sets of cards without gaps, so that a table by
  set is a plain array.
- Suits are alike. A set of cards stands for all that a renaming of suits makes of it (`card_sets`, `boards`): 2,598,960 hands of
  five are 134,459 classes. What is counted for a class is multiplied by how many sets it stands for.
- Hands that share no card with mine are counted by inclusion and exclusion: all hands, less those with one of my cards, and those
  with two back again. Going up through hands in the order of their value while such counts are kept (a *sweep*) tells for every
  hand at once how many lie below it: over pairs of hole cards in `kinds`, over sets of up to five cards in `four_card_sweep`, in
  two dimensions in `pai_gow_sweep`.
- Hold'em boards go by class (`kinds`): only the ranks and the suit that can still make a flush matter. `ultimate` and
  `bonus_holdem` add up decisions over them, `one_holdem` does so for one pair of hole cards.
- `streets` goes backwards from the last decision; `blackjack*` is a shoe by counts of ten values.
- `sim_*` play rounds. `randomness` gives each round its own words, so totals do not depend on who counts them; `compiled` says how
  these kernels are compiled for processor and GPU.

Traps: pasting a large function in at many places costs the compiler minutes (blackjack's `draw` did), and calling a small one
instead may cost the kernel a quarter of its speed: try both. A function that is pasted in (`inline="always"`) is not looked at when
Numba decides whether a compiled file is stale, so touch the file that uses it. Tables are module-level constants, because arrays
passed to small functions cost a reference count a call. Whole numbers of 64 bits must not overflow, and whoever calls a kernel checks
that they cannot.
"""
