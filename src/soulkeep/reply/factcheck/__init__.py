"""Checking whether a reply is supported by its sources."""
