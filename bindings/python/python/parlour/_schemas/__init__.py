"""Types of Python as JSON Schema, and values of answers as those types."""
