"""Games decided by dice."""
