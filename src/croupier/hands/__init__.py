"""What a hand is worth. Plain readable Python for the table; the fast kernels live with the odds."""
