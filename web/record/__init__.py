"""Matches on disk.

The ``store`` holds them as ``layout`` has it, beside it lies a ``witness``; ``salvage`` puts right what is damaged, and
``disk`` says what keeps it. ``resuming`` makes a match of it again, a ``library`` is all of them. Records go out as a
``file``, while they are made as a ``copy``.
"""
