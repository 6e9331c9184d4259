"""The felt as a picture: where everything lies on it, and how a table in play is drawn."""
