"""The desk: a written round as a form or as text, and what the rules settle it to."""
