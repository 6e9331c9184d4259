"""One module a game, one folder a family; each module is that game's procedure, top to bottom as the rules of play run."""
