"""Rulebooks as cited data: finding the files, checking them, and resolving one game under one house's choices.

Nothing in here knows a procedure, and no code anywhere names a rulebook.
"""
