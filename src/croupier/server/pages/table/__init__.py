"""The table page: what one person sees of a table, what they may do there, and who hears of it."""
