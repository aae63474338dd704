"""What streams share, sync and async."""
