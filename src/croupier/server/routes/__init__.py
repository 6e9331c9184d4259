"""The API's addresses, by what they are about."""
