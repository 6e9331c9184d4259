"""What each procedure's decisions are worth, one module a procedure: `weighed` answers a question, `strategy` draws the charts.

A module sees what a seat sees, never the round; one for a game without decisions says so in a line.
"""
