"""Functions compiled by Numba. Plain typed Python on whole numbers; nothing here knows a rulebook."""
