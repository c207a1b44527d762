"""The camera's side.

A ``station`` is what people choose: one of the ``cameras``, each with its ``profiles``, of which a table has ``claims``
on one; a ``phone``; or a ``simulated`` table with its ``programme`` of games, each one a ``demo``. The ``eyes`` look,
and the ``sentry`` minds that they do, at its ``pace``.
"""
