"""Answers, errors and headers as Python objects."""
