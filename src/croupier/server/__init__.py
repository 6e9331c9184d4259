"""The workbench: tables that keep their books, an API over them, and pages."""
