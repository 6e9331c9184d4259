"""Casino war: decided only after a tie."""

from __future__ import annotations

from croupier.games.war.casino_war import INITIAL, TIE, WAR
from croupier.odds.shapes.war import War

ODDS = War(opens=INITIAL, grows=WAR, ties=TIE)
