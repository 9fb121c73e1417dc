"""Statements in words."""
