"""Measurements, as ratios inside one run where there is something to compare with."""
