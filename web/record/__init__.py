"""Matches on disk.

The ``store`` holds them as ``layout`` has it, beside it lies a ``witness``; ``salvage`` puts right what is damaged, and
``disk`` says what keeps it from being written. ``resuming`` makes a match of a record again. The ``library`` is all of
them; it sends records out and takes them in. If somebody names a ``file``, a match is written there too, as a ``copy``
that may fail without ending the game.
"""
