"""Adapters for other packages, a module each. A module imports its package, and nothing imports the module but the
program that wants it. The guide "Recipes" says which frameworks need none."""
