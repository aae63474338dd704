"""The client for blocking code, made from ``_async`` by ``scripts/python/sync.py``, but for those files that wait:
``io``, ``calls`` and ``uploads``."""
