"""Makes the files that say in each language what `schema/` says once."""
