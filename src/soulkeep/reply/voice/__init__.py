"""The offline voice: how a character speaks where no language model does."""
