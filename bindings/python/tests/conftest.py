"""The fixtures of the tests."""

from fixtures import _held_by_no_function, _settings_of_the_machine, client, emulator

__all__ = ["_held_by_no_function", "_settings_of_the_machine", "client", "emulator"]
