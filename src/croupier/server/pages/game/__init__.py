"""The pages of one game: its rules, choices, prices and strategy, and games side by side."""
