"""The command line. Its shapes are a contract: keys may be added, never renamed."""
