"""The inspector's pages, each in a folder."""
