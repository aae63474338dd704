"""Settings of gunicorn for ``app``: the application is loaded once, then two workers are forked from it."""

bind = "127.0.0.1:8000"
workers = 2
worker_class = "gthread"
threads = 8
preload_app = True
timeout = 120
