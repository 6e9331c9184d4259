"""The pages: the same functions the API calls, drawn. Nothing here decides anything."""
