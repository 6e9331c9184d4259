"""What each procedure gives a simulation kernel: its rules as arrays, and what each place of the histogram means."""
