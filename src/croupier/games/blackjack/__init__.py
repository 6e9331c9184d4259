"""Games of twenty-one against the dealer."""
