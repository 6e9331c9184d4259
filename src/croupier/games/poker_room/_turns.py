"""A betting round at the table: who opens it, and what each seat does in turn."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.games.poker_room._betting import Betting
from croupier.games.poker_room._dealing import best_showing, forced_seat
from croupier.games.poker_room._hand import Hand
from croupier.rules.poker import Street
from croupier.table.betting import Bet, Turn

FOLD, CHECK, CALL, BET, RAISE = "fold", "check", "call", "bet", "raise"


async def betting_round(hand: Hand, street: Street, blinds: Mapping[int, int], *, first: bool) -> None:
    """From whoever opens it until all have answered the last bet. `blinds` lie in the pot already; `first` is the hand's first."""
    rules = hand.rules
    betting = Betting(
        structure=rules.structure,
        order=hand.live(),
        stacks={number: hand.stack(number) for number in hand.live()},
        least=hand.raised(rules.least_bet(street)),
        most=hand.raised(rules.upper_limit),
        raises=None if rules.raises == "none" else int(rules.raises),
        check_raise=rules.check_raise,
        in_pot=sum(hand.put_in().values()) - sum(blinds.values()),
    )
    if first and not rules.variant.blinds:
        forced_bet(hand, betting)
    elif first:
        posted = {number: cents for number, cents in blinds.items() if number in betting.stacks}
        betting.order = hand.after(hand.last_blind) if hand.last_blind else hand.live()
        for number, cents in posted.items():
            betting.post(number, cents, paid=cents, may_raise=True)
    elif street.opens in ("best-high", "best-low"):
        opener = best_showing(hand, low=street.opens == "best-low")
        betting.order = [opener, *(number for number in hand.after(opener) if number != opener)]
    while (acting := betting.next()) is not None:
        await take_turn(hand, betting, acting)
        for other in betting.order if hand.table.reports else ():  # by a ruling others may be out too, or bet no more
            if hand.seat(other).folded:
                betting.drop_out(other)
            elif betting.stacks[other]:
                betting.stacks[other] = hand.stack(other)
    hand.bettor, hand.forced = betting.aggressor or hand.bettor, 0


def forced_bet(hand: Hand, betting: Betting) -> None:
    """The up-card says who must bet; who made the forced bet acts again only when it is raised."""
    number = hand.forced = forced_seat(hand)
    paid = min(hand.rules.forced_bet, hand.stack(number))
    hand.put(number, paid)
    betting.stacks[number] -= paid
    betting.order = hand.after(number)
    betting.post(number, hand.rules.forced_bet, paid=paid, may_raise=False)


async def take_turn(hand: Hand, betting: Betting, number: int) -> None:
    """A seat folds, checks, calls, bets or raises."""
    turn, seat, clause = betting.turn(number), hand.seat(number), hand.rules.betting.clause
    raising = () if turn.to is None else (RAISE,) if betting.level else (BET,)
    choices = (CALL if turn.call else CHECK, *raising, FOLD)
    placed = betting.bets.get(number, 0)
    comes_to = {CALL: placed + turn.call} if turn.call else {}
    if turn.to is not None and turn.to.least == turn.to.most:
        comes_to[RAISE if betting.level else BET] = turn.to.most
    act = await hand.table.ask(
        Turn(number, choices, clause=clause, moment="betting", to_call=turn.call, comes_to=comes_to, passing=(CHECK, FOLD))
    )
    if act is None:
        return
    seat.decided = True
    if act.choice == FOLD:
        seat.folded = True
        if hand.variant.dealt_after_folding is not None and (not turn.call or number == hand.forced):
            hand.dealt_on.append(number)
        betting.fold(number)
        return
    paid = 0
    if act.choice in (CHECK, CALL):
        paid = betting.call(number)
    elif turn.to is not None:
        least, added = turn.to.least - placed, turn.to.most - placed
        if least < added:
            bounds = (least, added, hand.rules.chip)
            answer = await hand.table.ask(Bet(number, called=act.choice, bounds=bounds, placed=placed, clause=clause))
            if answer is None:
                return
            added = answer.amount
        paid = betting.raise_to(number, placed + added)
        hand.dealt_on.clear()
    if paid:
        seat.volunteered = True
        hand.put(number, paid)
