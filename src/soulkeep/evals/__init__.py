"""Evaluation of remembering: data sets, metrics and runs, as plain functions."""
