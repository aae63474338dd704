"""What clients and resources share, sync and async."""
