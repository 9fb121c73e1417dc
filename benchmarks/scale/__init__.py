"""The parts of scale_sim.py."""
