"""Tools and runs of tools, whichever way their functions are called."""
