"""Statements of a graph as sentences."""
