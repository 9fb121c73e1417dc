"""Threads and processes: how threads end, survive forks, and pause for other work."""
