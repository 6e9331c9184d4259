"""Games in which seven cards or four tiles are set into two hands against a bank."""
