"""The fixtures of the tests: those of `parlour`."""

from fixtures import _held_by_no_function, _settings_of_the_machine, client, emulator

__all__ = ["_held_by_no_function", "_settings_of_the_machine", "client", "emulator"]
