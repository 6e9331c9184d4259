"""The audit pages: the books, rounds, events and tokens as the ledger has them."""
