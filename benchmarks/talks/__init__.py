"""Talks written for this project (CC0), with what is to be known after them, and recordings of a model's answers."""
