"""Language models: the interface, implementations, roles and structured answers."""
