"""Makes the files of each language from the descriptions in `schema/`."""
