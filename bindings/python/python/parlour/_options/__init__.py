"""Arguments of calls and clients: their names, credentials, types of arguments."""
