"""The client for asyncio and trio. ``scripts/python/sync.py`` makes ``_sync`` from these files, but for those that
wait: ``io``, ``calls`` and ``uploads``."""
