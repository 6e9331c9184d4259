"""What each game's odds are made of, one short module a procedure, which ends in `ODDS`."""
