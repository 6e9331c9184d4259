"""Commands, each importing what it needs when it runs, so that the list of games comes at once."""
