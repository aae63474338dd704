"""Waiting: event loops, threads, functions of the caller, logs."""
