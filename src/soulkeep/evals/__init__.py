"""How well it remembers: data sets, metrics and runs, each a plain function."""
