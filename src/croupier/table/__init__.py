"""What every game shares: seats, wagers, the round and its log, settlement, rulings, meters, and the session between rounds."""
