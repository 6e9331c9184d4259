"""The ledger: accounts, transfers and hash-chained events, on SQLite or PostgreSQL. What a table did is what its events say."""
